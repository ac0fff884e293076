// Tenor codes of the venue: parsing, limits and formatting.
import { fail, ok, type Result } from '../fault.js';
import { findNearestName } from '../nearest-name.js';

/** A period from the spot date; days count from the trade date. */
export type TenorUnit = 'D' | 'W' | 'M' | 'Y';

export type Tenor =
  | { readonly kind: 'TOD' | 'ON' | 'TN' | 'SPOT' | 'SN' }
  | { readonly kind: 'period'; readonly count: number; readonly unit: TenorUnit }
  | {
      readonly kind: 'IMM';
      /** 1 is the next IMM date. */
      readonly count: number;
      /** Where a swap begins; without it the tenor is one date. */
      readonly from?: 'SPOT' | 'TOM';
    };

const WORDS: Readonly<Record<string, Tenor>> = {
  TODAY: { kind: 'TOD' },
  TOD: { kind: 'TOD' },
  ON: { kind: 'ON' },
  TN: { kind: 'TN' },
  SP: { kind: 'SPOT' },
  SPOT: { kind: 'SPOT' },
  SN: { kind: 'SN' },
};

/** Thirty years. */
const MAX_COUNTS = { D: 10_950, W: 1_560, M: 360, Y: 30, IMM: 120 } as const;

const KNOWN = 'Today, TOD, ON, TN, SP, SPOT, SN, nD, nW, nM, nY, nIMM, SnIMM and TnIMM';
const SHAPES = [...Object.keys(WORDS), 'nD', 'nW', 'nM', 'nY', 'nIMM', 'IMM', 'SnIMM', 'TnIMM'];

/**
 * Parses a tenor code of the venue, in any case: `Today`, `SPOT`, `1W`, `2IMM`, `S1IMM`; `IMM` is
 * `1IMM`. Fault codes `tenor.unknown` and `tenor.range`.
 */
export function parseTenor(text: string): Result<Tenor> {
  const code = text.toUpperCase();
  if (Object.hasOwn(WORDS, code)) return ok(WORDS[code] as Tenor);
  const [, from = '', digits = '', unit = ''] =
    /^([ST]?)(\d*)(IMM)$/.exec(code) ?? /^()(\d+)([DWMY])$/.exec(code) ?? [];
  if (unit === '') return failUnknown(text);
  const max = MAX_COUNTS[unit as keyof typeof MAX_COUNTS];
  const count = digits === '' ? 1 : Number(digits);
  if (count < 1 || count > max || digits.startsWith('0')) {
    const range = `1${unit} to ${String(max)}${unit}`;
    return fail('tenor.range', `expected a tenor of ${range}, found "${text}"`);
  }
  if (unit !== 'IMM') return ok({ kind: 'period', count, unit: unit as TenorUnit });
  if (from === '') return ok({ kind: 'IMM', count });
  return ok({ kind: 'IMM', count, from: from === 'S' ? 'SPOT' : 'TOM' });
}

/** Numbers from 1 to a maximum without leading zeros, as a pattern. */
function toCountPattern(max: number): string {
  const digits = String(max);
  const parts = digits.length > 1 ? [`[1-9]\\d{0,${String(digits.length - 2)}}`] : [];
  for (let place = 0; place < digits.length; place += 1) {
    const [least, digit] = [place === 0 ? 1 : 0, Number(digits.charAt(place))];
    const rest = `\\d{${String(digits.length - place - 1)}}`;
    if (digit <= least) continue;
    parts.push(`${digits.slice(0, place)}[${String(least)}-${String(digit - 1)}]${rest}`);
  }
  return `(?:${[...parts, digits].join('|')})`;
}

const anyCase = (word: string) =>
  word.replaceAll(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);

const COUNTED = Object.entries(MAX_COUNTS).map(([unit, max]) => {
  const count = toCountPattern(max) + anyCase(unit);
  return unit === 'IMM' ? `[SsTt]?${count}|[SsTt]?${anyCase(unit)}` : count;
});

/** Pattern of the texts that `parseTenor` accepts, for documents, where patterns have no flags. */
export const TENOR_PATTERN = `^(?:${[...Object.keys(WORDS).map(anyCase), ...COUNTED].join('|')})$`;

function failUnknown(text: string) {
  const digits = /\d+/.exec(text)?.[0] ?? '1';
  const near = findNearestName(text.replace(/\d+/, 'n'), SHAPES);
  const hint = near === undefined ? '' : `; did you mean ${near.replace('n', digits)}?`;
  return fail('tenor.unknown', `expected a tenor code (${KNOWN}), found "${text}"${hint}`);
}

/** The code of a tenor: `TOD`, `SPOT`, `1W`, `IMM`, `2IMM`, `S1IMM`. */
export function formatTenor(tenor: Tenor): string {
  if (tenor.kind === 'period') return `${String(tenor.count)}${tenor.unit}`;
  if (tenor.kind !== 'IMM') return tenor.kind;
  const count = tenor.count === 1 && tenor.from === undefined ? '' : String(tenor.count);
  const from = tenor.from === undefined ? '' : tenor.from === 'SPOT' ? 'S' : 'T';
  return `${from}${count}IMM`;
}

/** True when a tenor has two dates, near and far. */
export function isSwapTenor(tenor: Tenor): boolean {
  return ['ON', 'TN', 'SN'].includes(tenor.kind) || (tenor.kind === 'IMM' && 'from' in tenor);
}
