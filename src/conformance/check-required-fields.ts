// Checks point 9 with minimum-size orders that lack a field, far from the market, soon cancelled.
import { TIMES_IN_FORCE } from '../domain/orders/index.js';
import { type OpenOrderType, OPEN_NEEDS, type ProfileChanges } from '../protocol/profile/index.js';
import type { Context, WriteTools } from './context.js';
import { differs, type Finding, held, untested } from './finding.js';
import { isFields } from './names.js';
import { findInstrument, order, place, REST, toPrice } from './order-tools.js';

type Findings = AsyncGenerator<Finding, void>;
type Fields = Readonly<Record<string, unknown>>;

interface Touch {
  readonly bid: number;
  readonly offer: number;
}

const LIFE_SECONDS = 60;
const USUAL_TIME = { timeInForce: 'GTT', expiryTime: LIFE_SECONDS };

export async function* checkNeeds(context: Context, tools: WriteTools, touch: Touch): Findings {
  const prober = new Prober(context, tools);
  const low = toPrice(context, touch.bid * REST);
  // Cannot fill for two reasons: the trigger is above the market, the limit below it.
  const high = toPrice(context, touch.offer * (2 - REST));
  const stop = { price: low, stopPrice: high, execFlags: ['OfferTrigger'] };
  const times: string[] = [];
  for (const timeInForce of TIMES_IN_FORCE) {
    const life = timeInForce === 'GTT' ? { expiryTime: LIFE_SECONDS } : {};
    const verdict = await prober.probe({ type: 'Stop', ...stop, timeInForce, ...life });
    if (verdict === 'unknown') {
      yield untested(9, 'stopTimes', prober.obstacle, prober.evidence);
      return;
    }
    if (verdict === 'taken') times.push(timeInForce);
  }
  yield toTimes(context, prober, times);
  const [timeInForce = ''] = times.filter((one) => one !== 'GTT');
  const { pipFactor } = findInstrument(context);
  const pegOffsetValue = -Math.round(touch.bid * (1 - REST) * pipFactor);
  const pegPriceType = context.profile.pegPriceTypes.Bid;
  const peg = { price: low, pegPriceType, pegOffsetValue };
  const all: Readonly<Record<OpenOrderType, Fields>> = {
    Stop: { ...stop, timeInForce },
    StopLimit: { ...stop, ...USUAL_TIME },
    Pegged: { ...peg, ...USUAL_TIME },
  };
  for (const type of ['Stop', 'StopLimit', 'Pegged'] as const) {
    yield await findNeeds(context, prober, type, { type, ...all[type] });
  }
}

function toTimes(context: Context, prober: Prober, times: readonly string[]): Finding {
  const { stopTimes } = context.profile;
  const { evidence } = prober;
  if (times.length === 0) return untested(9, 'stopTimes', prober.obstacle, evidence);
  const subject = { point: 9, field: 'stopTimes', assumed: stopTimes.join(', '), evidence };
  const isSame = times.length === stopTimes.length && stopTimes.every((one) => times.includes(one));
  if (isSame) return held(subject);
  return differs(subject, times.join(', '), { stopTimes: times } as ProfileChanges);
}

/**
 * Finds which open fields an order type requires: those without which the venue rejects the order.
 */
async function findNeeds(
  context: Context,
  prober: Prober,
  type: OpenOrderType,
  whole: Fields,
): Promise<Finding> {
  const field = `orderNeeds.${type}`;
  const first = await prober.probe(whole);
  if (first !== 'taken') return untested(9, field, prober.obstacle, prober.evidence);
  const needs: string[] = [];
  for (const name of OPEN_NEEDS[type]) {
    const lacking: Record<string, unknown> = { ...whole };
    Reflect.deleteProperty(lacking, name);
    if (name === 'timeInForce') Reflect.deleteProperty(lacking, 'expiryTime');
    const verdict = await prober.probe(lacking);
    if (verdict === 'unknown') return untested(9, field, prober.obstacle, prober.evidence);
    if (verdict === 'refused') needs.push(name);
  }
  const assumed: readonly string[] = context.profile.orderNeeds[type];
  const { evidence } = prober;
  const subject = { point: 9, field, assumed: assumed.join(', ') || 'none', evidence };
  const isSame = needs.length === assumed.length && assumed.every((name) => needs.includes(name));
  if (isSame) return held(subject);
  const changes = { orderNeeds: { [type]: needs } } as ProfileChanges;
  return differs(subject, needs.join(', ') || 'none', changes);
}

/** Places orders one at a time and cancels accepted ones. */
class Prober {
  readonly #context: Context;
  readonly #tools: WriteTools;
  #count = 0;
  /** Last request with its response. */
  evidence = '';
  /** Why the last order was not accepted. */
  obstacle = 'not sent';

  constructor(context: Context, tools: WriteTools) {
    this.#context = context;
    this.#tools = tools;
  }

  /** `refused` needs a 400: only that status rejects the order's fields. */
  async probe(fields: Fields): Promise<'taken' | 'refused' | 'unknown'> {
    const { send } = this.#tools;
    this.#count += 1;
    const input: Record<string, unknown> = { ...order(this.#context, 'Buy', 1, fields) };
    if (fields['price'] === undefined) Reflect.deleteProperty(input, 'price');
    const name = `needs-${String(this.#count)}`;
    const placed = await place(this.#context, this.#tools, name, input);
    if (typeof placed === 'string') {
      this.obstacle = placed;
      return 'unknown';
    }
    const { status, body, evidence } = placed;
    this.evidence = `${JSON.stringify(input)} ${evidence}`;
    if (status < 200 || status > 299) {
      this.obstacle = `an order got status ${String(status)}`;
      return status === 400 ? 'refused' : 'unknown';
    }
    const id = isFields(body) ? body['orderId'] : undefined;
    if (typeof id === 'string') await this.#context.write(send, 'cancelOrder', { id });
    return 'taken';
  }
}
