// Plays a script of orders on the venue machine and on the naive venue, and tells both alike.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { OrderRequest } from '../../src/domain/orders/index.js';
import type { VenueOrderView, VenueTradeView } from '../../src/domain/venue/index.js';
import { createRandom as createStream } from '../../src/determinism/index.js';
import { forwardsSchema, providersSchema, Venue } from '../../src/venue/index.js';
import { MarketDataService } from '../../src/venue/market/market-data-service.js';
import { runNaiveOrders } from '../oracle/naive-orders.js';
import {
  formatLine,
  USERS,
  type AskStep,
  type NamedStep,
  type OrderLine,
  type OrderScript,
  type OrderStep,
  type QuotedStep,
} from '../oracle/order-script.js';

const SEED = 7;
const NOTHING = { cumUnits: 0n, lastTicks: 0n, lastUnits: 0n, counterparty: '', reason: '' };

/** Plays a script on the machine and tells it in the words of the naive venue. */
class Machine {
  readonly lines: OrderLine[] = [];
  /** By `user/coId`. */
  readonly orderIds = new Map<string, string>();
  readonly #venue: Venue;
  readonly #market: MarketDataService;
  readonly #orgs: readonly string[];
  readonly #rateIds = new Map<string, string>();
  readonly #told = new Map<string, string>();
  /** By order: units filled, and the sum of base units x ticks over base units. */
  readonly #filled = new Map<string, readonly [bigint, bigint, bigint]>();

  constructor({ settings, instruments, providers, orgs }: OrderScript) {
    this.#orgs = orgs.map(({ org }) => org);
    const { latencyOrders, fillTiming, rateLife, maxSize, credit, hours } = settings;
    this.#venue = new Venue({
      ...{ instruments, users: USERS, orgs, fillTiming, rateLife },
      providers: providersSchema.parse(providers),
      // Points of zero, so that a forward at best trades at the touch: the rules without a curve.
      forwards: forwardsSchema.parse(
        Object.fromEntries(
          instruments.map(({ symbol }) => [symbol, [{ tenor: '1Y', bid: 0, offer: 0 }]]),
        ),
      ),
      latency: { rates: 0, orders: latencyOrders, replies: 0 },
      limits: { maxSize, credit, hours },
      ...{ tokenLife: 60_000_000, seed: SEED, maxEndedOrders: 100_000 },
    });
    this.#market = new MarketDataService(this.#venue);
    this.#venue.listen({
      order: (view) => {
        this.#tell(view);
      },
      trade: (trade) => {
        this.#tellFill(trade);
      },
    });
  }

  play(steps: readonly OrderStep[]): void {
    for (const step of steps) {
      this.#advance(step.at);
      if (step.kind === 'rate') this.#applyRate(step);
      else if (step.kind === 'place') this.#place(step);
      else if (step.kind === 'cancel-all') {
        this.#venue.cancelAll(step.at, this.#findAccount(step.user));
      } else this.#doNamed(step);
      this.#venue.deliverReplies(step.at);
    }
  }

  /** Brings the machine up to an instant, each due instant in its own order. */
  #advance(to: number): void {
    for (;;) {
      const due = this.#venue.nextTimerAt;
      if (due > to) return;
      this.#venue.fireTimers(due);
      this.#venue.deliverReplies(due);
    }
  }

  #applyRate({ at, symbol, rateId, bidTicks, offerTicks, bidUnits, offerUnits }: QuotedStep): void {
    const instrument = this.#venue.findInstrument(symbol)!;
    this.#venue.rate(at, instrument.id, bidTicks, offerTicks, bidUnits, offerUnits);
    for (const org of this.#orgs) {
      const ladder = this.#market.listLevels(org, instrument, 'TOB');
      if (typeof ladder !== 'string') this.#rateIds.set(`${rateId}/${org}`, ladder.rateId);
    }
  }

  #place({ at, user, request }: AskStep): void {
    const coId = request.coId ?? '';
    const answer = this.#venue.place(at, this.#findAccount(user), this.#translate(request));
    if ('rejected' in answer) {
      const { code, message } = answer.rejected;
      const reason = code ?? /^\w+/.exec(message)?.[0] ?? '';
      this.lines.push({ at, user, coId, what: 'refused', ...NOTHING, reason });
      return;
    }
    this.orderIds.set(`${user}/${coId}`, answer.accepted.orderId);
    this.lines.push({ at, user, coId, what: 'RECEIVED', ...NOTHING });
  }

  #translate(request: OrderRequest): OrderRequest {
    const rateId = this.#rateIds.get(request.details?.rateId ?? '');
    return rateId === undefined ? request : { ...request, details: { ...request.details, rateId } };
  }

  #doNamed({ at, kind, user, coId }: NamedStep): void {
    const account = this.#findAccount(user);
    const order = account.findByCoId(coId);
    const answer = (what: string) => this.lines.push({ at, user, coId, what, ...NOTHING });
    if (order === undefined) answer('no such order');
    else if (kind === 'query') this.lines.push({ ...toLine(order.view, at), what: 'shown' });
    else if (order.hasEnded) answer('not active');
    else if (kind === 'cancel') this.#venue.cancel(at, account, order.orderId);
    else this.#venue.interventions[kind](at, order.orderId);
  }

  #findAccount(user: string) {
    const { org } = USERS.find((one) => one.user === user)!;
    return this.#venue.findAccount(user, org)!;
  }

  #tellFill(trade: VenueTradeView): void {
    const { orderId, termUnits, units, priceTicks, counterparty, coId, maker } = trade;
    const [user = ''] = trade.user.split('@');
    const lastUnits = BigInt(termUnits ?? units);
    const lastTicks = BigInt(priceTicks);
    const [cum, value, base] = this.#filled.get(orderId) ?? [0n, 0n, 0n];
    const cumUnits = cum + lastUnits;
    const average = [value + lastTicks * BigInt(units), base + BigInt(units)] as const;
    this.#filled.set(orderId, [cumUnits, ...average]);
    const last = { lastTicks, lastUnits, counterparty, average, reason: '' };
    const what = maker ? 'fills as maker' : 'fills as taker';
    this.lines.push({ at: trade.executedAt, user, coId, what, cumUnits, ...last });
  }

  /** A view that says nothing new is left out. */
  #tell(view: VenueOrderView): void {
    const line = toLine(view, view.transactAt);
    const text = `${line.what} ${line.cumUnits}`;
    if (this.#told.get(view.orderId) !== text) this.lines.push(line);
    this.#told.set(view.orderId, text);
  }
}

function toLine(view: VenueOrderView, at: number): OrderLine {
  const { coId, status, cumUnits, lastTrade, reason } = view;
  const [user = ''] = view.user.split('@');
  const lastUnits = BigInt(lastTrade?.termUnits ?? lastTrade?.units ?? 0);
  const lastTicks = BigInt(lastTrade?.priceTicks ?? 0);
  const counterparty = lastTrade?.counterparty ?? '';
  const average = [BigInt(view.cumCash), BigInt(view.cumBaseUnits)] as const;
  const filled = { cumUnits: BigInt(cumUnits), lastTicks, lastUnits, counterparty, average };
  return { at, user, coId, what: status, ...filled, reason };
}

export function playBoth(script: OrderScript) {
  const machine = new Machine(script);
  machine.play(script.steps);
  const naive = runNaiveOrders(script, (user, coId) => {
    return createStream(SEED, `venue/algo/${machine.orderIds.get(`${user}/${coId}`)!}`);
  });
  return { found: machine.lines.map(formatLine), expected: naive.map(formatLine) };
}

function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

export function agrees(script: OrderScript): boolean {
  if (script.steps.length === 0) return true;
  const { found, expected } = playBoth(script);
  return digest(found) === digest(expected);
}

/** The script with as few steps as still make a difference, and both tellings of it. */
export function explain(script: OrderScript): string {
  const keep = (kept: readonly boolean[]): OrderScript => {
    return { ...script, steps: script.steps.filter((_, index) => kept[index]) };
  };
  const { length } = script.steps;
  const all = Array.from({ length }, () => true);
  const masks = fc.array(fc.boolean(), { minLength: length, maxLength: length });
  const property = fc.property(masks, (kept) => agrees(keep(kept)));
  const { counterexample } = fc.check(property, { examples: [[all]], numRuns: 1 });
  const small = keep(counterexample?.[0] ?? all);
  const { found, expected } = playBoth(small);
  const show = (value: unknown) => JSON.stringify(value);
  return [
    ...['settings', show(small.settings), 'steps', ...small.steps.map(show)],
    ...['expected', ...expected, 'found', ...found],
  ].join('\n');
}
