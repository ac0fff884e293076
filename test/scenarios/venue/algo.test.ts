// TWAP at the venue: times and sizes of its slices, how they rest and take, and its end.
import { describe, expect, it } from 'vitest';
import { type Asked, VenueHarness, timeText } from '../../venue/orders/harness.js';

const TWAP: Asked = {
  type: 'Algo',
  targetStrategy: 'TWAP',
  size: 300_000,
  price: 1.1005,
  sliceSize: 100_000,
  sliceInterval: 1_000,
  passiveTime: 0,
};

function start(changes: Asked = {}): readonly [VenueHarness, string] {
  const harness = new VenueHarness();
  harness.rate(0, 1.1, 1.1002);
  return [harness, harness.place({ ...TWAP, ...changes })];
}

describe('slices of a venue algo', () => {
  it('take one after the other, the last with the rest', () => {
    const [harness, coId] = start({ size: 250_000 });
    harness.moveTo(10_000);
    expect(harness.fills(coId)).toEqual([
      '0ms 100000 at 1.1002 taken',
      '1000ms 100000 at 1.1002 taken',
      '2000ms 50000 at 1.1002 taken',
    ]);
    expect(harness.state(coId)).toBe('FILLED 250000');
  });

  it.each([
    ['1.5', 1_500],
    [timeText(2_250), 2_250],
  ])('start at the start %s', (executionStartTime, ms) => {
    const [harness, coId] = start({ executionStartTime, size: 100_000 });
    harness.moveTo(ms - 1);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.moveTo(ms);
    expect(harness.fills(coId)).toEqual([`${String(ms)}ms 100000 at 1.1002 taken`]);
  });

  it('rest at the near touch first, then take their rest', () => {
    const [harness, coId] = start({ passiveTime: 400 });
    harness.rate(100, 1.0999, 1.1, 1e6, 30_000);
    harness.rate(200, 1.1002, 1.1004);
    harness.moveTo(399);
    expect(harness.fills(coId)).toEqual(['100ms 30000 at 1.1 rested']);
    harness.moveTo(400);
    expect(harness.fills(coId).at(-1)).toBe('400ms 70000 at 1.1004 taken');
    // The second slice rests at 1.1002, where the bid is by now.
    harness.rate(1_100, 1.1, 1.1001);
    expect(harness.fills(coId).at(-1)).toBe('1100ms 100000 at 1.1002 rested');
  });

  it.each([
    [{ passiveTime: undefined, passiveTimeFactorPercentage: 25 }, 250],
    [{ passiveTime: 300, passiveTimeFactorPercentage: 25 }, 300],
    [{ passiveTime: 5_000 }, 1_000],
  ])('rest for the time of %j', (changes, ms) => {
    const [harness, coId] = start(changes);
    harness.moveTo(ms - 1);
    expect(harness.fills(coId)).toEqual([]);
    harness.moveTo(ms);
    expect(harness.fills(coId)).toEqual([`${String(ms)}ms 100000 at 1.1002 taken`]);
  });

  it('never trade beyond the price, and return their rest', () => {
    const [harness, coId] = start({ price: 1.1001, size: 200_000 });
    harness.rate(1_500, 1.0999, 1.1001);
    harness.moveTo(5_000);
    expect(harness.fills(coId)).toEqual([
      '2000ms 100000 at 1.1001 taken',
      '3000ms 100000 at 1.1001 taken',
    ]);
  });

  it('rest no better than the price', () => {
    const [harness, coId] = start({ price: 1.0995, passiveTime: 500 });
    harness.rate(100, 1.0993, 1.0996);
    expect(harness.state(coId)).toBe('NEW 0');
    harness.rate(200, 1.0993, 1.0994);
    expect(harness.fills(coId)).toEqual(['200ms 100000 at 1.0995 rested']);
  });

  it('without a price take whatever the rate is', () => {
    const [harness, coId] = start({ price: undefined, size: 100_000 });
    expect(harness.state(coId)).toBe('FILLED 100000');
  });

  it('have a share of the displayed size, rounded down to the step', () => {
    const harness = new VenueHarness();
    harness.rate(0, 1.1, 1.1002, 1e6, 33_333.33);
    const coId = harness.place({ ...TWAP, sliceSize: undefined, tobRange: 12.5 });
    // 12.5 % of 33,333.33 are 4166.66625.
    expect(harness.fills(coId)).toEqual(['0ms 4166.66 at 1.1002 taken']);
  });

  it('start with the first slice time that has a rate', () => {
    const harness = new VenueHarness();
    const coId = harness.place(TWAP);
    harness.rate(500, 1.1, 1.1002);
    harness.moveTo(1_000);
    expect(harness.fills(coId)).toEqual(['1000ms 100000 at 1.1002 taken']);
  });
});

describe('randomness of a venue algo', () => {
  const WILD = { size: 3_000_000, sliceInterval: 1_000, price: 1.2 };

  function run(changes: Asked, seed: number): readonly string[] {
    const harness = new VenueHarness({ seed });
    harness.rate(0, 1.1, 1.1002, 1e9, 1e9);
    const coId = harness.place({ ...TWAP, ...WILD, ...changes });
    harness.moveTo(60_000);
    return harness.fills(coId);
  }

  it('makes sizes differ by up to its percentage, either way', () => {
    const fills = run({ randomizeSliceSizePercentage: 20 }, 1);
    const sizes = fills.slice(0, -1).map((line) => Number(line.split(' ')[1]));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(80_000);
    expect(Math.max(...sizes)).toBeLessThan(120_000);
    expect(Math.min(...sizes)).toBeLessThan(90_000);
    expect(Math.max(...sizes)).toBeGreaterThan(110_000);
    expect(fills.map((line) => Number.parseInt(line, 10)).slice(0, 3)).toEqual([0, 1_000, 2_000]);
  });

  it('makes intervals shorter by up to its percentage, never longer', () => {
    const fills = run({ randomizeSliceIntervalPercentage: 50 }, 1);
    const times = fills.map((line) => Number.parseFloat(line));
    const gaps = times.slice(1).map((at, i) => at - times[i]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1_000);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(300);
  });

  it('is the same for the same seed, and another for another', () => {
    const changes = { randomizeSliceSizePercentage: 50, randomizeSliceIntervalPercentage: 50 };
    expect(run(changes, 7)).toEqual(run(changes, 7));
    expect(run(changes, 7)).not.toEqual(run(changes, 8));
  });
});

describe('end of the execution', () => {
  const END = { executionEndTime: timeText(1_500) };

  it.each([
    [undefined, 'EXPIRED 200000', 2],
    ['NoAction', 'PARTIALLY_FILLED 200000', 2],
    ['FillAtMarket', 'EXPIRED 210000', 3],
    ['Twap', 'FILLED 300000', 3],
  ])('with the action %s leaves the order %s', (actionOnExpiry, state, fills) => {
    const [harness, coId] = start({ ...END, actionOnExpiry });
    harness.rate(1_200, 1.1, 1.1002, 1e6, 10_000);
    harness.moveTo(1_600);
    harness.rate(1_700, 1.1, 1.1002);
    harness.moveTo(9_000);
    expect(harness.state(coId)).toBe(state);
    expect(harness.fills(coId)).toHaveLength(fills);
  });

  it('takes the resting slice off the book', () => {
    const [harness, coId] = start({ ...END, actionOnExpiry: 'NoAction', passiveTime: 1_000 });
    harness.moveTo(1_500);
    harness.rate(1_600, 1.09, 1.0902);
    expect(harness.fills(coId)).toEqual(['1000ms 100000 at 1.1002 taken']);
    harness.cancel(coId);
    expect(harness.state(coId)).toBe('CANCELED 100000');
  });

  it('comes in time for an order that has not come to the market', () => {
    const harness = new VenueHarness({ fillTiming: 'next-rate' });
    const waiting = { ...TWAP, ...END };
    const plain = harness.place(waiting);
    const filling = harness.place({ ...waiting, actionOnExpiry: 'FillAtMarket' });
    const staying = harness.place({ ...waiting, actionOnExpiry: 'NoAction' });
    harness.moveTo(1_499);
    expect(harness.state(plain)).toBe('NEW 0');
    harness.moveTo(1_500);
    harness.rate(1_600, 1.1, 1.1002);
    harness.moveTo(9_000);
    const states = [plain, filling, staying].map((coId) => harness.state(coId));
    expect(states).toEqual(['EXPIRED 0', 'EXPIRED 0', 'NEW 0']);
  });

  it('is that of the time in force, which FillAtMarket uses too', () => {
    const gtt = { timeInForce: 'GTT', expiryTime: 2, sliceInterval: 1_500 };
    const [harness, coId] = start(gtt);
    const filling = harness.place({ ...TWAP, ...gtt, actionOnExpiry: 'FillAtMarket' });
    harness.moveTo(5_000);
    expect(harness.state(coId)).toBe('EXPIRED 200000');
    expect(harness.state(filling)).toBe('FILLED 300000');
    expect(harness.fills(filling).at(-1)).toBe('2000ms 100000 at 1.1002 taken');
  });

  it('comes with a cancel at any time', () => {
    const [harness, coId] = start({ passiveTime: 500 });
    harness.moveTo(200);
    harness.cancel(coId);
    harness.rate(300, 1.09, 1.0902);
    harness.moveTo(9_000);
    expect(harness.state(coId)).toBe('CANCELED 0');
  });
});

describe('algo order', () => {
  it.each([
    [{ targetStrategy: undefined }, ': targetStrategy is missing'],
    [{ targetStrategy: 'POV' }, 'OrderTypeNotSupported: targetStrategy POV'],
    [{ passiveTime: undefined }, ': passiveTimeFactorPercentage is missing'],
    [{ passiveTime: -1 }, ': passiveTime must be'],
    [{ passiveTime: 0.5 }, ': passiveTime must be'],
    [{ passiveTimeFactorPercentage: 100.1 }, ': passiveTimeFactorPercentage must be'],
    [{ sliceInterval: 9 }, ': sliceInterval must be'],
    [{ sliceInterval: 604_800_001 }, ': sliceInterval must be'],
    [{ sliceSize: 0 }, 'InvalidOrderQty: sliceSize'],
    [{ sliceSize: 300_000.01 }, 'InvalidOrderQty: sliceSize'],
    [{ sliceSize: 0.001 }, 'InvalidOrderQty: sliceSize'],
    [{ tobRange: 0 }, ': tobRange must be'],
    [{ tobRange: 1_000.1 }, ': tobRange must be'],
    [{ randomizeSliceSizePercentage: -1 }, ': randomizeSliceSizePercentage must be'],
    [{ randomizeSliceIntervalPercentage: 101 }, ': randomizeSliceIntervalPercentage must be'],
    [{ randomizeSliceSizePercentage: 0.00001 }, ': randomizeSliceSizePercentage must be'],
    [{ executionStartTime: 'soon' }, ': executionStartTime must be'],
    [{ executionStartTime: '-1' }, ': executionStartTime must be'],
    [{ executionStartTime: '604801' }, ': executionStartTime must be'],
    [{ executionEndTime: '2026-01-06T10:00:00Z' }, ': executionEndTime must be'],
    [{ executionEndTime: timeText(0) }, ': executionEndTime must be after'],
    [{ executionStartTime: '2', executionEndTime: timeText(2_000) }, ': executionEndTime must be'],
    [{ actionOnExpiry: 'Hope' }, ': actionOnExpiry must be'],
    [{ timeInForce: 'IOC' }, 'OrderTypeNotSupported: type Algo'],
  ])('with %j is rejected', (changes, words) => {
    const [, answer] = start(changes);
    expect(answer.slice(0, words.length)).toBe(words);
  });
});
