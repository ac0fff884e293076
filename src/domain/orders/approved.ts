// The type mark of commands that the risk gate approved. Only risk/approve.ts creates it; a gateway
// accepts nothing else.

declare const approved: unique symbol;

export type Approved<T> = T & { readonly [approved]: true };
