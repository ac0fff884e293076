// The venue of a world: the simulator without sockets, with rates generated from the seed.
import {
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  MINUTE,
  type Result,
} from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import { type LocalVenue, openLocalVenue, type SimulatorSettings } from '../../simulator/index.js';

/** Login of the bot. Its password must not appear in anything that the bot writes. */
export const BOT_LOGIN = {
  user: 'torture',
  org: 'TortureOrg',
  password: 'canary-password-a81f4c',
} as const;

/** Customer of the bot's quote requests. */
export const BOT_CUSTOMER = { org: BOT_LOGIN.org, account: 'TortureLE' } as const;

/** The broker user who amends and busts trades. */
const DESK = {
  user: 'desk',
  org: BOT_LOGIN.org,
  password: 'not-the-bots',
  account: BOT_CUSTOMER.account,
  role: 'broker',
} as const;

/** Life of a token after a login or renewal. */
export const TOKEN_LIFE: Micros = MINUTE;

/** High enough that the venue forgets nothing during a world. */
const MAX_ORDERS = 1_000_000;

/** Initial mids of common symbols. */
const MIDS: Readonly<Record<string, number>> = {
  'EUR/USD': 1.1427,
  'GBP/USD': 1.3351,
  'USD/JPY': 147.15,
  'AUD/USD': 0.6544,
  'USD/CHF': 0.8012,
  'EUR/GBP': 0.8559,
  'USD/MXN': 18.65,
  'USD/CAD': 1.3705,
  'USD/TRY': 41.2,
  'NZD/USD': 0.5961,
  'BTC/USD': 61_250,
};

export function openWorldVenue(
  seed: number,
  epoch: Instant,
  instruments: readonly Instrument[],
  profile: VenueProfile,
): Result<LocalVenue> {
  const random = createRandom(seed, 'world/venue');
  const symbols = Object.fromEntries(
    instruments.map((instrument) => [instrument.symbol, createRates(instrument, random)]),
  );
  const terms = Object.fromEntries(
    instruments.map(({ symbol, ratePrecision, pipFactor, baseDecimals, termDecimals }) => [
      symbol,
      { ratePrecision, pipFactor, baseDecimals, termDecimals },
    ]),
  );
  const generator = { seed, week: false, symbols };
  const settings: SimulatorSettings = {
    port: 0,
    controlToken: 'not-served',
    users: [{ ...BOT_LOGIN, account: BOT_CUSTOMER.account }, DESK],
    rates: {
      sources: [{ kind: 'generator', generator, terms }],
      origin: 'recording',
      startAt: epoch,
      speed: 0,
    },
    profile,
    venue: {
      latency: {
        rates: 0,
        orders: Math.floor(random() * 50) * MILLISECOND,
        replies: Math.floor(random() * 50) * MILLISECOND,
      },
      fillTiming: random() < 0.5 ? 'arrival' : 'next-rate',
      tokenLife: TOKEN_LIFE,
      seed,
      maxEndedOrders: MAX_ORDERS,
      maxTrades: MAX_ORDERS,
    },
  };
  return openLocalVenue(settings, epoch);
}

function createRates({ symbol, term, ratePrecision }: Instrument, random: () => number) {
  const price = MIDS[symbol] ?? (term === 'JPY' ? 150 : 1);
  return {
    price: Number(price.toFixed(ratePrecision)),
    volatility: 0.5 + random() * 5,
    reversion: 86_400_000_000,
    interval: (100 + Math.floor(random() * 900)) * MILLISECOND,
    spread: 0.2,
    size: 500_000,
    regimes: [{ volatility: 1, spread: 1, interval: 1, life: 30 * MINUTE }],
  };
}
