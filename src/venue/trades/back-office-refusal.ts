// Why a desk turns a request down.
import { MAX_SCALED, toScaled } from '../../domain/index.js';

/** The request is wrong, the user may not, or there is no such trade. */
export interface BackOfficeRefusal {
  readonly kind: 'invalid' | 'forbidden' | 'unknown';
  /** Names the field. */
  readonly message: string;
}

export type DeskResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: BackOfficeRefusal };

export function refuse(kind: BackOfficeRefusal['kind'], message: string) {
  return { ok: false, fault: { kind, message } } as const;
}

/** What is wrong with a request, in the order in which it was found. */
export class FieldCheck {
  readonly #problems: string[] = [];

  /** The first problem as a refusal; undefined when there is none. */
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

  /** A number above 0 as an integer of 10^-decimals; 1 in the place of a wrong one. */
  positive(field: string, value: number, decimals: number): number {
    const scaled = toScaled(value, decimals);
    if (scaled !== undefined && scaled > 0) return scaled;
    this.add(field, `expected a number above 0 ${describe(decimals)}, found ${String(value)}`);
    return 1;
  }

  /** A number of any sign as an integer of 10^-decimals; 0 in the place of a wrong one. */
  exact(field: string, value: number, decimals: number): number {
    const scaled = toScaled(value, decimals);
    if (scaled !== undefined) return scaled;
    this.add(field, `expected a number ${describe(decimals)}, found ${String(value)}`);
    return 0;
  }

  /** Units that are computed, and must still be exact in a number. */
  units(field: string, units: bigint): number {
    if (units <= BigInt(MAX_SCALED)) return Number(units);
    this.add(field, 'expected an amount of at most 15 digits');
    return 1;
  }
}

function describe(decimals: number): string {
  return `with at most ${String(decimals)} decimals and 15 digits`;
}
