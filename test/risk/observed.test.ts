// Limits that research observes: each checked alone against its figures, without an action.
import { expect, it } from 'vitest';
import { Gate, TradingState } from '../../src/risk/gate/index.js';
import { type Limits, researchLimits } from '../../src/risk/index.js';
import { candidate, EUR_USD, listBroken, makeSetup, NOW, quote } from './candidate.js';

const symbol = quote(EUR_USD, 110_000, 110_000);

function openGate(rules: Limits['rules'] = {}) {
  const limits = researchLimits();
  const setup = makeSetup({ symbols: [symbol] });
  const own = { ...limits, rules: { ...limits.rules, ...rules } };
  const trading = new TradingState(own, setup);
  return new Gate(own, { ...setup, trading, limitsVersion: 'research' });
}

const order = (units: number, at = 0) =>
  candidate({ symbol, units, priceTicks: 110_000, at: NOW + at });

it('observed limits let an order pass and note what it would have needed of each', () => {
  const gate = openGate();
  expect(listBroken(gate, order(300_000_000))).toEqual([]);
  const noted = gate.listObserved().map(({ rule, count, needs }) => [rule, count, needs]);
  expect(noted).toEqual(
    expect.arrayContaining([
      ['RC04', 1, { G10: 3_000_000 }],
      ['RC05', 1, { hard: 3_300_000 }],
    ]),
  );
  expect(gate.listObserved()[0]?.first).toMatchObject({ at: NOW, symbol: 'EUR/USD' });
});

it('observed limits keep the furthest figure and the first message', () => {
  const gate = openGate();
  for (const units of [200_000_000, 400_000_000, 300_000_000]) listBroken(gate, order(units));
  const found = gate.listObserved().find(({ rule }) => rule === 'RC04');
  expect(found).toMatchObject({ count: 3, needs: { G10: 4_000_000 } });
  expect(found?.first.message).toContain('found 2000000 EUR');
});

it('observed order rate refuses no order, counts those beyond it and names the rate needed', () => {
  const gate = openGate();
  for (let i = 0; i < 9; i++) expect(listBroken(gate, order(100_000, i))).toEqual([]);
  const found = gate.listObserved().find(({ rule }) => rule === 'RC33');
  expect(found?.needs).toEqual({ strategyPerSecond: 9, allPerSecond: 9 });
});

it('gate with observed limits still refuses what the venue would refuse', () => {
  expect(listBroken(openGate(), order(NaN))).toContain('RC08');
  expect(listBroken(openGate(), candidate({ symbol, currency: 'JPY' }))).toEqual(['RC09']);
});

it('observed limits check a dry run of an algorithm but do not note it', () => {
  const gate = openGate();
  for (let i = 0; i < 2; i++) listBroken(gate, order(100_000, i));
  const before = gate.listObserved();
  const broken = gate.dryRun(order(100_000, 3), new Set(['RC33']), { isPlan: true });
  expect(broken.map(({ rule }) => rule)).toEqual(['RC33']);
  expect(gate.listObserved()).toEqual(before);
});
