import { expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import { AccountValues } from '../../../src/risk/ledger/account-values.js';
import { Ledger } from '../../../src/risk/ledger/ledger.js';
import { EUR_TRY, EUR_USD, NOW, quote, USD_JPY } from '../candidate.js';

const EUR_GBP = unwrap(createInstrument(4, 'EUR/GBP'));

/** Turnover of one fill of 1,000.00 of the base. */
function turnover(symbol: SymbolState, priceTicks: number, others: readonly SymbolState[] = []) {
  const symbols = [symbol, ...others];
  const ledger = new Ledger(symbols, new AccountValues(symbols, 'USD'));
  ledger.keepTurnover();
  ledger.fill('alpha', symbol, 1, 100_000, priceTicks, NOW);
  return ledger.turnoverAt(NOW);
}

it('ledger values a trade that comes before any rate at its own price, never at zero', () => {
  // A start that finds the fills of before a crash: 1,000 x 1.12345, rounded up.
  expect(turnover(new SymbolState(EUR_USD), 112_345)).toBe(1_124);
  expect(turnover(new SymbolState(USD_JPY), 147_000)).toBe(1_000);
  // No way to the account currency: one for one.
  expect(turnover(new SymbolState(EUR_GBP), 85_590)).toBe(1_000);
  expect(turnover(new SymbolState(EUR_TRY), 3_800_000)).toBe(1_000);
});

it('ledger values a trade at its own price, and positions at mids', () => {
  expect(turnover(quote(EUR_USD), 112_345)).toBe(1_124);
  // 1,000 x 1.10005, rounded up.
  expect(turnover(new SymbolState(EUR_TRY), 3_800_000, [quote(EUR_USD)])).toBe(1_101);
});
