// Finds what responses oblige a bot to: a halt of everything, or no orders until an operator
// resumes. Reads only the bytes of responses and of orders that left, with no code of the bot.
import { isRecord } from '../../validation/index.js';
import type { Micros } from '../../domain/index.js';
import type { Plan } from '../../plan/index.js';
import type { LocalAnswer } from '../../simulator/index.js';
import { findCoId, isPlace } from '../platform/request-kinds.js';
import type { VirtualTime } from '../platform/time.js';
import type { WireCall } from '../platform/wire-types.js';
import type { Bot } from './bot.js';
import type { RequestWatchers } from './departures.js';

type Fields = Readonly<Record<string, unknown>>;

/** An order as it left. */
interface Sent {
  readonly bot: Bot;
  readonly order: Fields;
  /** Number of times the order left. */
  times: number;
}

/** Fields that the venue reports as they were sent. */
const ECHOED = ['symbol', 'size', 'currency'] as const;
/** Side for which a higher price is worse. */
const BUY = 'Buy';
const SIDES: readonly unknown[] = ['Buy', 'Sell'];
const CODE_FIELDS = ['errorCode', 'reason', 'reasonCode', 'code', 'error'];
const PREFIX = 'RequestValidationError.';
const BAD_REQUEST = 400;

/** What the check needs of its world. */
export interface ObligedWorld {
  readonly time: Pick<VirtualTime, 'now'>;
  readonly plan: Pick<Plan, 'policy'>;
  readonly faults: readonly string[];
  /** Runs of the bot, in order. */
  readonly bots: readonly Bot[];
  /** Client ids that the bot's journal has lost. */
  readonly forgotten: ReadonlySet<string>;
  isOnOwnState(bot: Bot): boolean;
}

export class Obligations {
  readonly #world: ObligedWorld;
  readonly #sent = new Map<string, Sent>();
  readonly #handedAt = new WeakMap<WireCall, Micros>();
  /** By run and client order id: time and venue id of the last response about an order. */
  readonly #told = new Map<string, { at: Micros; orderId: string }>();
  /** Trades reported to a bot of this state; a repeated report has no effect. */
  readonly #trades = new Set<unknown>();
  /** Orders whose responses require a halt, with the first run that received one. */
  readonly #halting = new Map<string, Bot>();

  constructor(world: ObligedWorld, wire: RequestWatchers) {
    this.#world = world;
    wire.handWatchers.push(({ at, call }) => {
      if (isOrderQuery(call)) this.#handedAt.set(call, at);
    });
    wire.watchers.push(({ bot, call }) => {
      if (bot === undefined || !isPlace(call)) return;
      const coId = findCoId(call);
      const before = this.#sent.get(coId);
      if (before !== undefined) before.times += 1;
      else {
        this.#sent.set(coId, { bot, order: parse(call.request.body) as Fields, times: 1 });
      }
    });
  }

  /** Takes a complete response as its bot reads it. */
  take(bot: Bot | undefined, call: WireCall, answer: LocalAnswer): void {
    // Broken JSON (V22) may say anything; how a reader understands it is not decided here.
    if (bot === undefined || this.#world.faults.includes('V22')) return;
    const value = parse(answer.body);
    if (isPlace(call)) this.#takePlaced(bot, call, answer.status, value);
    else if (answer.status === 200 && (isOrderQuery(call) || isTradeQuery(call))) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (!isRecord(one)) continue;
        if (isTradeQuery(call)) this.#takeTrade(bot, one);
        else this.#takeOrder(bot, call, one);
      }
    }
  }

  #takePlaced(bot: Bot, call: WireCall, status: number, value: unknown): void {
    const coId = findCoId(call);
    const { at, policy } = this.#now();
    if (!isRecord(value)) return;
    if (status === BAD_REQUEST) {
      const code = CODE_FIELDS.map((field) => value[field]).find((one) => one !== undefined);
      if (code === `${PREFIX}DuplicateOrder` && this.#sent.get(coId)?.times === 1) {
        bot.mustHalt ??= { at, cause: `a first attempt was answered ${code}` };
      }
      const { actions } = policy.reasons.get(`${PREFIX}tradingDisabled`) ?? { actions: [] };
      const isPaused = actions.some((one) => one.do === 'pause' && one.end === 'resume');
      if (code === `${PREFIX}tradingDisabled` && isPaused) {
        bot.mustPause ??= { at, cause: code, coId };
      }
      return;
    }
    if (status !== 200 && status !== 202) return;
    const { coId: echo, orderId } = value;
    const rule = policy.transport.find(({ outcomes }) => outcomes.has('echo-differs'));
    const isHalted = rule?.actions.some((one) => one.do === 'halt' && one.scope === 'all');
    if (typeof echo === 'string' && echo !== coId && isHalted === true) {
      bot.mustHalt ??= { at, cause: `order ${coId} was answered as ${echo}` };
    }
    if (echo === coId && typeof orderId === 'string') {
      this.#told.set(toKey(bot, coId), { at, orderId });
    }
  }

  #takeOrder(bot: Bot, call: WireCall, told: Fields): void {
    const { coId, orderId } = told;
    if (typeof coId !== 'string' || typeof orderId !== 'string') return;
    const sent = this.#findSent(bot, coId);
    if (sent === undefined) return;
    const { at } = this.#now();
    const key = toKey(bot, coId);
    const before = this.#told.get(key);
    this.#told.set(key, { at, orderId });
    // A poll requested before the last response arrived is older than that response.
    if (before !== undefined && (this.#handedAt.get(call) ?? 0) <= before.at) return;
    const cause = this.#findCause(sent.order, told, before?.orderId);
    if (cause === undefined || this.#wasResumed(bot, coId)) return;
    bot.mustHalt ??= { at, cause: `order ${coId} ${cause}` };
  }

  /** An earlier run halted for the order, and an operator has resumed since. */
  #wasResumed(bot: Bot, coId: string): boolean {
    const first = this.#halting.get(coId) ?? bot;
    this.#halting.set(coId, first);
    if (first === bot) return false;
    const { bots } = this.#world;
    return bots.slice(bots.indexOf(first)).some(({ isResumed }) => isResumed);
  }

  /** Orders of a clone are unknown to the bot, and so are orders that its journal has lost. */
  #findSent(bot: Bot, coId: string): Sent | undefined {
    const world = this.#world;
    const sent = this.#sent.get(coId);
    if (sent === undefined || sent.bot === bot) return sent;
    const isOfState = world.isOnOwnState(bot) && world.isOnOwnState(sent.bot);
    return isOfState && !world.forgotten.has(coId) ? sent : undefined;
  }

  #takeTrade(bot: Bot, told: Fields): void {
    const { coId, status, tradeId } = told;
    if (typeof coId !== 'string' || status !== 'Verified') return;
    const sent = this.#findSent(bot, coId);
    if (sent === undefined || this.#trades.has(tradeId)) return;
    if (this.#world.isOnOwnState(bot)) this.#trades.add(tradeId);
    // An unknown side makes a record unreadable; so does another symbol than the order's.
    if (!SIDES.includes(told['side']) || told['symbol'] !== sent.order['symbol']) return;
    const cause = findFalseTrade(sent.order, told);
    const { at } = this.#now();
    if (cause !== undefined) bot.mustHalt ??= { at, cause: `trade ${String(tradeId)} ${cause}` };
  }

  #findCause(sent: Fields, told: Fields, orderId: string | undefined): string | undefined {
    const { reason, side, status } = told;
    if (orderId !== undefined && told['orderId'] !== orderId) return 'is there twice';
    const isOther = (field: string) => told[field] !== undefined && told[field] !== sent[field];
    const other = ECHOED.find(isOther) ?? (SIDES.includes(side) && isOther('side') && 'side');
    if (other) return `is told of with another ${other}`;
    if (isLimit(sent) && told['price'] !== undefined && isOther('price')) {
      return 'is told of with another price';
    }
    if (Number(told['cumQty']) > Number(sent['size'])) return 'is filled beyond its size';
    if (typeof reason !== 'string' || reason === '') return undefined;
    const { seriousTexts, statuses } = this.#now().policy;
    if (seriousTexts.some((text) => reason.toLowerCase().includes(text))) {
      return `has the reason ${reason}`;
    }
    const steps = statuses.get('FAILED')?.steps ?? [];
    const halts = steps.some(({ actions, when }) => {
      return when === 'unlisted-reason' && actions.some(({ do: deed }) => deed === 'halt');
    });
    return status === 'FAILED' && halts && !this.#isListed(reason)
      ? `failed for ${reason}`
      : undefined;
  }

  #isListed(reason: string): boolean {
    const { reasons } = this.#now().policy;
    const [word = ''] = reason.split(/[\s:;,]/, 1);
    return reason.includes(PREFIX) || reasons.has(word);
  }

  #now() {
    const { plan, time } = this.#world;
    return { at: time.now, policy: plan.policy.policy };
  }
}

/** Difference between a trade and the order's terms, or undefined. */
function findFalseTrade(sent: Fields, told: Fields): string | undefined {
  const { dealtAmount, rate, side } = told;
  if (side !== sent['side']) return 'is of the other side';
  if (Number(dealtAmount) > Number(sent['size'])) return 'is more than its order';
  const worse = (Number(rate) - Number(sent['price'])) * (side === BUY ? 1 : -1);
  return isLimit(sent) && worse > 0 ? 'is worse than the limit of its order' : undefined;
}

const isLimit = ({ type }: Fields) => type === 'Limit';

function toKey({ life }: Bot, coId: string): string {
  return `${String(life.number)} ${coId}`;
}

/** Queries of a single order: from the list of all orders the bot only picks which to query. */
function isOrderQuery({ request: { method, target } }: WireCall): boolean {
  return method === 'GET' && /^\/v2\/orders(\/|\?coId=)/.test(target);
}

function isTradeQuery({ request: { method, target } }: WireCall): boolean {
  return method === 'GET' && target.startsWith('/v2/trades?');
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
