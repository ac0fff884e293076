// Durations and instants in files: read with their faults, written back, and described.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { durationText, instantText } from '../../src/validation/time-schema.js';

describe('duration text', () => {
  it('is read to microseconds and written back', () => {
    expect(durationText.parse('1h30m')).toBe(5_400_000_000);
    expect(z.encode(durationText, 5_400_000_000)).toBe('90m');
  });

  it('is refused with what was expected and the fault’s code', () => {
    const [issue] = durationText.safeParse('5 sec').error?.issues ?? [];
    expect(issue).toMatchObject({
      message: 'expected a duration such as 250ms, 5s or 8m, found "5 sec"',
      params: { code: 'config.duration' },
    });
    expect(durationText.safeParse(5).success).toBe(false);
  });
});

describe('instant text', () => {
  it('is read to epoch microseconds and written back', () => {
    expect(instantText.parse('2026-07-13T12:00:00Z')).toBe(1_783_944_000_000_000);
    expect(z.encode(instantText, 1_783_944_000_000_000)).toBe('2026-07-13T12:00:00.000Z');
  });

  it('is refused with what was expected and the fault’s code', () => {
    const [issue] = instantText.safeParse('today').error?.issues ?? [];
    expect(issue).toMatchObject({
      message: 'expected an instant such as 2026-07-13T12:00:00Z, found "today"',
      params: { code: 'config.instant' },
    });
  });
});

describe('schema of a file', () => {
  it('shows what an editor may check', () => {
    const schema = z.strictObject({ window: durationText, from: instantText });
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      properties: {
        window: { type: 'string', pattern: '^(\\d+(\\.\\d+)?(us|ms|s|m|h|d))+$' },
        from: { type: 'string', format: 'date-time' },
      },
    });
  });
});
