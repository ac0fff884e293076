// The ledger of profit and turnover, and what amounts are worth in the account currency.
import { describe, expect, it } from 'vitest';
import { SymbolState } from '../../../src/risk/gate/index.js';
import { AccountValues } from '../../../src/risk/ledger/account-values.js';
import { Exposure } from '../../../src/risk/ledger/exposure.js';
import { Ledger } from '../../../src/risk/ledger/ledger.js';
import { BTC_USD, EUR_TRY, EUR_USD, NOW, quote, USD_JPY } from '../../risk/candidate.js';

describe('ledger', () => {
  const make = () => {
    const symbols = [quote(EUR_USD, 110_000, 110_000), quote(USD_JPY, 150_000, 150_000)];
    return { symbols, ledger: new Ledger(symbols, new AccountValues(symbols, 'USD')) };
  };

  it('keeps nothing that no rule requests', () => {
    const { symbols, ledger } = make();
    ledger.fill('alpha', symbols[0]!, 1, 100_000, 110_000, NOW);
    expect(ledger.turnoverAt(NOW)).toBe(0);
    expect(ledger.strategies().size).toBe(0);
  });

  it('lists its contents ordered by name, and restores them', () => {
    const { symbols, ledger } = make();
    ledger.keepBooks();
    const [euro, yen] = symbols;
    for (const name of ['beta', 'alpha', 'gamma']) {
      ledger.fill(name, yen!, 1, 1_000, 150_000, NOW);
      ledger.fill(name, euro!, -1, 2_000, 110_000, NOW);
    }
    const snapshot = ledger.snapshot();
    const names = (rows: readonly { strategy: string; symbol?: string }[]) =>
      rows.map(({ strategy, symbol = '' }) => `${strategy} ${symbol}`.trim());
    expect(names(snapshot.strategies)).toEqual(['alpha', 'beta', 'gamma']);
    expect(names(snapshot.books)).toEqual(
      ['alpha', 'beta', 'gamma'].flatMap((name) => [`${name} EUR/USD`, `${name} USD/JPY`]),
    );
    const again = make().ledger;
    again.keepBooks();
    again.restore(snapshot);
    expect(again.snapshot()).toEqual(snapshot);
    const alone = new Ledger([euro!], new AccountValues([euro!], 'USD'));
    alone.restore(snapshot);
    expect(names(alone.snapshot().books)).toEqual([
      'alpha EUR/USD',
      'beta EUR/USD',
      'gamma EUR/USD',
    ]);
  });

  it('values a loss that was closed without a rate at the first one, also in a later run', () => {
    const keep = (symbol: SymbolState) => {
      const symbols = [quote(EUR_USD), symbol];
      const ledger = new Ledger(symbols, new AccountValues(symbols, 'USD'));
      ledger.keepBooks();
      return ledger;
    };
    const blind = new SymbolState(USD_JPY);
    const before = keep(blind);
    before.fill('alpha', blind, 1, 100_000, 150_000, NOW);
    before.fill('alpha', blind, -1, 100_000, 149_000, NOW);
    expect(before.all.net).toBe(0);
    const yen = quote(USD_JPY, 150_000, 150_000);
    const after = keep(yen);
    after.restore(before.snapshot());
    expect(after.all.net).toBe(0);
    after.mark(yen, NOW);
    // A thousand dollars at a yen less each.
    expect(after.all.net).toBe(-667);
  });

  it('restores no book of a symbol outside the session', () => {
    const { ledger } = make();
    ledger.keepBooks();
    expect(() => {
      ledger.fill('alpha', quote(EUR_TRY), 1, 1, 1, NOW);
    }).toThrow('no instrument EUR/TRY');
  });
});

describe('values in the account currency', () => {
  it('of a term are 1 for its own, by the rates for others, and NaN without', () => {
    const [euro, yen, lira] = [
      quote(EUR_USD, 110_000, 110_000),
      quote(USD_JPY, 150_000, 150_000),
      quote(EUR_TRY, 4_400_000, 4_400_000),
    ];
    const money = new AccountValues([euro, yen, lira], 'USD');
    expect(money.termFactor(euro)).toBe(1);
    expect(money.termFactor(yen)).toBeCloseTo(1 / 150, 12);
    expect(money.termFactor(lira)).toBeCloseTo(1.1 / 44, 12);
    expect(money.termFactor(new SymbolState(EUR_TRY))).toBeNaN();
    expect(money.factor(quote(BTC_USD))).toBeNaN();
    expect(money.listRates(lira)).toEqual([euro]);
    expect(money.listRates(euro)).toEqual([euro]);
    expect(money.listRates(yen)).toEqual([]);
    expect(money.listRates(quote(BTC_USD))).toBeUndefined();
    expect(new AccountValues([lira], 'USD').listRates(lira)).toBeUndefined();
  });

  it('of a symbol in one currency count once', () => {
    const odd = new SymbolState({ ...EUR_USD, term: 'EUR' });
    odd.position = 100;
    const money = new AccountValues([odd], 'EUR');
    expect(new Exposure([odd], money).net('EUR', 1)).toBe(1);
  });
});
