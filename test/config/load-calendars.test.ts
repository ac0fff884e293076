// The calendars file that a configuration names, and the one that is shipped.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCalendars } from '../../src/config/index.js';
import { findValueDates, parseTenor } from '../../src/domain/dates/index.js';
import { createInstrument, parseInstant, unwrap } from '../../src/domain/index.js';

const SHIPPED = fileURLToPath(new URL('../../config/calendars.yaml', import.meta.url));

function findSpot(file: string | undefined, when: string): string {
  const at = unwrap(parseInstant(when));
  const pair = unwrap(createInstrument(0, 'USD/TRY'));
  const { calendars } = unwrap(loadCalendars(file));
  return unwrap(findValueDates(at, pair, unwrap(parseTenor('SPOT')), calendars)).valueDate;
}

describe('calendars file', () => {
  it('changes value dates: the shipped one closes Turkey before feasts', () => {
    // 26 May 2026 is the eve of the feast of 27 to 29 May; 25 May is Memorial Day.
    expect(findSpot(undefined, '2026-05-22T12:00:00Z')).toBe('2026-05-26');
    expect(findSpot(SHIPPED, '2026-05-22T12:00:00Z')).toBe('2026-06-01');
  });

  it('that does not exist is a fault', () => {
    expect(loadCalendars('missing-calendars.yaml')).toMatchObject({
      ok: false,
      fault: { code: 'config.no-file' },
    });
  });
});
