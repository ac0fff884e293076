// Random order requests of all types: most are valid, some have one thing wrong.
import { formatVenueTime, type Instant, type Instrument } from '../../src/domain/index.js';
import { fromScaled } from '../../src/domain/numbers/index.js';
import {
  ORDER_TYPES,
  TIMES_IN_FORCE,
  type OrderRequest,
  type OrderRequestDetails,
} from '../../src/domain/orders/index.js';
import { createBook, findBest } from './naive-levels.js';
import type { QuotedStep, ScriptOrg, ScriptProvider } from './order-script.js';
import type { Draw } from './script.js';

export interface Quoted {
  readonly instrument: Instrument;
  middle: number;
}

/** What has happened in the script so far. */
export interface Scene {
  readonly market: readonly Quoted[];
  readonly withAlgos: boolean;
  readonly providers: readonly ScriptProvider[];
  readonly orgs: readonly ScriptOrg[];
  /** `user/coId` of what was asked for. */
  readonly names: string[];
  readonly rates: QuotedStep[];
  at: Instant;
}

type Details = { -readonly [K in keyof OrderRequestDetails]: OrderRequestDetails[K] };
type Request = { -readonly [K in keyof OrderRequest]: OrderRequest[K] };

/** What is drawn of an order before its fields are. */
interface Sketch {
  readonly entry: Quoted;
  readonly inTerm: boolean;
  readonly buysBase: boolean;
  readonly request: Request;
  readonly details: Details;
}

const TYPES = [
  ...(['Limit', 'Limit', 'Limit', 'Market', 'AtBest', 'Stop', 'Stop', 'StopLimit'] as const),
  ...(['StopLimit', 'Pegged', 'Pegged', 'Pegged', 'PQ', 'Limit', 'Algo', 'Algo'] as const),
];

const LASTING = ['GTC', 'GTC', 'GTT', 'GTT', 'DAY'] as const;
const ANY = [...LASTING, ...LASTING, 'IOC', 'FOK'] as const;

export function drawRequest(draw: Draw, scene: Scene) {
  const user = draw.pick([
    ...['ann', 'ann', 'ann', 'ann', 'ann', 'ann', 'ann', 'ben', 'ben', 'ben', 'ben'],
    ...(draw.chance(0.2) ? ['dee', 'dee', 'reader'] : []),
  ]);
  const sketch = drawSketch(draw, scene);
  const { request, details } = sketch;
  const again = scene.names.length > 0 && draw.chance(0.03);
  const name = again ? draw.pick(scene.names) : `${user}/order-${scene.names.length + 1}`;
  request.coId = name.split('/')[1];
  drawType(draw, scene, sketch);
  drawShownFields(draw, sketch);
  drawOwner(draw, user, sketch);
  if (draw.chance(0.06)) spoil(draw, sketch);
  if (!again && request.coId !== undefined) scene.names.push(name);
  return { user, request: Object.keys(details).length > 0 ? { ...request, details } : request };
}

function drawSketch(draw: Draw, { market, withAlgos }: Scene): Sketch {
  const entry = draw.pick(market);
  const { instrument, middle } = entry;
  const inTerm = draw.chance(0.3);
  const side = draw.pick(['Buy', 'Sell']);
  const types = withAlgos ? TYPES : TYPES.slice(0, -2);
  const { minSize, sizeIncrement, baseDecimals, termDecimals, ticksPerUnit } = instrument;
  const lots = minSize + sizeIncrement * draw.pick([0, draw.int(0, 12), draw.int(0, 40)]);
  const base = fromScaled(lots, baseDecimals);
  const worth = Math.round(((base * middle) / ticksPerUnit) * 10 ** termDecimals);
  const term = Math.max(1, worth + draw.pick([0, 0, draw.int(-3, 3)]));
  const size = inTerm ? fromScaled(term, termDecimals) : base;
  const currency = inTerm ? instrument.term : instrument.base;
  const type = draw.pick(types);
  const request: Request = { type, side, symbol: instrument.symbol, currency, size };
  return { entry, inTerm, buysBase: (side === 'Buy') !== inTerm, request, details: {} };
}

function drawType(draw: Draw, scene: Scene, sketch: Sketch): void {
  const { request, details, entry, buysBase } = sketch;
  const { type } = request;
  if (type === 'Limit') request.timeInForce = draw.pick(ANY);
  if (type === 'Market') request.timeInForce = draw.pick(['IOC', 'GTT']);
  if (type === 'AtBest' || type === 'PQ') request.timeInForce = 'FOK';
  if (type === 'AtBest') details.valueDate = draw.pick(['2026-08-12', '2026-07-10']);
  if (type !== 'AtBest' && type !== 'Pegged' && type !== 'Algo') {
    request.price = drawPrice(draw, entry);
  }
  if (type === 'Stop' || type === 'StopLimit') {
    request.timeInForce = draw.pick(ANY);
    if (type === 'Stop' && draw.chance(0.1)) delete request.timeInForce;
    details.stopPrice = toPrice(entry, entry.middle + draw.int(-3, 3));
    details.execFlags = [draw.pick(['BidTrigger', 'OfferTrigger', 'MidTrigger'])];
    // Mostly a price that is reached.
    if (draw.chance(0.7)) {
      request.price = toPrice(entry, entry.middle + (buysBase ? 1 : -1) * draw.int(0, 6));
    }
  }
  if (type === 'Pegged') drawPeg(draw, sketch);
  if (type === 'PQ') drawQuote(draw, scene, sketch);
  if (type === 'Algo') drawAlgo(draw, scene, sketch);
  if (request.timeInForce === 'GTT') request.expiryTime = draw.pick([1, 1, 2, 3, 60, 86_399]);
}

function drawPrice(draw: Draw, entry: Quoted): number {
  if (draw.chance(0.04)) return toPrice(entry, draw.pick([1, entry.middle * 2, entry.middle * 9]));
  return toPrice(entry, entry.middle + draw.int(-3, 3));
}

function toPrice({ instrument }: Quoted, ticks: number): number {
  return fromScaled(Math.max(1, ticks), instrument.ratePrecision);
}

function drawPeg(draw: Draw, { request, details, entry }: Sketch): void {
  request.timeInForce = draw.pick(ANY);
  details.pegPriceType = draw.pick(['Mid', 'Mid', 'Bid', 'Offer']);
  const { ticksPerUnit, pipFactor } = entry.instrument;
  if (draw.chance(0.7)) {
    details.pegOffsetValue = (draw.int(-3, 3) * pipFactor) / ticksPerUnit;
  }
  if (draw.chance(0.3)) request.price = drawPrice(draw, entry);
}

function drawQuote(draw: Draw, scene: Scene, { request, details, entry, buysBase }: Sketch) {
  const { rates, providers } = scene;
  const own = rates.filter(({ symbol }) => symbol === entry.instrument.symbol);
  const choices = draw.chance(0.9) ? own.slice(-3) : rates;
  const rate = choices.length > 0 ? draw.pick(choices) : undefined;
  details.rateId = 'rate-none';
  if (rate === undefined) return;
  const viewer = draw.pick(scene.orgs);
  if (draw.chance(0.97)) details.rateId = `${rate.rateId}/${viewer.org}`;
  const book = createBook(rate, providers, entry.instrument);
  const best = findBest(book, viewer.spotProviders) ?? book;
  const [ticks, other] = buysBase ? [best.offer, best.bid] : [best.bid, best.offer];
  const wrong = draw.pick([other, ticks + 1n]);
  request.price = toPrice(entry, Number(draw.chance(0.9) ? ticks : wrong));
}

function drawAlgo(draw: Draw, { at }: Scene, { request, details, entry, inTerm }: Sketch): void {
  const { instrument } = entry;
  request.timeInForce = draw.pick(LASTING);
  details.targetStrategy = 'TWAP';
  if (draw.chance(0.5)) request.price = drawPrice(draw, entry);
  if (draw.chance(0.6)) {
    const part = request.size! / draw.pick([1, 2, 3, 4, 7]);
    const decimals = inTerm ? instrument.termDecimals : instrument.baseDecimals;
    const units = Math.max(1, Math.round(part * 10 ** decimals));
    const { sizeIncrement: step } = instrument;
    const whole = inTerm ? units : Math.max(step, units - (units % step));
    details.sliceSize = fromScaled(whole, decimals);
  } else if (draw.chance(0.7)) {
    details.tobRange = draw.pick([10, 33.3333, 50, 100, 250]);
  }
  if (draw.chance(0.9)) details.sliceInterval = draw.pick([50, 250, 500, 1000, 2000]);
  if (draw.chance(0.5)) details.passiveTime = draw.pick([0, 0, 10, 250, 500, 1000]);
  else details.passiveTimeFactorPercentage = draw.pick([0, 12.3456, 50, 100]);
  if (draw.chance(0.3)) details.randomizeSliceSizePercentage = draw.pick([0, 10, 33.3333, 100]);
  if (draw.chance(0.3)) {
    details.randomizeSliceIntervalPercentage = draw.pick([0, 10, 33.3333, 100]);
  }
  if (draw.chance(0.3)) details.executionStartTime = draw.pick(['0', '0.25', '1', '2']);
  if (draw.chance(0.5)) {
    const seconds = draw.pick([3, 4, 5, 8]);
    const ends = [String(seconds), formatVenueTime(at + seconds * 1_000_000)];
    details.executionEndTime = draw.pick(ends);
  }
  if (draw.chance(0.6)) details.actionOnExpiry = draw.pick(['NoAction', 'FillAtMarket', 'Twap']);
}

function drawShownFields(draw: Draw, { request, details, entry, inTerm }: Sketch): void {
  const { baseDecimals, termDecimals } = entry.instrument;
  const decimals = inTerm ? termDecimals : baseDecimals;
  const units = Math.round(request.size! * 10 ** decimals);
  const part = () => fromScaled(Math.floor(units / draw.pick([1, 2, 3, 5, 10])), decimals);
  if (draw.chance(0.2)) details.minQty = draw.pick([0, part(), part(), part()]);
  if (draw.chance(0.25)) details.maxShow = draw.pick([0, part(), part(), part(), part()]);
}

function drawOwner(draw: Draw, user: string, { request, details, entry }: Sketch): void {
  if (user === 'ann' && draw.chance(0.1)) {
    const org = draw.pick(['Beta', 'Beta', 'Dry']);
    Object.assign(details, { org, account: `${org}1` });
    request.price ??= drawPrice(draw, entry);
  } else if (draw.chance(0.05)) {
    details.account = draw.pick(['Alpha1', 'Alpha2', 'Beta1']);
  }
}

/** Makes one thing wrong, or drops it. */
function spoil(draw: Draw, { request, details }: Sketch): void {
  const fields = ['coId', 'type', 'timeInForce', 'side', 'symbol', 'currency', 'size', 'price'];
  const more = ['rateId', 'valueDate', 'stopPrice', 'execFlags', 'pegPriceType', 'targetStrategy'];
  if (draw.chance(0.4)) {
    const field = draw.pick([...fields, ...more]);
    Reflect.deleteProperty(fields.includes(field) ? request : details, field);
    return;
  }
  const wrong: readonly (() => void)[] = [
    () => (request.type = draw.pick(['Iceberg', ...ORDER_TYPES])),
    () => (request.timeInForce = draw.pick(['GTX', ...TIMES_IN_FORCE])),
    () => (request.expiryTime = draw.pick([0, -1, 86_400, 1.5, 10])),
    () => (request.side = 'Hold'),
    () => (request.symbol = 'EUR/XXX'),
    () => (request.currency = 'XXX'),
    () => (request.size = draw.pick([0, -1000, 1e-9, 999.99, 1234.567])),
    () => (request.price = draw.pick([0, -1, 1.123_456_7])),
    () => Object.assign(details, { org: draw.pick(['Nobody', 'Nowhere', 'Beta']) }),
    () => (details.account = 'Nobody1'),
    () => (details.priceType = draw.pick(['Spot', 'Forward'])),
    () => (details.valueDate = 'tomorrow'),
    () => (details.stopPrice = draw.pick([0, -1, 1.123_456_7])),
    () => (details.execFlags = ['LastTrigger']),
    () => (details.minQty = draw.pick([-1, 1e12])),
    () => (details.maxShow = draw.pick([-1, 1e12, request.size! / 5000])),
    () => (details.pegPriceType = 'Last'),
    () => (details.pegOffsetValue = 0.0123),
    () => (details.targetStrategy = 'VWAP'),
    () => (details.tobRange = draw.pick([-1, 1000.1, 50.00001])),
    () => (details.passiveTimeFactorPercentage = draw.pick([-1, 100.1])),
    () => (details.sliceInterval = draw.pick([9, 604_800_001, 10.5])),
    () => (details.passiveTime = draw.pick([-1, 604_800_001])),
    () => (details.executionStartTime = draw.pick(['soon', '604801', '-1'])),
    () => (details.executionEndTime = draw.pick(['late', '0'])),
    () => (details.actionOnExpiry = 'Sell'),
  ];
  draw.pick(wrong)();
}
