// Rejections of back office requests, and the checks of their fields.
import { MAX_SCALED, toScaled } from '../../domain/numbers/index.js';

/** `invalid`: wrong request; `forbidden`: missing permission; `unknown`: no such trade. */
export interface BackOfficeRefusal {
  readonly kind: 'invalid' | 'forbidden' | 'unknown';
  /** Starts with the name of the wrong field. */
  readonly message: string;
}

export type BackOfficeResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: BackOfficeRefusal };

export function refuse(kind: BackOfficeRefusal['kind'], message: string) {
  return { ok: false, fault: { kind, message } } as const;
}

/** Collects the problems of a request in the order of the checks. */
export class FieldCheck {
  readonly #problems: string[] = [];

  /** First problem as a rejection; undefined without problems. */
  findRefusal(): ReturnType<typeof refuse> | undefined {
    const [first] = this.#problems;
    return first === undefined ? undefined : refuse('invalid', first);
  }

  add(field: string, words: string): void {
    this.#problems.push(`${field}: ${words}.`);
  }

  expect(condition: boolean, field: string, words: string): void {
    if (!condition) this.add(field, words);
  }

  /** Integer of 10^-decimals for a number above 0; adds a problem and returns 1 otherwise. */
  positive(field: string, value: number, decimals: number): number {
    const scaled = toScaled(value, decimals);
    if (scaled !== undefined && scaled > 0) return scaled;
    this.add(field, `expected a number above 0 ${describe(decimals)}, found ${String(value)}`);
    return 1;
  }

  /** Integer of 10^-decimals for any number; adds a problem and returns 0 if it is not exact. */
  exact(field: string, value: number, decimals: number): number {
    const scaled = toScaled(value, decimals);
    if (scaled !== undefined) return scaled;
    this.add(field, `expected a number ${describe(decimals)}, found ${String(value)}`);
    return 0;
  }

  /** Checks that computed units are exact as a number. */
  units(field: string, units: bigint): number {
    if (units <= BigInt(MAX_SCALED)) return Number(units);
    this.add(field, 'expected an amount of at most 15 digits');
    return 1;
  }
}

function describe(decimals: number): string {
  return `with at most ${String(decimals)} decimals and 15 digits`;
}
