// What `weir kill` says while it waits for a venue, and of orders that it could not prove ended.
import { describe, expect, it } from 'vitest';
import { describeCancelling, describeDoubt } from '../../../src/cli/kill/describe-kill.js';

const PLACE = { baseUrl: 'http://venue.example', login: 'demo@DemoOrg' };
const BEGIN = "cancelling the bot's orders as demo@DemoOrg at http://venue.example";
const END = 'look at the venue before anything else (demo@DemoOrg at http://venue.example)';

describe('describeCancelling', () => {
  it.each([
    ['nothing yet', [], '', ''],
    ['orders', ['weir-a', 'weir-b'], '', ': left: weir-a weir-b'],
    ['why the venue is not heard', ['weir-a'], 'ECONNREFUSED', ': ECONNREFUSED'],
  ])('names %s', (_, left, trouble, end) => {
    const words = describeCancelling(PLACE, { left, trouble, giveUpMs: 60_000 }, 12_999);
    expect(words).toBe(`${BEGIN}, 12 of 60 s${end}`);
  });
});

describe('describeDoubt', () => {
  it.each([
    [undefined, '', 'which own orders are left is not known'],
    [[], 'ECONNREFUSED', 'which own orders are left is not known: ECONNREFUSED'],
    [['weir-a', 'weir-b'], 'late', 'weir-a weir-b: late'],
    [['weir-a'], '', 'weir-a'],
  ])('of %j says which, why, and where to look', (left, trouble, words) => {
    expect(describeDoubt(PLACE, left, trouble)).toBe(`NOT PROVEN ENDED: ${words}: ${END}`);
  });
});
