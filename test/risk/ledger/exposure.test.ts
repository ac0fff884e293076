// Sums of exposure that several rules share while they check one order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import type { SymbolState } from '../../../src/risk/gate/index.js';
import { AccountValues } from '../../../src/risk/ledger/account-values.js';
import { Exposure } from '../../../src/risk/ledger/exposure.js';
import { candidate, EUR_USD, quote } from '../candidate.js';

const NAMES = ['EUR/USD', 'USD/JPY', 'EUR/JPY', 'AUD/USD', 'EUR/AUD'];
const INSTRUMENTS = NAMES.map((name, id) => unwrap(createInstrument(id, name)));
const units = fc.integer({ min: -2_000_000, max: 2_000_000 });
const holding = fc.tuple(units, fc.nat(1_000_000), fc.nat(1_000_000));

function hold(holdings: readonly (readonly [number, number, number])[]): readonly SymbolState[] {
  return INSTRUMENTS.map((instrument, i) => {
    const symbol = quote(instrument, 90_000 + 7_000 * i, 90_010 + 7_000 * i);
    const [position = 0, workingBuy = 0, workingSell = 0] = holdings[i] ?? [];
    return Object.assign(symbol, { position, workingBuy, workingSell });
  });
}

/** All that rules ask, of both sides of every currency. */
function ask(exposure: Exposure, order: ReturnType<typeof candidate>): readonly number[] {
  const nets = ['EUR', 'USD', 'JPY', 'AUD', 'GBP'].flatMap((currency) => {
    return [exposure.net(currency, 1, order), exposure.net(currency, -1, order)];
  });
  const open = [exposure.netOpen(1, order), exposure.netOpen(-1, order)];
  return [...nets, ...open, exposure.gross(order), exposure.gross(), exposure.pending(order)];
}

describe('exposure', () => {
  const cases = fc.record({
    holdings: fc.array(holding, { minLength: 5, maxLength: 5 }),
    place: fc.nat(4),
    size: fc.integer({ min: 1, max: 1_000_000 }),
    side: fc.constantFrom('Buy', 'Sell'),
  });

  it('is within a limit only when each sum is', () => {
    fc.assert(
      fc.property(cases, fc.nat(60_000), ({ holdings, place, size, side }, limit) => {
        const symbols = hold(holdings);
        const exposure = new Exposure(symbols, new AccountValues(symbols, 'USD'));
        const order = candidate({ symbol: symbols[place] ?? quote(EUR_USD), units: size, side });
        if (!exposure.isClearlyBelow(order, limit)) return;
        for (const sum of ask(exposure, order)) expect(sum).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('gives equal sums with and without caching, and new ones for the next order', () => {
    fc.assert(
      fc.property(cases, units, ({ holdings, place, size, side }, change) => {
        const symbols = hold(holdings);
        const money = new AccountValues(symbols, 'USD');
        const exposure = new Exposure(symbols, money);
        const order = candidate({ symbol: symbols[place] ?? quote(EUR_USD), units: size, side });
        for (const more of [0, change]) {
          for (const symbol of symbols) symbol.position += more;
          exposure.beginLook();
          const isWell = exposure.isClearlyBelow(order, 30_000);
          const found = ask(exposure, order);
          exposure.endLook();
          expect(found).toEqual(ask(new Exposure(symbols, money), order));
          expect(isWell).toBe(new Exposure(symbols, money).isClearlyBelow(order, 30_000));
        }
        for (const symbol of symbols) symbol.workingBuy += 1_000;
        expect(ask(exposure, order)).toEqual(ask(new Exposure(symbols, money), order));
      }),
    );
  });

  it('has no answer while a rate is missing', () => {
    const symbols = hold([[1_000, 0, 0]]);
    const [first = quote(EUR_USD)] = symbols;
    first.bidTicks = 0;
    const exposure = new Exposure(symbols, new AccountValues(symbols, 'USD'));
    expect(exposure.isClearlyBelow(candidate({ symbol: first }), 1e12)).toBe(false);
    expect(exposure.gross()).toBeNaN();
  });
});
