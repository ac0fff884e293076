// A simulator with something to see in every area, in the words of a profile, and its conformance.
import { createVenueClient, prepareCall } from '../../src/client/index.js';
import {
  type ConformanceResult,
  type Extra,
  runConformance,
  type WriteTools,
} from '../../src/conformance/index.js';
import { createInstrument, MILLISECOND, MINUTE, unwrap } from '../../src/domain/index.js';
import { fromScaled } from '../../src/domain/numbers/index.js';
import { ROUTES } from '../../src/protocol/index.js';
import {
  createProfile,
  type ProfileChanges,
  profileSchema,
} from '../../src/protocol/profile/index.js';
import {
  custodySchema,
  dataSetsSchema,
  forwardsSchema,
  toCustodySettings,
} from '../../src/venue/index.js';
import { createOrder, start, START, USER } from '../simulator/harness.js';
import { HMAC } from '../simulator/signed.js';

export const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));

const CUSTODY = toCustodySettings(
  custodySchema.parse({
    assets: [{ currency: 'BTC', networks: ['BTC'] }],
    balances: [{ org: USER.org, currency: 'BTC', amount: 2 }],
    deposits: [{ org: USER.org, currency: 'BTC', amount: 0.5, after: '1s' }],
  }),
);
const SETS = dataSetsSchema.parse([{ id: 'Live', kind: 'regular', symbols: ['EUR/USD'] }]);
const FORWARDS = forwardsSchema.parse({ 'EUR/USD': [{ tenor: '1W', bid: 3.1, offer: 3.3 }] });

const TOKEN_LIFE = MINUTE;
const LEAST = fromScaled(EURUSD.minSize, EURUSD.baseDecimals);

/** A simulator that speaks a profile, in which an order has been filled and a deposit arrived. */
export async function startSpoken(file: object) {
  const profile = createProfile(profileSchema.parse(file));
  const http = await start({
    profile,
    users: [{ ...USER, hmac: HMAC, role: 'broker' }],
    custody: CUSTODY,
    venue: {
      ...{ marketDataSets: SETS, forwards: FORWARDS, tokenLife: TOKEN_LIFE },
      // Enough for the position of before and one more order.
      limits: { credit: { [USER.org]: 100_000 + LEAST } },
    },
  });
  const { url: baseUrl, clock } = http.simulator;
  const client = unwrap(
    createVenueClient({
      ...{ baseUrl, user: USER.user, password: USER.password, org: USER.org, profile },
      findInstrument: () => EURUSD,
      now: () => START * MILLISECOND,
    }),
  );
  unwrap(await client.login());
  await client.placeOrder(JSON.stringify(createOrder('before')), 'before', 1);
  await client.close();
  await http.moveTo(5_000);
  let at = 5_000;
  const pause = async () => {
    await http.moveTo((at += 50));
  };
  /** Until nobody is logged in any more. */
  const forget = async () => {
    await http.moveTo((at += TOKEN_LIFE / MILLISECOND + 1));
  };
  await forget();
  return { baseUrl, now: () => clock.now(), pause, forget, http };
}

let walks = 0;

/** Sends without a gate: that is not what is tested here. */
function createTools(kept: string[]): WriteTools {
  walks += 1;
  return {
    idPrefix: `walk-${String(walks)}`,
    send: async (client, id, input) => {
      await client.carry(unwrap(prepareCall(ROUTES[id], input)));
      return undefined;
    },
    keep: (records) => kept.push(records),
  };
}

interface Way {
  readonly signs?: boolean;
  readonly extras?: readonly Extra[];
  /** Takes what was downloaded. */
  readonly kept?: string[];
}

/** Conformance of a simulator with a profile; by reads alone unless it may do more. */
export async function walk(
  { baseUrl, now, pause }: Awaited<ReturnType<typeof startSpoken>>,
  changes: readonly ProfileChanges[] = [],
  { signs = false, extras = [], kept = [] }: Way = {},
): Promise<ConformanceResult> {
  const { user, password, org } = USER;
  const credentials = signs ? { hmac: HMAC } : { user, password, org };
  const profile = changes.reduce((made, one) => createProfile(one, made), createProfile({}));
  const venue = { baseUrl, credentials, instruments: [EURUSD], now, pause };
  const options = {
    ...{ profile, sets: ['Live'], notify: () => undefined },
    ...{ extras: new Set(extras), tools: createTools(kept) },
  };
  return unwrap(await runConformance(venue, options));
}

export function listPoints({ points }: ConformanceResult, verdict: string): readonly number[] {
  return points.filter((one) => one.verdict === verdict).map(({ point }) => point);
}
