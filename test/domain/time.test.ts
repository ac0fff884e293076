// Instants and durations and their texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY,
  formatDate,
  formatDuration,
  formatInstant,
  formatVenueTime,
  HOUR,
  MILLISECOND,
  MINUTE,
  parseDuration,
  parseInstant,
  SECOND,
  unwrap,
} from '../../src/domain/index.js';

describe('duration', () => {
  it.each([
    ['250ms', 250 * MILLISECOND],
    ['5s', 5 * SECOND],
    ['8m', 8 * MINUTE],
    ['1.5s', 1_500 * MILLISECOND],
    ['0.25h', 15 * MINUTE],
    ['1h30m', 90 * MINUTE],
    ['2d12h', 60 * HOUR],
    ['7us', 7],
    ['0s', 0],
  ])('%s is %i microseconds', (text, expected) => {
    expect(unwrap(parseDuration(text))).toBe(expected);
  });

  it.each(['', '5', 's', '5 s', '-5s', '5sec', '5S', '1h 30m', 'x5s', '5s!', '1.s', '.5s', '1e3s'])(
    'is not read from "%s"',
    (text) => {
      const result = parseDuration(text);
      expect(result).toEqual({
        ok: false,
        fault: {
          code: 'config.duration',
          message: `expected a duration such as 250ms, 5s or 8m, found "${text}"`,
        },
      });
    },
  );

  it.each(['0.5us', '0.0001ms', '1000000000d'])('needs whole microseconds, unlike %s', (text) => {
    const result = parseDuration(text);
    expect(!result.ok && result.fault).toEqual({
      code: 'config.duration',
      message: `expected a whole number of microseconds, found "${text}"`,
    });
  });

  it.each([
    [0, '0s'],
    [1, '1us'],
    [1_500_000, '1500ms'],
    [60 * SECOND, '1m'],
    [90 * SECOND, '90s'],
    [36 * HOUR, '36h'],
    [2 * DAY, '2d'],
  ])('of %i microseconds prints as %s', (span, text) => {
    expect(formatDuration(span)).toBe(text);
  });

  it('survives formatting and parsing', () => {
    const span = fc.oneof(
      fc.integer({ min: 0, max: 400 * DAY }),
      fc.nat(100_000).map((count) => count * SECOND),
    );
    fc.assert(
      fc.property(span, (micros) => {
        expect(parseDuration(formatDuration(micros))).toEqual({ ok: true, value: micros });
      }),
    );
  });
});

describe('instant', () => {
  const at = 1_783_944_000_093_456;

  it('prints in UTC with milliseconds, in our form, the venue’s and as a date', () => {
    expect(formatInstant(at)).toBe('2026-07-13T12:00:00.093Z');
    expect(formatVenueTime(at)).toBe('2026-07-13 12:00:00,093 +0000');
    expect(formatDate(at)).toBe('2026-07-13');
    expect(formatInstant(-1)).toBe('1969-12-31T23:59:59.999Z');
  });

  it.each([
    ['2026-07-13T12:00:00Z', 1_783_944_000 * SECOND],
    ['2026-07-13T12:00Z', 1_783_944_000 * SECOND],
    ['2026-07-13T14:00:00+02:00', 1_783_944_000 * SECOND],
    ['2026-07-13T07:00:00.5-05:00', 1_783_944_000 * SECOND + 500 * MILLISECOND],
    ['1970-01-01T00:00:00.001Z', MILLISECOND],
  ])('is read from %s', (text, expected) => {
    expect(unwrap(parseInstant(text))).toBe(expected);
  });

  it.each([
    '2026-07-13',
    '2026-07-13T12:00:00',
    '2026-07-13 12:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-07-32T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-07-13T25:00:00Z',
    '2026-07-13T12:00:00.1234Z',
    '1783944000',
    'today',
  ])('needs ISO 8601 with a zone, unlike "%s"', (text) => {
    const result = parseInstant(text);
    expect(!result.ok && result.fault).toEqual({
      code: 'config.instant',
      message: `expected an instant such as 2026-07-13T12:00:00Z, found "${text}"`,
    });
  });

  it('survives formatting and parsing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (milliseconds) => {
        const instant = milliseconds * MILLISECOND;
        expect(parseInstant(formatInstant(instant))).toEqual({ ok: true, value: instant });
      }),
    );
  });
});
