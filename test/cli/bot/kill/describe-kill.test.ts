// Texts of `weir kill` while it waits for a venue, and on orders not proven ended.
import { describe, expect, it } from 'vitest';
import {
  describeCancelling,
  describeNotProven,
  describeOtherBots,
  describeUnsure,
} from '../../../../src/cli/bot/kill/describe-kill.js';

const PLACE = { baseUrl: 'http://venue.example', login: 'demo@DemoOrg' };
const BEGIN = "cancelling the bot's orders as demo@DemoOrg at http://venue.example";
const END = 'look at the venue before anything else (demo@DemoOrg at http://venue.example)';

describe('describeCancelling', () => {
  it.each([
    ['elapsed time only', [], '', ''],
    ['remaining orders', ['weir-a', 'weir-b'], '', ': left: weir-a weir-b'],
    ['why the venue does not respond', ['weir-a'], 'ECONNREFUSED', ': ECONNREFUSED'],
  ])('names %s', (_, left, trouble, end) => {
    const message = describeCancelling(PLACE, { left, trouble, giveUpMs: 60_000 }, 12_999);
    expect(message).toBe(`${BEGIN}, 12 of 60 s${end}`);
  });
});

describe('describeDoubt', () => {
  it.each([
    [undefined, '', 'which own orders are left is not known'],
    [[], 'ECONNREFUSED', 'which own orders are left is not known: ECONNREFUSED'],
    [['weir-a', 'weir-b'], 'late', 'weir-a weir-b: late'],
    [['weir-a'], '', 'weir-a'],
  ])('%j names orders, reason and where to check them', (left, trouble, words) => {
    expect(describeNotProven(PLACE, left, trouble)).toBe(`NOT PROVEN ENDED: ${words}: ${END}`);
  });
});

describe('description of other bots of the login', () => {
  const REPORT = {
    ...{ isProven: true, cancelled: [], left: [], ends: [], others: [], trouble: '' },
    ...{ isSlow: false, firstCancelMs: 1, endMs: 2 },
  };
  const cancelled = ['weir-0001-0000001-aaaa', 'weirab-0001-0000001-aaaa'];
  const DOUBT = 'NOT PROVEN ENDED: orders of other bots of Weir on this login';

  it.each([
    [REPORT, 'no other bot of Weir has an order on this login'],
    [
      { ...REPORT, cancelled },
      '2 orders of other bots cancelled (weir, weirab); these bots go on: stop each with a ' +
        '`weir kill` of its own',
    ],
    ['no login', `${DOUBT}: no login`],
    [
      { ...REPORT, isProven: false, trouble: 'late' },
      `${DOUBT}: which are left is not known: late`,
    ],
    [{ ...REPORT, isProven: false, left: ['weir-a'] }, `${DOUBT}: weir-a`],
  ])('%j is described by the outcome of their orders', (report, words) => {
    expect(describeOtherBots(report)).toBe(words);
  });

  it('names orders that may belong to a bot with an unknown tag, and how to cancel them', () => {
    expect(describeUnsure(cancelled)).toMatch(
      /had, and these may be its orders: weir-\S+ weirab-\S+: `--all-bots` cancels them$/,
    );
  });
});
