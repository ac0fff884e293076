// When a DAY order ends in the naive reference backtest: the next 17:00 in New York.

const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
const CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
});

/** The first 17:00 of New York after `at`, whatever the weekday; both in epoch microseconds. */
export function nextNewYorkClose(at: number): number {
  const midnight = Math.floor(at / DAY) * DAY;
  for (const day of [midnight, midnight + DAY, midnight + 2 * DAY]) {
    // 17:00 there is 21:00 UTC in summer and 22:00 in winter; the zone's own clock decides.
    for (const close of [day + 21 * HOUR, day + 22 * HOUR]) {
      if (close > at && CLOCK.format(close / 1000) === '17:00') return close;
    }
  }
  throw new Error(`no close of New York after ${at}`);
}
