// Drives the production kernel and the naive model of an order's life with one script, and names
// every difference between what they hold after a step.
//
// The script drives the environment: responses and reports of the venue, crashes, operators, time.
// The kernel decides what the bot does (places, cancels, second attempts); the model gets these
// actions as input and reports one that a correct bot never takes. The script leaves out what
// cannot happen: a status of an order that was never sent, a coId that the bot's counter cannot
// make twice, a response without a request.
import { assert } from '../../src/domain/index.js';
import type { CancelCommand, PlaceCommand } from '../../src/domain/orders/index.js';
import { ObservedOrder } from '../../src/gateway/remote/orders/observed-order.js';
import { replayJournal, toCanonicalText } from '../../src/kernel/index.js';
import { Bot, type BotOptions, EUR_USD, START, USD_JPY } from '../kernel/harness.js';
import type { ModelInput, Observation, Probe, SendOutcome, Terms } from './order-model-inputs.js';
import type { OrderModelOptions } from './order-model-state.js';
import { createOrderModel, type OrderModel } from './order-model.js';
import { findDifferences, findUnwished } from './order-twin-compare.js';
import { findStop, mayRefuse } from './order-twin-gate.js';
import { readOrder, readSend, readTrades, SIZE, toWireTime, UNITS } from './order-wire.js';

/** Limits that are about other things than the life of an order. */
const OFF = [
  ...['RC02', 'RC10', 'RC14', 'RC15', 'RC17', 'RC18', 'RC19', 'RC20', 'RC22', 'RC28', 'RC35'],
  ...['RC23', 'RC24', 'RC25', 'RC26', 'RC29', 'RC30', 'RC31', 'RC32', 'RC37', 'RC38', 'RC43'],
  ...['RC44'],
];
const LIMITS = { ...Object.fromEntries(OFF.map((id) => [id, 'off'])), RC48: {} };
const EMPTY = 404;
/** An order that the venue does not show for so long is searched for by every query. */
const MISSED_AFTER = 30_000_000;

/** Choices of the model (`silent N` in order-model.ts) that the bot makes differently. */
const OTHERS = [
  ...[2, 3, 4, 6, 10, 11, 12, 13, 14, 16, 22, 23, 25, 34, 36, 37, 39],
  ...[48, 49, 50, 51, 52, 53, 55],
];

/** Controls by which the policy stops orders, and the latch: the model knows their stops. */
const STOPPERS = ['', 'RC39', 'RC48', 'RC50', 'RC51', 'RC52', 'RC53', 'RC54', 'RC56', 'RC69'];

export interface TwinOptions {
  readonly login: 'token' | 'hmac';
  readonly resends: boolean;
}

/** An order that left. */
interface Sent {
  readonly command: PlaceCommand;
  readonly terms: Terms;
  attempt: number;
  /** Responses of the venue that are still to come. */
  isPlacing: boolean;
  isCancelling: boolean;
  /** When the venue first reported FAILED. */
  failedAt?: number;
  /** When the venue last showed or acknowledged it. */
  seenAt?: number;
  /** Trades that responses have contained. */
  readonly tradeIds: Set<string>;
  readonly observed: Map<string, ObservedOrder>;
}

export class OrderTwin {
  readonly model: OrderModel;
  bot: Bot;
  readonly #options: BotOptions;
  #epoch = 1;
  #restartedAt = -1;
  #told = 0;
  #retries = 0;
  /** What was let through or refused without cause. */
  readonly #passed: string[] = [];
  readonly #sent = new Map<string, Sent>();
  /** coIds by their names in the script. */
  readonly #coIds = new Map<string, string>();

  constructor({ login, resends }: TwinOptions) {
    const instruments = [EUR_USD, USD_JPY];
    this.#options = { instruments, hands: ['one', 'two'], limits: LIMITS, login, resends };
    this.bot = new Bot(this.#options).calibrate();
    this.#showRates();
    const options: Partial<OrderModelOptions> = {
      ...{ ownPrefix: 'w1-', loginKind: login, resubmitter: resends, onRestart: 'keep' },
      others: OTHERS,
    };
    this.model = createOrderModel(options);
  }

  /** Takes one input of a script, as far as it can be; the differences after it. */
  step(input: ModelInput): readonly string[] {
    if (START + input.at > this.bot.now) this.bot.wait(START + input.at - this.bot.now);
    this.#tell();
    this.model.apply({ at: this.#at, kind: 'time' });
    this.#answerRepeats();
    this.#denyContested();
    const { wishes, halts } = this.model.view();
    // Under a halt of everything its rounds cancel what is left; another one adds nothing.
    const isOver = halts.some(({ scope }) => scope === 'all');
    this.#take(input);
    this.#tell();
    const view = this.model.view();
    const wished = isOver ? [] : view.wishes.slice(wishes.length);
    const passed = this.#passed.splice(0);
    return [...passed, ...findDifferences(this.bot, view), ...findUnwished(this.bot, view, wished)];
  }

  /** Instant of the model. */
  get #at(): number {
    return this.bot.now - START;
  }

  #take(input: ModelInput): void {
    switch (input.kind) {
      case 'make':
        this.#place(input.coId, input.terms);
        return;
      case 'restart':
        this.#restart();
        return;
      case 'time':
        this.model.apply(input);
        return;
      case 'observed':
        this.#observe(input.order, input.startedAt);
        return;
      case 'active-list':
        if (input.orders === 'failed') return;
        for (const order of input.orders) this.#observe(order, input.startedAt);
        return;
      case 'trades':
        this.#readTrades(input);
        return;
      case 'probe':
        this.#probe(input);
        return;
      case 'send-ended':
      case 'cancel-ended':
        this.#answer(input);
        return;
      case 'egress-refused':
        this.#turnBack(input.coId);
        return;
      case 'cancel-requested':
        this.#cancel(input.coId);
        return;
      case 'resolve':
        this.#resolve(input);
        return;
      // Sends are the kernel's own; parents and the reset of a latch are not an order's life.
      default:
        return;
    }
  }

  /** Tells the model what the kernel has let out since. */
  #tell(): void {
    const { records } = this.bot;
    for (; this.#told < records.length; this.#told++) {
      const record = records[this.#told];
      if (record?.type !== 'command' && record?.type !== 'send-start') continue;
      const command = record.data as (PlaceCommand | CancelCommand) & { readonly at: number };
      const isRepeat = command.kind === 'place' && command.attempt > 1;
      if ((record.type === 'send-start') !== isRepeat) continue;
      const sent = this.#sent.get(command.coId);
      const at = command.at - START;
      if (sent === undefined) continue;
      if (command.kind === 'cancel') {
        const { coId, orderId } = command;
        const isDouble = sent.command.coId === coId && this.#isDouble(coId, orderId);
        if (isDouble) continue;
        sent.isCancelling = true;
        this.model.apply({ at, kind: 'cancel-requested', coId });
        this.model.apply({ at, kind: 'cancel-started', coId });
      } else if (isRepeat) {
        sent.isPlacing = true;
        sent.attempt = command.attempt;
        this.model.apply({ at, kind: 'send-started', coId: command.coId });
      }
    }
  }

  #isDouble(coId: string, orderId: string): boolean {
    return this.model.view().orders.some(({ name }) => name === `${coId}#${orderId}`);
  }

  #place(name: string, { parent: _, ...terms }: Terms): void {
    if (this.#coIds.has(name) || this.model.view().mode === 'RECOVERING') return;
    const { bot } = this;
    const ticks = terms.symbol === EUR_USD.symbol ? 100_000 : 1_000;
    const refused = bot.refusals.length;
    const command = bot.place(
      {
        ...{ symbol: terms.symbol, side: terms.side, timeInForce: terms.timeInForce },
        ...{ size: terms.size * SIZE, price: (terms.price ?? 0) / ticks },
        ...(terms.expirySeconds === undefined ? {} : { expirySeconds: terms.expirySeconds }),
      },
      terms.strategy,
    );
    const coId = command?.coId ?? `w1-refused-${name}`;
    this.#coIds.set(name, coId);
    const at = this.#at;
    if (command === undefined) {
      this.model.apply({ at, kind: 'intend', coId, terms });
      this.model.apply({ at, kind: 'refuse', coId });
      const view = this.model.view();
      if (!mayRefuse(view, terms)) this.#passed.push(`${name} is refused for nothing`);
      const rule = bot.refusals[refused]?.rule ?? '';
      assert(STOPPERS.includes(rule), `by ${rule}`);
      return;
    }
    assert(command.units === terms.size * UNITS, 'another size');
    this.#sent.set(coId, {
      ...{ command, terms, attempt: 1, isPlacing: true, isCancelling: false },
      ...{ observed: new Map(), tradeIds: new Set() },
    });
    const cause = findStop(this.model.view(), terms, this.#restartedAt);
    if (cause !== undefined) this.#passed.push(`${name} leaves in spite of ${cause}`);
    this.model.apply({ at, kind: 'make', coId, terms });
    this.model.apply({ at, kind: 'send-started', coId });
  }

  #answer(input: Extract<ModelInput, { kind: 'send-ended' | 'cancel-ended' }>): void {
    const sent = this.#find(input.coId);
    const isPlace = input.kind === 'send-ended';
    if (sent === undefined || !(isPlace ? sent.isPlacing : sent.isCancelling)) return;
    if (isPlace) sent.isPlacing = false;
    else sent.isCancelling = false;
    const { coId } = sent.command;
    const kind = isPlace ? 'place' : 'cancel';
    const isResent = isPlace && sent.attempt > 1;
    if (isPlace) sent.seenAt = this.#at;
    this.bot.event(readSend(kind, coId, input.outcome, isResent));
    this.model.apply({ ...input, coId, at: this.#at });
  }

  /** Second sends are none of the script: they are answered at its next step, each kind in turn. */
  #answerRepeats(): void {
    for (const { command, isPlacing, attempt } of this.#sent.values()) {
      if (!isPlacing || attempt === 1) continue;
      const outcome = REPEATED[this.#retries++ % REPEATED.length];
      assert(outcome !== undefined, 'no answer');
      this.#answer({ at: this.#at, kind: 'send-ended', coId: command.coId, outcome });
    }
  }

  /** The egress gate turns an order back before its bytes left. */
  #turnBack(name: string): void {
    const sent = this.#find(name);
    if (sent?.isPlacing !== true) return;
    sent.isPlacing = false;
    const { coId } = sent.command;
    this.bot.event({ type: 'egress', kind: 'place', coId, reason: 'a test' });
    const outcome = { kind: 'transport', outcome: 'gate' } as const;
    this.model.apply({ at: this.#at, kind: 'send-ended', coId, outcome });
  }

  #cancel(name: string): void {
    const sent = this.#find(name);
    if (sent === undefined) return;
    const { intentId } = sent.command;
    this.bot.act(sent.terms.strategy, (ctx) => {
      ctx.cancel(intentId);
    });
  }

  #observe(seen: Observation, startedAt: number): void {
    if (startedAt <= this.#restartedAt) return;
    const coId = this.#coIds.get(seen.coId) ?? seen.coId;
    const sent = this.#sent.get(coId);
    if (sent === undefined && this.#coIds.has(seen.coId)) return;
    const transactTime =
      seen.transactTime === undefined ? undefined : toWireTime(seen.transactTime);
    const order = { ...seen, coId, ...(transactTime === undefined ? {} : { transactTime }) };
    const terms = sent?.terms ?? FOREIGN;
    const event = readOrder(order, terms);
    // The client takes it for no answer.
    if (event === undefined) return;
    const at = this.#at;
    if (sent === undefined) {
      this.bot.event(event);
    } else {
      const { orderId = '' } = seen;
      const observed = sent.observed.get(orderId) ?? new ObservedOrder(coId, orderId);
      sent.observed.set(orderId, observed);
      const found = observed.observe(event, START + startedAt, START + at);
      if (found === 'late') this.bot.event({ ...event, isLate: true });
      else if (found !== 'stale') this.bot.event(event);
    }
    this.model.apply({ at, startedAt, kind: 'observed', order });
    if (sent === undefined) return;
    sent.seenAt = at;
    if (event.status === 'FAILED') sent.failedAt ??= at;
  }

  #readTrades({ records, coId, startedAt }: Extract<ModelInput, { kind: 'trades' }>): void {
    const sent = this.#find(coId ?? '');
    if (sent === undefined || records === 'failed' || startedAt <= this.#restartedAt) return;
    const key = sent.command.coId;
    const fills = records.filter(({ status }) => status !== 'Pending');
    const renamed = fills.map((record) => ({
      ...{ ...record, coId: key },
      executedAt: toWireTime(record.executedAt ?? 0),
    }));
    for (const event of readTrades(renamed)) this.bot.event(event);
    const at = this.#at;
    this.model.apply({ at, startedAt, kind: 'trades', coId: key, records: renamed });
    const isNews = fills.some(({ tradeId }) => !sent.tradeIds.has(tradeId));
    for (const { tradeId } of fills) sent.tradeIds.add(tradeId);
    // Whoever asks for the trades of a failure begins when it is known, and tells that it is done.
    const { failedAt } = sent;
    const isDone = failedAt !== undefined && startedAt > failedAt;
    if (isDone || (failedAt === undefined && !isNews)) this.#denyTrades(key);
  }

  /** Trades of orders that ended with less than they were told of are asked for all the time. */
  #denyContested(): void {
    for (const { coId, contest, orderId, isDouble } of this.bot.kernel.snapshot().orders)
      if (contest !== undefined) this.#denyTrades(coId, isDouble === true ? orderId : undefined);
  }

  #denyTrades(coId: string, orderId?: string): void {
    const read = { subject: 'trades', outcome: 'unchanged', status: 200, message: '' } as const;
    const name = orderId === undefined ? {} : { orderId };
    this.bot.event({ type: 'poll', key: coId, ...name, ...read });
    this.model.apply({ at: this.#at, kind: 'trades-denied', coId, ...name });
  }

  /** A round as the gateway asks: what shows the order ends it. */
  #probe(input: Extract<ModelInput, { kind: 'probe' }>): void {
    const { byCoId, list, trades, startedAt } = input;
    const sent = this.#find(input.coId);
    if (sent === undefined || startedAt <= this.#restartedAt) return;
    const { coId } = sent.command;
    const shown = [byCoId, list].find((one) => typeof one !== 'string');
    if (shown !== undefined && byCoId !== 'failed') {
      this.#observe(shown, startedAt);
      return;
    }
    if ([byCoId, list, trades].includes('failed')) {
      this.#poll(coId, 'failed');
      return;
    }
    if (typeof trades !== 'string' && trades.length > 0) {
      this.#readTrades({ ...input, kind: 'trades', records: trades });
      return;
    }
    this.#probeEmpty(input, coId, sent, trades === 'changed');
  }

  /** Neither the order nor a trade of it is there; positions are asked for then. */
  #probeEmpty(
    input: Probe & { startedAt: number },
    coId: string,
    sent: Sent,
    isMoved: boolean,
  ): void {
    const { model, bot } = this;
    const { startedAt } = input;
    if (startedAt < model.view().settledAt || !this.#isLookedFor(coId, sent, startedAt)) return;
    const { side, symbol, size } = sent.terms;
    for (const { symbol: name } of [EUR_USD, USD_JPY]) {
      const change = isMoved && name === symbol ? (side === 'Buy' ? size : -size) : 0;
      const held = model.view().positions[name]?.filled ?? 0;
      bot.event({ type: 'position', symbol: name, units: (held + change) * UNITS, baseline: 0 });
    }
    this.#poll(coId, 'empty');
    const found = { byCoId: 'empty', list: 'without' } as const;
    const trades = isMoved ? 'changed' : 'unchanged';
    model.apply({ at: this.#at, startedAt, kind: 'probe', coId, ...found, trades });
  }

  /**
   * The gateway looks for an order from the beginning of a doubt on, and for one that the venue has
   * once it has not shown it for long.
   */
  #isLookedFor(coId: string, { seenAt }: Sent, since: number): boolean {
    const { orders } = this.bot.kernel.snapshot();
    const order = orders.find((one) => one.coId === coId);
    const doubt = order?.doubt ?? undefined;
    if (doubt !== undefined) return doubt.since - START <= since;
    return order !== undefined && seenAt !== undefined && since - seenAt >= MISSED_AFTER;
  }

  #poll(key: string, outcome: 'empty' | 'failed'): void {
    const status = outcome === 'empty' ? EMPTY : 0;
    this.bot.event({ type: 'poll', subject: 'order', key, outcome, status, message: '' });
  }

  /** The model knows no word on an order that ended: on its rest, or on a fill without a record. */
  #hasEnded(coId: string): boolean {
    const { kept, orders } = this.bot.kernel.snapshot();
    const order = [...orders, ...kept].find((one) => one.coId === coId);
    if (order === undefined) return false;
    return order.provisional !== null || order.state === 'FAILED' || order.state === 'REPLACED';
  }

  #resolve(input: Extract<ModelInput, { kind: 'resolve' }>): void {
    const sent = this.#find(input.coId);
    if (sent === undefined) return;
    const { coId } = sent.command;
    if (this.#hasEnded(coId)) return;
    const { as, by, reason, written = false } = input;
    const before = this.model.view().breaches.length;
    const alerts = this.bot.alerts.length;
    this.bot.event({ type: 'resolve', coId, as, by, reason, hasVenueWord: written });
    this.model.apply({ ...input, coId, at: this.#at });
    const isTaken = !this.bot.alerts.slice(alerts).some(({ text }) => /cannot resolve/.test(text));
    const isRight = this.model.view().breaches.length === before;
    assert(isTaken === isRight, `resolve as ${as}: taken ${String(isTaken)}`);
  }

  #restart(): void {
    const { bot } = this;
    const restored = replayJournal(bot.foldSetup, bot.records);
    const kept = toCanonicalText(bot.kernel.snapshot());
    assert(toCanonicalText(restored) === kept, 'a fold is not the state');
    this.#epoch++;
    const startAt = bot.now;
    this.bot = new Bot({ ...this.#options, restored, startAt, epoch: this.#epoch }).calibrate();
    this.bot.commands.push(...bot.commands);
    this.bot.fills.push(...bot.fills);
    this.#showRates();
    this.#told = 0;
    this.#restartedAt = this.#at;
    for (const sent of this.#sent.values()) {
      sent.isPlacing = false;
      sent.isCancelling = false;
      sent.observed.clear();
    }
    this.model.apply({ at: this.#at, kind: 'restart' });
  }

  #find(name: string): Sent | undefined {
    return this.#sent.get(this.#coIds.get(name) ?? name);
  }

  #showRates(): void {
    for (let round = 0; round < 3; round++) {
      this.bot.rate(EUR_USD, 110_000, 110_001);
      this.bot.rate(USD_JPY, 110_000, 110_001);
    }
  }
}

const REPEATED: readonly SendOutcome[] = [
  { kind: 'http', status: 202 },
  { kind: 'http', status: 400, code: 'RequestValidationError.DuplicateOrder' },
  { kind: 'transport', outcome: 'timeout' },
  { kind: 'http', status: 400, code: 'RequestValidationError.PriceMismatch' },
  { kind: 'transport', outcome: 'dns' },
  { kind: 'http', status: 401 },
];

const FOREIGN: Terms = {
  ...{ strategy: '', symbol: 'EUR/USD', side: 'Buy', size: 100, currency: 'EUR' },
  ...{ type: 'Limit', timeInForce: 'GTC', price: 110_000 },
};
