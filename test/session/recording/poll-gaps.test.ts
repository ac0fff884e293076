// Gaps between answered polls: reported when they open and when they end, counted once.
import { expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { PollGaps } from '../../../src/session/recording/poll-gaps.js';

const START = 1_783_944_000_000 * MILLISECOND;

function create() {
  const messages: string[] = [];
  const gaps = new PollGaps(SECOND, (message) => messages.push(message));
  gaps.see('EUR/USD', START);
  return { gaps, told: messages };
}

it('poll gap is reported once while it is open and once when it ends', () => {
  const { gaps, told } = create();
  gaps.tellOpen(START + 3 * SECOND);
  expect(told).toEqual([]);
  gaps.tellOpen(START + 3 * SECOND + 1);
  gaps.tellOpen(START + 5 * SECOND);
  expect(told).toEqual(['no rate of EUR/USD since 2026-07-13T12:00:00.000Z']);
  expect(gaps.findOpen(START + 5 * SECOND)).toEqual([
    { symbol: 'EUR/USD', from: '2026-07-13T12:00:00.000Z', milliseconds: 5_000 },
  ]);
  expect(gaps.count).toBe(0);
  gaps.see('EUR/USD', START + 6 * SECOND);
  expect(told.slice(1)).toEqual([
    'no rate of EUR/USD for 6000 ms, 2026-07-13T12:00:00.000Z to 2026-07-13T12:00:06.000Z',
  ]);
  expect(gaps.findOpen(START + 6 * SECOND)).toEqual([]);
  expect(gaps).toMatchObject({ count: 1, total: 6 * SECOND });
  gaps.tellOpen(START + 10 * SECOND);
  expect(told.at(-1)).toBe('no rate of EUR/USD since 2026-07-13T12:00:06.000Z');
});

it('poll gap of a symbol that never answers is counted at the end', () => {
  const { gaps } = create();
  gaps.see('GBP/USD', START);
  gaps.see('EUR/USD', START + 3 * SECOND);
  gaps.finish(START + 4 * SECOND);
  expect(gaps.gaps).toEqual([
    {
      symbol: 'GBP/USD',
      from: '2026-07-13T12:00:00.000Z',
      to: '2026-07-13T12:00:04.000Z',
      milliseconds: 4_000,
    },
  ]);
});
