// Zod codecs for durations and instants in configurations and parameters.
import { z } from 'zod';
import {
  type Result,
  formatDuration,
  formatInstant,
  type Instant,
  type Micros,
  parseDuration,
  parseInstant,
} from '../domain/index.js';

/** `250ms`, `1.5s`, `1h30m` to microseconds. Fault code `config.duration`. */
export const durationText = z.codec(
  z.string({ error: 'expected a duration with its unit, such as 250ms, 5s or 8m' }).meta({
    pattern: '^(\\d+(\\.\\d+)?(us|ms|s|m|h|d))+$',
    examples: ['250ms', '5s', '1h30m'],
  }),
  z.int(),
  {
    decode: (text, context): Micros => take(parseDuration(text), text, context.issues),
    encode: (span) => formatDuration(span),
  },
);

/** `2026-07-13T12:00:00Z` to epoch microseconds. Fault code `config.instant`. */
export const instantText = z.codec(
  z
    .string({ error: 'expected an instant such as 2026-07-13T12:00:00Z' })
    .meta({ format: 'date-time', examples: ['2026-07-13T12:00:00Z'] }),
  z.int(),
  {
    decode: (text, context): Instant => take(parseInstant(text), text, context.issues),
    encode: (at) => formatInstant(at),
  },
);

function take(parsed: Result<number>, input: string, issues: z.core.$ZodRawIssue[]): number {
  if (parsed.ok) return parsed.value;
  const { code, message } = parsed.fault;
  issues.push({ code: 'custom', message, input, params: { code } });
  return z.NEVER;
}
