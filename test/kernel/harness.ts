// A bot machine driven by hand: inputs as a test wants them, every output recorded in its order.
import { EMPTY, mergeMap, type Observable } from 'rxjs';
import { z } from 'zod';
import type {
  Alert,
  KernelRequest,
  BotEvent,
  Bust,
  RecordedFill,
  Fill,
  Halt,
  Note,
  OrderEvent,
  OrderView,
  ParentView,
  Refusal,
  RefusedParent,
  SubmitOutcome,
} from '../../src/domain/events/index.js';
import {
  assert,
  createInstrument,
  type Instant,
  type Instrument,
  type Micros,
  SECOND,
  UNLIMITED,
  unwrap,
} from '../../src/domain/index.js';
import type {
  CancelCommand,
  Command,
  Intent,
  PlaceCommand,
  PlaceIntent,
} from '../../src/domain/orders/index.js';
import type { QuoteRequestView } from '../../src/domain/quotes/index.js';
import {
  type ReplayRecord,
  type ReplaySetup,
  Kernel,
  type KernelSnapshot,
  SILENT_SINK,
} from '../../src/kernel/index.js';
import { limitsSchema, toLimits } from '../../src/risk/index.js';
import type { Policy } from '../../src/policy/policy.js';
import { loadPolicy, parsePolicy } from '../../src/plan/load-policy.js';
import { StepOutputs } from '../../src/records/records.js';
import { defineStrategy, type StrategyContext } from '../../src/strategy/index.js';

/** 2026-07-13T12:00:00Z, a Monday. */
export const START: Instant = 1_783_944_000 * SECOND;
export const EUR_USD: Instrument = unwrap(createInstrument(0, 'EUR/USD'));
export const USD_JPY: Instrument = unwrap(createInstrument(1, 'USD/JPY'));
/** Minor units of 1,000 EUR or USD: the smallest order. */
export const THOUSAND = 100_000;
/** What the venue answers to a query for an order that it does not have. */
export const EMPTY_STATUS = 404;
/** The rate of every instrument after the warm-up: 1.10000/1.10010, or 150.000/150.010. */
export const TOUCH = [
  { bidTicks: 110_000, offerTicks: 110_010 },
  { bidTicks: 150_000, offerTicks: 150_010 },
] as const;

export type Context = StrategyContext<unknown>;
export type Run = (ctx: Context) => Observable<Intent>;

/** Rules that would get in the way of a test that is not about them. */
const LOOSE = {
  RC16: 'off',
  RC22: 'off',
  RC27: { symbol: 100_000, strategy: 100_000, all: 100_000 },
  RC45: 'off',
  RC48: 'off',
  RC33: {
    strategyPerSecond: 100_000,
    strategyPerMinute: 100_000,
    allPerSecond: 100_000,
    allPerMinute: 100_000,
  },
  RC36: 'off',
};

export interface BotOptions {
  readonly instruments?: readonly Instrument[];
  /** Strategies that do what `act` tells them, by name; `alpha` alone when absent. */
  readonly hands?: readonly string[];
  /** Strategies of their own, started after the hands. */
  readonly strategies?: Readonly<Record<string, Run>>;
  /** Where in the files of these an error was thrown. */
  readonly locate?: (error: unknown) => string;
  /** On top of LOOSE. */
  readonly limits?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly botTag?: string;
  readonly epoch?: number;
  readonly startAt?: Instant;
  /** Rates are polled: not every one is seen. */
  readonly polled?: boolean;
  readonly isLive?: boolean;
  readonly requestDeadline?: Micros;
  readonly restored?: KernelSnapshot;
  readonly seriousWords?: readonly string[];
  /** The default policy when absent. */
  readonly policy?: Policy;
  readonly login?: 'token' | 'hmac';
  /** An order in doubt may be sent once more. */
  readonly resends?: boolean;
  readonly sharesLogin?: boolean;
  /** None: nobody may deal on quotes. */
  readonly customer?: undefined;
}

/** A strategy that does what the test tells it, inside a step of the kernel. */
class Hand {
  readonly actions: ((ctx: Context) => void)[] = [];

  readonly run: Run = (ctx) =>
    ctx.faults.pipe(
      mergeMap(() => {
        for (const action of this.actions.splice(0)) action(ctx);
        return EMPTY;
      }),
    );
}

const { policy: POLICY, source } = unwrap(loadPolicy('config/policy.yaml'));

export const LENIENT_TEXT = source.text
  .replace(/(none: \{.*?), steps: .*\}/, '$1}')
  .replace(/(SUSPENDED: .*?\]), do: .*\}/, '$1}')
  .replace(/(unknown: \{state: STATUS_UNKNOWN), do: .*\}/, '$1}')
  .replace(/(REPLACED: \{state: REPLACED), do: .*\}/, '$1}');

/** Under which neither a second plain 400 nor an odd status word stops a strategy. */
export const LENIENT = unwrap(parsePolicy({ file: 'lenient.yaml', text: LENIENT_TEXT }));

/** The same, and no number of rejections halts anything. */
export const PATIENT = unwrap(
  parsePolicy({
    file: 'patient.yaml',
    text: LENIENT_TEXT.replace(/^bursts:[\s\S]*$/m, (bursts) =>
      bursts.replaceAll(/count: \d+/g, 'count: 1000'),
    ),
  }),
);

function toInstance(name: string, run: Run, locate: BotOptions['locate']) {
  const definition = defineStrategy({ id: name, summary: 'A test.', params: z.any(), run });
  return { name, definition, params: {}, locate };
}

/** A sink is given the kernel's own object, which goes on changing. */
function copy(view: OrderView): OrderView {
  const { at, strategy, intentId, parent, coId, orderId, instrument, side, type } = view;
  const { timeInForce, units, priceTicks, filledUnits, arrivalTicks2 } = view;
  const { state, isTerminal, reason, rejectCode, rejectPolicy } = view;
  const order = { at, strategy, intentId, parent, coId, orderId, instrument, side, type };
  const figures = { timeInForce, units, priceTicks, filledUnits, arrivalTicks2 };
  return { ...order, ...figures, state, isTerminal, reason, rejectCode, rejectPolicy };
}

export class Bot {
  readonly commands: Command[] = [];
  readonly orders: OrderView[] = [];
  readonly parents: ParentView[] = [];
  readonly requests: QuoteRequestView[] = [];
  readonly fills: Fill[] = [];
  readonly busts: Bust[] = [];
  readonly recorded: RecordedFill[] = [];
  readonly unstarted: ParentView[] = [];
  readonly refusedParents: RefusedParent[] = [];
  readonly refusals: Refusal[] = [];
  readonly notes: Note[] = [];
  readonly halts: Halt[] = [];
  readonly alerts: Alert[] = [];
  readonly asks: KernelRequest[] = [];
  /** Kinds of all outputs in their order. */
  readonly log: string[] = [];
  readonly kernel: Kernel;
  /** What a journal of the session holds: inputs and what they put out. */
  readonly records: ReplayRecord[] = [];
  /** What a fold of these records starts from. */
  readonly foldSetup: ReplaySetup;
  now: Instant = START;
  readonly #journaled = new StepOutputs(SILENT_SINK, 1);
  readonly #hands = new Map<string, Hand>();
  readonly #instruments: readonly Instrument[];

  constructor(options: BotOptions = {}) {
    const { hands = ['alpha'], strategies = {}, limits = {} } = options;
    this.#instruments = options.instruments ?? [EUR_USD, USD_JPY];
    for (const name of hands) this.#hands.set(name, new Hand());
    const runs = [
      ...[...this.#hands].map(([name, hand]) => [name, hand.run] as const),
      ...Object.entries(strategies),
    ];
    const record =
      <T>(kind: string, list: T[]) =>
      (value: T): void => {
        this.log.push(kind);
        list.push(value);
      };
    this.now = options.startAt ?? START;
    const setup = {
      startAt: this.now,
      policy: options.policy ?? POLICY,
      login: options.login ?? ('token' as const),
      instruments: this.#instruments,
      limits: toLimits(limitsSchema.parse({ ...LOOSE, ...limits })),
      limitsVersion: 'test',
      seed: options.seed ?? 1,
      epoch: options.epoch ?? 1,
      epochSalt: 42,
      botTag: options.botTag ?? 'w1',
      seesEveryRate: options.polled !== true,
      pollInterval: SECOND,
      medianGaps: {},
      ...(options.requestDeadline === undefined
        ? {}
        : { requestDeadline: options.requestDeadline }),
      ...(options.isLive === undefined ? {} : { isLive: options.isLive }),
      ...('customer' in options ? {} : { customer: { org: 'Weir', account: 'WeirLE' } }),
      resends: options.resends ?? false,
      keepsCounts: true,
      keepsExecutions: true,
      sharesLogin: options.sharesLogin ?? false,
      ...(options.restored === undefined ? {} : { restored: options.restored }),
      ...(options.seriousWords === undefined ? {} : { seriousWords: options.seriousWords }),
    };
    const journaled = this.#journaled;
    this.foldSetup = { ...setup, strategies: runs.map(([name]) => name) };
    this.kernel = new Kernel(
      { ...setup, strategies: runs.map(([name, run]) => toInstance(name, run, options.locate)) },
      {
        command: (command, order, at) => {
          journaled.command(command, order, at);
          this.log.push(command.kind);
          this.commands.push(command);
        },
        order: (view) => record('order', this.orders)(copy(view)),
        parent: (view, params) => {
          journaled.parent(view, params);
          record('parent', this.parents)(view);
        },
        quotes: record('quotes', this.requests),
        fill: (fill) => {
          journaled.fill(fill);
          record('fill', this.fills)(fill);
        },
        busted: record('busted', this.busts),
        recorded: (one) => this.recorded.push(one),
        unstarted: record('unstarted', this.unstarted),
        parentRefused: record('parentRefused', this.refusedParents),
        refused: (refusal) => {
          journaled.refused(refusal);
          record('refused', this.refusals)(refusal);
        },
        note: (note) => {
          journaled.note(note);
          record('note', this.notes)(note);
        },
        halted: (halt) => {
          journaled.halted(halt);
          record('halted', this.halts)(halt);
        },
        alert: (alert) => {
          journaled.alert(alert);
          record('alert', this.alerts)(alert);
        },
        ask: (ask) => {
          journaled.ask(ask);
          record('ask', this.asks)(ask);
        },
      },
    );
    this.kernel.start();
    this.#journal('start', {});
  }

  #journal(type: string, input: unknown): void {
    const stamp = { session: this.now };
    const { records } = this.#journaled.take();
    for (const one of [{ type, data: input }, ...records]) {
      // As a journal gives it back.
      const data: unknown = JSON.parse(JSON.stringify(one.data));
      this.records.push({ type: one.type, stamp, data });
    }
  }

  /** Lets time go on and fires what is due. */
  wait(span: Micros): void {
    this.now += span;
    this.event({ type: 'wake' });
  }

  event(event: BotEvent): void {
    this.kernel.event(this.now, event);
    this.#journal(event.type, event);
  }

  rate(instrument: Instrument, bidTicks: number, offerTicks: number): void {
    const { now } = this;
    this.kernel.rate(now, instrument.id, bidTicks, offerTicks, UNLIMITED, UNLIMITED, now);
    this.#journal('rate', {
      symbol: instrument.symbol,
      bidTicks,
      offerTicks,
      bidUnits: UNLIMITED,
      offerUnits: UNLIMITED,
      venueAt: now,
    });
  }

  /** Three rates of every instrument, a millisecond apart. */
  warmUp(): this {
    for (let round = 0; round < 3; round++) {
      for (const [i, instrument] of this.#instruments.entries()) {
        const { bidTicks, offerTicks } = TOUCH[i] ?? TOUCH[0];
        this.rate(instrument, bidTicks, offerTicks);
      }
      this.now += 1_000;
    }
    return this;
  }

  /** Lets a hand act within a step. */
  act(name: string, action: (ctx: Context) => void): void {
    const hand = this.#hands.get(name);
    assert(hand !== undefined, `${name} is no hand of this bot`);
    hand.actions.push(action);
    const lost = { subject: 'login', key: '', outcome: 'failed', status: 0, message: '' } as const;
    this.event({ type: 'poll', ...lost });
  }

  /** Places an order through the gate: buys 1,000 EUR/USD at the offer unless told otherwise. */
  place(order: Partial<PlaceIntent> = {}, name = 'alpha'): PlaceCommand | undefined {
    const count = this.commands.length;
    this.act(name, (ctx) => {
      ctx.place({ ...buy(), ...order });
    });
    return this.commands.slice(count).find((command) => command.kind === 'place');
  }

  /** The same for an order that the gate is known to let through. */
  mustPlace(order: Partial<PlaceIntent> = {}, name = 'alpha'): PlaceCommand {
    const command = this.place(order, name);
    assert(command !== undefined, `refused: ${this.refusals.at(-1)?.message ?? 'nothing'}`);
    return command;
  }

  /** The answer to a place request. */
  answer(
    { coId }: { readonly coId: string },
    outcome: SubmitOutcome,
    more: {
      status?: number;
      code?: string;
      message?: string;
      orderId?: string;
      resent?: boolean;
    } = {},
  ): void {
    const isPlain = (more.status ?? 0) === 0 && more.code === undefined;
    const known = isPlain ? toFacts(outcome) : { status: 400, code: '' };
    const facts = { ...known, message: '', orderId: '', ...more };
    this.event({ type: 'send-result', kind: 'place', coId, ...facts });
  }

  /** The venue's view of an order. */
  status(
    command: PlaceCommand,
    status: OrderEvent['status'],
    cumUnits = 0,
    more: Partial<OrderEvent> = {},
  ): void {
    this.event({
      type: 'order',
      coId: command.coId,
      orderId: '77',
      status,
      cumUnits,
      units: command.units,
      priceTicks: command.priceTicks,
      symbol: command.instrument.symbol,
      side: command.side,
      reason: '',
      transactAt: this.now,
      ...more,
    });
  }

  /** A trade of an order, at its limit unless told otherwise. */
  trade(command: PlaceCommand, tradeId: string, units: number, ticks = command.priceTicks): void {
    const { coId } = command;
    const executedAt = this.now;
    this.event({
      type: 'trade',
      coId,
      orderId: '77',
      tradeId,
      units,
      priceTicks: ticks,
      executedAt,
    });
  }

  /** A query for the order that found nothing. */
  readEmpty({ coId }: { readonly coId: string }, status = EMPTY_STATUS): void {
    const outcome = 'empty';
    this.event({ type: 'poll', subject: 'order', key: coId, outcome, status, message: '' });
  }

  calibrate(): this {
    this.event({ type: 'calibration', subject: 'order-by-coId', emptyStatus: EMPTY_STATUS });
    return this;
  }

  /** Position and working quantities of a symbol, read off an intent that the gate refuses. */
  exposure(name: string, symbol = 'EUR/USD') {
    this.place({ symbol, timeInForce: 'GTC', price: symbol === 'EUR/USD' ? 1.1 : 150 }, name);
    const refusal = this.refusals.pop();
    assert(refusal?.strategy === name, 'the probe was not refused');
    const { position, workingBuy, workingSell } = refusal;
    return { position, workingBuy, workingSell };
  }

  /** The newest view of an order. */
  view({ coId }: { readonly coId: string }): OrderView {
    const view = this.orders.findLast((one) => one.coId === coId);
    assert(view !== undefined, `no view of ${coId}`);
    return view;
  }

  get policyVersion(): string {
    return this.foldSetup.policy.version;
  }

  get placed(): readonly PlaceCommand[] {
    return this.commands.filter((command) => command.kind === 'place');
  }

  get cancels(): readonly CancelCommand[] {
    return this.commands.filter((command) => command.kind === 'cancel');
  }
}

/** An answer that the default policy reads so, and does nothing else about where it can. */
export function toFacts(outcome: SubmitOutcome) {
  switch (outcome) {
    case 'accepted':
      return { status: 202, code: '' };
    case 'rejected':
      return { status: 400, codeKind: 'other', code: 'NoLiquidity' } as const;
    case 'duplicate':
      return { status: 400, code: 'DuplicateOrder' };
    case 'weak':
      return { status: 400, code: '' };
    case 'unknown':
      return { status: 0, transport: 'timeout', code: '' } as const;
    case 'not-sent':
      return { status: 0, transport: 'gate', code: '' } as const;
  }
}

/** Buys 1,000 EUR/USD at the offer, IOC. */
export function buy(): Omit<PlaceIntent, 'kind'> {
  return {
    symbol: 'EUR/USD',
    side: 'Buy',
    type: 'Limit',
    timeInForce: 'IOC',
    size: 1_000,
    price: 1.1001,
  };
}
