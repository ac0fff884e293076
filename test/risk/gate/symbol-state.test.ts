// Rates inside a symbol's calm zone skip the rules, which would not have reacted to them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, SECOND, UNLIMITED } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import {
  candidate,
  createGate,
  EUR_USD,
  makeSetup,
  NOW,
  quote,
  recordActions,
  watch,
} from '../candidate.js';
import { countRuns } from '../../runs.js';

interface Step {
  readonly ms: number;
  /** Change of the bid, ticks. */
  readonly move: number;
  readonly spread: number;
  /** How far a mid of another source is from the bid, where one comes before the rate. */
  readonly other: number | null;
}

const LIMITS = {
  // It wants to see every rate: nothing is calm while it is on.
  RC17: 'off',
  RC21: { bands: { 'EUR/USD': [1, 1.3] } },
  RC43: { strategy: 20, all: 30 },
  RC44: { equity: 1_000, runPercent: 2.5, lifetimePercent: 4 },
};

/** A gate that sees every rate, or those that leave the zone, as the kernel has it. */
function open(seesAll: boolean, limits: object, units: number) {
  const { act, told } = recordActions();
  const symbol = new SymbolState(EUR_USD);
  const gate = createGate({ ...LIMITS, ...limits }, makeSetup({ symbols: [symbol], act }));
  let [seen, tickAt, bid] = [0, NOW, 110_000];
  const rate = (at: number, spread: number) => {
    const offer = bid + spread;
    const leaves = symbol.leavesQuietBand(at, bid, offer) || seesAll;
    if (leaves) symbol.noteFormer();
    symbol.update(at, bid, offer, UNLIMITED, UNLIMITED, at);
    if (!leaves) return;
    seen += 1;
    gate.hooks.rate(symbol, at);
  };
  const take = (at: number, { move, spread, other }: Step) => {
    if (other !== null) {
      const midTicks = bid + other;
      const event = { type: 'benchmark', source: 'ticker', symbol: 'EUR/USD', midTicks } as const;
      gate.hooks.event(event, at);
    }
    bid += move;
    for (; tickAt <= at; tickAt += SECOND) gate.hooks.tick(tickAt);
    rate(at, spread);
    const order = candidate({ symbol, at, priceTicks: bid, units: 1_000 });
    const broken = gate.preTradeCheck(order).map(({ rule, message }) => `${rule} ${message}`);
    return { told: told(), broken, isDistrusted: symbol.isDistrusted };
  };
  rate(NOW, 10);
  if (units !== 0) gate.ledger.fill('alpha', symbol, units > 0 ? 1 : -1, Math.abs(units), bid, NOW);
  return { take, seen: () => seen };
}

/** Mostly small moves, as rates have them; now and then a jump, a wide spread, a crossed rate. */
const steps = fc.array(
  fc.record<Step>({
    ms: fc.integer({ min: 1, max: 3_000 }),
    move: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: -40, max: 40 }) },
      { weight: 3, arbitrary: fc.integer({ min: -700, max: 700 }) },
      { weight: 1, arbitrary: fc.integer({ min: -4_000, max: 4_000 }) },
    ),
    spread: fc.oneof(
      { weight: 10, arbitrary: fc.integer({ min: 5, max: 15 }) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 250 }) },
      { weight: 1, arbitrary: fc.constantFrom(-3, -1, 900) },
    ),
    other: fc.option(fc.integer({ min: -1_500, max: 1_500 }), { freq: 20 }),
  }),
  { minLength: 20, maxLength: 150 },
);
const RULES_OF_RATES = ['RC18', 'RC19', 'RC20', 'RC21', 'RC43', 'RC44'];
/** One of them alone has the zone to itself: no other hides that it is too wide. */
const sets = fc.constantFrom(
  {},
  ...RULES_OF_RATES.map((id) => {
    return Object.fromEntries(
      RULES_OF_RATES.filter((one) => one !== id).map((one) => [one, 'off']),
    );
  }),
);

describe('calm zone', () => {
  it('skips no rate that a rule would react to, whatever the rates do', () => {
    let [all, few] = [0, 0];
    fc.assert(
      fc.property(steps, sets, fc.constantFrom(0, 2_000_000, -2_000_000), (walk, limits, units) => {
        const [whole, calm] = [open(true, limits, units), open(false, limits, units)];
        let at = NOW;
        for (const step of walk) {
          at += step.ms * MILLISECOND;
          expect(calm.take(at, step)).toEqual(whole.take(at, step));
        }
        all += whole.seen();
        few += calm.seen();
      }),
      { numRuns: countRuns(400) },
    );
    // It keeps many of them away, else this proves nothing.
    expect(few).toBeLessThan(all * 0.7);
  });
});

it('calm zone never skips a rate that is crossed or has no bid, nor the next one', () => {
  const symbol = quote(EUR_USD);
  symbol.quietBand.reset();
  symbol.keepBroken();
  const leaves = (bid: number, offer: number) => symbol.leavesQuietBand(NOW, bid, offer);
  expect([leaves(110_011, 110_010), leaves(0, 110_010)]).toEqual([true, true]);
  expect([leaves(110_010, 110_010), leaves(1, 1)]).toEqual([false, false]);
  symbol.update(NOW, 110_011, 110_010, UNLIMITED, UNLIMITED, NOW);
  symbol.quietBand.reset();
  symbol.keepBroken();
  expect(leaves(110_000, 110_010)).toBe(true);
});

it('calm zone ends at the widest spread that RC19 accepts at its lowest mid', () => {
  const { check, rate, symbol } = watch('RC19');
  symbol.quietBand.reset();
  rate(0, 110_000, 110_010);
  const { lowestBid, mostSpread } = symbol.quietBand;
  const find = (spread: number) => {
    symbol.update(NOW, lowestBid, lowestBid + spread, UNLIMITED, UNLIMITED, NOW);
    return check(candidate({ symbol }));
  };
  expect(find(mostSpread)).toBeUndefined();
  expect(find(mostSpread * 1.02)).toBeDefined();
  expect(lowestBid).toBe(108_900);
});
