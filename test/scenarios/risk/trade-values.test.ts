// Values of trades before there are rates to convert by, as after a crash.
import { expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import { SymbolState } from '../../../src/risk/gate/index.js';
import { AccountValues } from '../../../src/risk/ledger/account-values.js';

it.each([
  // By the term, by the term of a small unit, by the term in JPY, and by its own price.
  ['BTC/EUR', 'USD', 10, 50_000, 500_000],
  ['EUR/IDR', 'USD', 100_000, 16_000, 160_000],
  ['GBP/EUR', 'JPY', 1_000, 1.15, 115_000],
  ['GBP/USD', 'USD', 1_000, 1.25, 1_250],
])(
  'trade: %s counts in %s by the larger of its amounts',
  (name, account, size, price, expected) => {
    const instrument = unwrap(
      createInstrument(0, name, { ratePrecision: 5, sizeIncrement: 1, minSize: 1 }),
    );
    const money = new AccountValues([new SymbolState(instrument)], account);
    const units = size * 10 ** instrument.baseDecimals;
    const found = money.ofTrade(
      units,
      new SymbolState(instrument),
      Math.round(price * instrument.ticksPerUnit),
    );
    expect(found).toBe(expected);
  },
);
