// Random scripts of orders of all types, valid and invalid, dense enough to make them meet.
import {
  createInstrument,
  unwrap,
  UNLIMITED,
  type Instant,
  type Instrument,
} from '../../src/domain/index.js';
import { drawRequest, type Quoted, type Scene } from './order-requests.js';
import {
  ONE_PROVIDER,
  ORGS,
  type NamedStep,
  type OrderScript,
  type OrderSettings,
  type OrderStep,
  type QuotedStep,
  type ScriptProvider,
} from './order-script.js';
import { createDraw, type Draw } from './script.js';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;

/** The last is so cheap that a price is sometimes not above 0, and a term unit worth many. */
const MARKET: readonly (readonly [string, object, number])[] = [
  ['EUR/USD', { minSize: 1000, sizeIncrement: 500 }, 109_520],
  ['USD/JPY', { minSize: 1000, sizeIncrement: 1000 }, 148_250],
  ['EUR/JPY', { minSize: 0.01, sizeIncrement: 0.01 }, 160_007],
  ['BTC/USD', { minSize: 0.01, sizeIncrement: 0.001, ratePrecision: 2 }, 6],
];

/** 17:00 in New York: of a day in summer, of a Friday in winter, of a Sunday; and plain days. */
const STARTS: readonly Instant[] = [
  Date.UTC(2026, 6, 1, 21) * 1000,
  Date.UTC(2026, 0, 9, 22) * 1000,
  Date.UTC(2026, 6, 5, 21) * 1000,
  Date.UTC(2026, 2, 3, 9) * 1000,
];

/** A script of `size` steps and, after a pause, a closing rate per symbol. */
export function generateOrderScript(random: () => number, size: number): OrderScript {
  const draw = createDraw(random);
  const settings = drawSettings(draw);
  const house = drawHouse(draw);
  const first = draw.int(0, 3);
  const market = MARKET.slice(first, first + draw.pick([1, 1, 2, 4])).map(createQuoted);
  const withAlgos = draw.chance(0.5);
  const steps: OrderStep[] = [];
  const scene: Scene = { ...house, market, withAlgos, names: [], rates: [], at: 0 };
  scene.at = draw.pick(STARTS) - draw.pick([0, 1, 2, 5, 10]) * SECOND;
  while (steps.length < size) {
    for (let left = draw.pick([0, 1, 1, 1, 2, 3]); left > 0; left--) {
      steps.push(drawRate(draw, scene, draw.pick(market)));
    }
    for (let left = draw.pick([0, 0, 1, 1, 2, 5]); left > 0; left--) {
      steps.push(drawAsk(draw, scene));
    }
    scene.at += drawPause(draw, settings.latencyOrders, withAlgos);
  }
  scene.at += settings.latencyOrders + SECOND;
  for (const entry of market) steps.push(drawRate(draw, scene, entry));
  return { settings, ...house, instruments: market.map(({ instrument }) => instrument), steps };
}

function createQuoted([symbol, terms, middle]: (typeof MARKET)[number], index: number): Quoted {
  return { instrument: unwrap(createInstrument(index, symbol, terms)), middle };
}

function drawSettings(draw: Draw): OrderSettings {
  const isLimited = draw.chance(0.3);
  return {
    latencyOrders: draw.pick([0, 0, 1, 1_000, 250_000, SECOND, 2 * SECOND + 7]),
    fillTiming: draw.pick(['arrival', 'next-rate']),
    rateLife: draw.pick([SECOND, 10 * SECOND]),
    maxSize: isLimited ? { 'EUR/USD': 6000, 'BTC/USD': 0.05 } : {},
    credit: isLimited ? { Alpha: draw.pick([8000, 20_000]), Beta: 3000 } : {},
    hours: draw.pick(['always', 'always', 'always', 'daily', 'weekly']),
  };
}

/** Half the houses have one provider, whose rate is the market's; the others have levels. */
function drawHouse(draw: Draw): Pick<OrderScript, 'providers' | 'orgs'> {
  if (draw.chance(0.5)) return { providers: ONE_PROVIDER, orgs: ORGS };
  const ids = ['LP1', 'LP2', 'LP3', 'LP4'].slice(0, draw.int(2, 4));
  const providers = ids.map((id): ScriptProvider => {
    const widen = draw.pick([0, 0, 0.1, 0.2, 100]);
    const skew = draw.pick([0, 0, 0, 0.1, -0.1, 0.3]);
    const sizeFactor = draw.pick([1, 1, 0.5, 2, 3.333]);
    const provider = { id, widen: draw.chance(0.1) ? 1 : widen, skew, sizeFactor };
    return draw.chance(0.15) ? { ...provider, symbols: ['EUR/USD', 'BTC/USD'] } : provider;
  });
  const some = () => {
    const kept = ids.filter(() => draw.chance(0.6));
    return kept.length > 0 ? kept : draw.chance(0.9) ? ids : [];
  };
  const orgs = ORGS.map((org) => {
    const isDry = org.rfsProviders.length === 0;
    return { ...org, spotProviders: some(), rfsProviders: isDry ? [] : some() };
  });
  return { providers, orgs };
}

/** Above 0; often the latency, or a pause that slices and expiries have too. */
function drawPause(draw: Draw, latency: number, withAlgos: boolean): number {
  if (!withAlgos && draw.chance(0.03)) return draw.pick([HOUR, 24 * HOUR, 25 * HOUR, 49 * HOUR]);
  const short = [1, draw.int(2, 3_000), 250_000, 500_000, SECOND, SECOND, 10_000];
  return draw.pick([...short, latency || 1, latency || 1]);
}

function drawRate(draw: Draw, { at, rates }: Scene, entry: Quoted): QuotedStep {
  const { instrument } = entry;
  entry.middle = Math.max(3, entry.middle + draw.int(-2, 2));
  const bidTicks = entry.middle - draw.int(0, 1);
  const offerTicks = entry.middle + draw.pick([0, 1, 1, 2]);
  const [bidUnits, offerUnits] = [drawShown(draw, instrument), drawShown(draw, instrument)];
  const rateId = `rate-${rates.length + 1}`;
  const step: QuotedStep = {
    ...{ at, kind: 'rate', rateId, symbol: instrument.symbol },
    ...{ bidTicks, offerTicks, bidUnits, offerUnits },
  };
  rates.push(step);
  return step;
}

function drawShown(draw: Draw, { minSize, sizeIncrement }: Instrument): number {
  const lots = minSize + sizeIncrement * draw.int(0, 12);
  return draw.pick([0, 1, minSize, lots, lots, lots + 1, 3 * lots, 900 * lots, UNLIMITED]);
}

function drawAsk(draw: Draw, scene: Scene): OrderStep {
  const { at, names } = scene;
  if (names.length === 0 || draw.chance(0.72)) {
    const { user, request } = drawRequest(draw, scene);
    return { at, kind: 'place', user, request };
  }
  if (draw.chance(0.05)) return { at, kind: 'cancel-all', user: draw.pick(['ann', 'ben']) };
  const kind: NamedStep['kind'] = draw.pick(['cancel', 'cancel', 'suspend', 'resume', 'query']);
  const known = draw.pick(draw.chance(0.7) ? names.slice(-6) : names);
  const [user = '', coId = ''] = known.split('/');
  return { at, kind, user, coId: draw.chance(0.03) ? 'unknown' : coId };
}
