// One contract, two gateways: the same requests for quotes get the same quotes, the same
// acceptances and withdrawals the same answers, and the same deals come of them.
import { expect, it } from 'vitest';
import { MILLISECOND, SECOND } from '../../../src/domain/index.js';
import { DEFAULT_PROVIDERS } from '../../../src/venue/models/providers.js';
import { collectQuotes, collectRequests, generateRequests } from '../../gateway/contract-quotes.js';
import { type Providers, runLocal, runRemote } from '../../gateway/contract-runs.js';

const REQUESTS = 300;
const [ONE] = DEFAULT_PROVIDERS;

function createProvider(
  id: string,
  quotes: Partial<Providers[number]['quotes']>,
): Providers[number] {
  return { ...ONE!, id, quotes: { ...ONE!.quotes, maxSize: 3_500_000, ...quotes } };
}

/**
 * LP1 renews in time; quotes of LP2 expire while an acceptance of a whole second is on its way; LP3
 * looks long and turns down what has moved, and some of the rest. Nobody quotes the largest sizes.
 */
const PROVIDERS: Providers = [
  createProvider('LP1', {}),
  createProvider('LP2', { delay: 990 * MILLISECOND, refresh: 2 * SECOND, life: 2 * SECOND }),
  createProvider('LP3', { hold: 400 * MILLISECOND, maxMove: 0.1, rejectShare: 0.2 }),
];

it(`both gateways deal the same for ${REQUESTS} generated quote requests`, async () => {
  const script = generateRequests(
    REQUESTS,
    PROVIDERS.map(({ id }) => id),
  );
  const localEvents = await runLocal(script, PROVIDERS);
  const remoteEvents = await runRemote(script, PROVIDERS);
  const local = collectRequests(localEvents);
  expect(collectRequests(remoteEvents)).toEqual(local);
  // What a poll has seen, the venue has made; what it made is heard but for what was replaced.
  const made = collectQuotes(localEvents);
  const seen = collectQuotes(remoteEvents);
  expect(seen.size).toBeGreaterThan(REQUESTS);
  for (const [id, quote] of seen) expect(quote).toEqual(made.get(id));
  const parts = Object.values(local).map(({ word }) => word.trim());
  expect([...new Set(parts)].sort()).toEqual([
    'REQUEST_EXPIRED',
    'REQUEST_REJECTED NoLiquidity',
    'REQUEST_WITHDRAWN',
    'TRADE_REJECTED LastLook',
    'TRADE_REJECTED PriceMoved',
    'TRADE_REJECTED QuoteExpired',
    'TRADE_VERIFIED',
  ]);
  const answers = Object.values(local).flatMap((one) => one.answers);
  expect([...new Set(answers)].sort()).toEqual([
    'accept 202 ',
    'accept 400 BuySellMismatch',
    'accept 400 InvalidQuoteID',
    'accept 400 QuoteExpired',
    'accept 400 RequestNotActive',
    'rfs 202 ',
    'withdraw 202 ',
    'withdraw 400 RequestNotActive',
  ]);
});
