// Which quote a manual acceptance deals, and on what terms.
import { describe, expect, it } from 'vitest';
import { formatFault } from '../../src/domain/index.js';
import { findQuoteTerms } from '../../src/manual-calls/quote-terms.js';

const BOTH = { symbol: 'EUR/USD', dealtAmount: 100_000, dealtCurrency: 'EUR' };
const quote = (quoteId: string, bid: number | null, offer: number | null, points = 0) => ({
  ...{ ...BOTH, quoteId, bid, offer },
  bidSpotRate: bid === null ? null : bid - points,
  offerSpotRate: offer === null ? null : offer - points,
});

/** What the venue shows, and what comes of an acceptance of it. */
async function find(quotes: readonly object[] | undefined, input: object) {
  const answer = quotes && { class: 'data', status: 200, value: { quotes } };
  const queryRfs = () => Promise.resolve(answer ?? { class: 'empty', status: 404 });
  const client = { api: { rfs: { queryRfs } } } as unknown as Parameters<typeof findQuoteTerms>[0];
  const found = await findQuoteTerms(client, { requestId: 'R1', ...input });
  return found.ok ? found.value : formatFault(found.fault);
}

const TWO = [quote('Q1', 1.1, 1.103), quote('Q2', 1.101, 1.104), quote('Q3', 1.0, 1.103)];

describe('manual acceptance', () => {
  it.each([
    ['BUY', 'Q1', 1.103],
    ['sell', 'Q2', 1.101],
  ])('without a quote id takes the best one to %s', async (side, quoteId, price) => {
    expect(await find(TWO, { side })).toMatchObject({ quoteId, terms: { price } });
  });

  it('takes the best by its all-in rate, and deals at the spot rate in it', async () => {
    const quotes = [quote('Q1', null, 1.103, 0.001), quote('Q2', null, 1.1025, 0.0001)];
    const terms = { symbol: 'EUR/USD', amount: 100_000, dealtCurrency: 'EUR', side: 'Buy' };
    const found = await find(quotes, {});
    expect(found).toMatchObject({ quoteId: 'Q2', terms });
    expect(found).toMatchObject({ terms: { price: expect.closeTo(1.1024, 9) as number } });
  });

  it('takes the quote that it names, whatever others are better', async () => {
    expect(await find(TWO, { side: 'BUY', quoteId: 'Q2' })).toMatchObject({
      ...{ quoteId: 'Q2', terms: { price: 1.104, side: 'Buy' } },
    });
    const one = [quote('Q1', 1.1, 1.103), quote('Q2', 1.1, null)];
    expect(await find(one, { quoteId: 'Q2' })).toMatchObject({ terms: { side: 'Sell' } });
  });

  it.each([
    [undefined, { side: 'BUY' }, 'expected quote request R1 at the venue, found empty'],
    [TWO, { requestId: undefined }, 'expected a requestId, found none'],
    [TWO, {}, 'expected --side BUY or SELL for two-sided quotes, found none'],
    [TWO, { side: 'BUY', quoteId: 'Q9' }, 'in force (Q1, Q2, Q3), found "Q9"; leave out --quoteId'],
    [[], { side: 'BUY' }, 'expected a quoteId in force (there is none), found none'],
    [[quote('Q1', 1.1, null)], { side: 'BUY', quoteId: 'Q1' }, 'expected a rate of that side'],
    [[quote('Q1', 1.1, null)], { side: 'BUY' }, 'expected a quoteId in force (Q1)'],
  ])('of %j by %j is refused', async (quotes, input, expected) => {
    expect(await find(quotes, input)).toContain(expected);
  });
});
