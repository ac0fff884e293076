// The mark of what the gate let through. Only risk/approve.ts makes one; a gateway takes nothing
// else.

declare const approved: unique symbol;

/** A `T` that passed the risk gate. */
export type Approved<T> = T & { readonly [approved]: true };
