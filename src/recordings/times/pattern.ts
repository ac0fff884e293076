// Times in a pattern of letters such as `yyyyMMdd HH:mm:ss.SSS`.
import { fail, formatInstant, type Instant, ok, type Result } from '../../domain/index.js';
import { quoteCell } from '../text/symbol-table.js';
import { EXAMPLE_AT, type TimeText, toInstant } from './time-format.js';
import { createFixedZone, parseOffset, type Zone } from './zone.js';

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'zone';

/**
 * Field and regular expression of each run of letters. `T` is a literal; runs of `S` have any
 * length.
 */
const LETTERS: Readonly<Record<string, readonly [field: Field, source: string]>> = {
  yyyy: ['year', String.raw`\d{4}`],
  MM: ['month', String.raw`\d{2}`],
  M: ['month', String.raw`\d{1,2}`],
  dd: ['day', String.raw`\d{2}`],
  d: ['day', String.raw`\d{1,2}`],
  HH: ['hour', String.raw`\d{2}`],
  H: ['hour', String.raw`\d{1,2}`],
  mm: ['minute', String.raw`\d{2}`],
  ss: ['second', String.raw`\d{2}`],
  X: ['zone', String.raw`Z|[+-]\d{2}(?:\d{2})?`],
  XX: ['zone', String.raw`Z|[+-]\d{4}`],
  XXX: ['zone', String.raw`Z|[+-]\d{2}:?\d{2}`],
  Z: ['zone', 'Z'],
};
const NEEDED: readonly Field[] = ['year', 'month', 'day', 'hour', 'minute'];
/** Fields after which a zone may follow. */
const OPEN_ENDS: ReadonlySet<Field | undefined> = new Set(['minute', 'second', 'fraction']);
/** A quoted text, a run of one letter, or one other character. */
const TOKEN = /'[^']*'|([A-Za-z])\1*|[^A-Za-z]/g;

interface Token {
  readonly text: string;
  readonly field: Field | undefined;
}

/** Fault code `data.time-pattern`. */
export function createPattern(pattern: string, zone: Zone, known: string): Result<TimeText> {
  const tokens: Token[] = [];
  const fields = new Set<Field>();
  for (const [text] of pattern.matchAll(TOKEN)) {
    const field = /^S+$/.test(text) ? 'fraction' : LETTERS[text]?.[0];
    if (field === undefined && /^[A-SU-Za-z]/.test(text)) {
      const letters = 'yyyy MM dd HH mm ss SSS XXX';
      const found = `found ${quoteCell(text)} in ${quoteCell(pattern)}`;
      return fail('data.time-pattern', `expected the letters ${letters} in timeFormat, ${found}`);
    }
    if (field !== undefined && fields.has(field)) {
      const found = `found the ${field} twice in ${quoteCell(pattern)}`;
      return fail('data.time-pattern', `expected each part of a time once in timeFormat, ${found}`);
    }
    if (field !== undefined) fields.add(field);
    tokens.push({ text, field });
  }
  if (!NEEDED.every((field) => fields.has(field))) {
    const needed = `expected ${known}, or a pattern with yyyy MM dd HH mm`;
    return fail('data.time-pattern', `${needed}, found ${quoteCell(pattern)}`);
  }
  const shape = new RegExp(`^${toSource(tokens, fields)}$`);
  const parse = (text: string) => {
    const parts = shape.exec(text)?.groups;
    return parts === undefined ? undefined : parseParts(parts, zone);
  };
  const format = (at: Instant) => formatTokens(tokens, at, fields.has('zone') ? undefined : zone);
  return ok({ parse, format, shape: `such as ${format(EXAMPLE_AT)}` });
}

/**
 * Regular expression of a pattern. A fraction of seconds and a zone at the end are optional,
 * because whole seconds are often written without fraction.
 */
function toSource(tokens: readonly Token[], fields: ReadonlySet<Field>): string {
  const hasFraction = fields.has('fraction');
  let source = '';
  tokens.forEach(({ text, field }, i) => {
    const next = tokens[i + 1];
    if (next?.field === 'fraction' && /[.,:]/.test(text)) {
      source += `(?:${text === ':' ? ':' : '[.,]'}(?<fraction>\\d+))?`;
      return;
    }
    if (field === 'fraction') {
      const isDone = /[.,:]/.test(tokens[i - 1]?.text ?? '');
      if (!isDone) source += `(?<fraction>\\d{${String(text.length)}})`;
      return;
    }
    source += field === undefined ? escape(text) : `(?<${field}>${LETTERS[text]?.[1] ?? ''})`;
    const isOpen = field === 'second' && !hasFraction && !/^[.,]/.test(next?.text ?? '');
    if (isOpen) source += String.raw`(?:[.,](?<fraction>\d+))?`;
  });
  const isOpen = !fields.has('zone') && OPEN_ENDS.has(tokens.at(-1)?.field);
  return isOpen ? String.raw`${source}(?: ?(?<zone>Z|[+-]\d{2}:?\d{2}))?` : source;
}

function escape(text: string): string {
  const plain = text.startsWith("'") ? text.slice(1, -1) : text;
  return plain.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function parseParts(
  parts: Readonly<Record<string, string | undefined>>,
  zone: Zone,
): Instant | undefined {
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  const { second = '0', fraction = '', zone: offset } = parts;
  const minutes = offset === undefined ? undefined : parseOffset(offset);
  if (offset !== undefined && minutes === undefined) return undefined;
  const own = minutes === undefined ? zone : createFixedZone(minutes);
  return toInstant({ year, month, day, hour, minute, second, fraction }, own);
}

/** Formats in UTC if the pattern has a zone. */
function formatTokens(tokens: readonly Token[], at: Instant, zone: Zone | undefined): string {
  const local = zone === undefined ? at : zone.toLocal(at);
  const iso = formatInstant(local);
  const places = { year: [0, 4], month: [5, 7], day: [8, 10], hour: [11, 13], minute: [14, 16] };
  const ranges: Partial<Record<Field, readonly number[]>> = { ...places, second: [17, 19] };
  const micros = String(local % 1_000_000).padStart(6, '0');
  const show = ({ text, field }: Token): string => {
    if (field === undefined) return text.startsWith("'") ? text.slice(1, -1) : text;
    if (field === 'fraction') return micros.slice(0, text.length).padEnd(text.length, '0');
    if (field === 'zone') return text === 'Z' ? 'Z' : text === 'XXX' ? '+00:00' : '+0000';
    const digits = iso.slice(...(ranges[field] ?? []));
    return text.length === 1 ? String(Number(digits)) : digits;
  };
  return tokens.map(show).join('');
}
