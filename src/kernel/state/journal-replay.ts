// Replays a journal into the kernel's state: the same transitions as live, with records of commands
// in place of strategies.
import type { Alert, BotEvent, Halt, RateEvent, Refusal } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { Command } from '../../domain/orders/index.js';
import { NextDue } from '../../determinism/index.js';
import { applyEvent } from '../inputs.js';
import { KernelComponents } from '../components.js';
import { toInactiveStrategy } from '../strategies/strategy-registry.js';
import { IntentQueue } from '../strategies/intent-queue.js';
import {
  adoptOrder,
  adoptRequest,
  type CommandData,
  type RfsData,
  type WithdrawData,
} from './restore.js';
import { type KernelSetup, SILENT_SINK } from '../setup.js';
import type { KernelSnapshot, ParentSnapshot } from './snapshot.js';
import { takeSnapshot } from './take-snapshot.js';

/** Fields of a journal record that the replay needs. */
export interface ReplayRecord {
  readonly type: string;
  readonly stamp: { readonly session: Instant };
  readonly data: unknown;
}

/** Settings of the epoch that is replayed; of its strategies only the names. */
export type ReplaySetup = Omit<KernelSetup, 'strategies'> & {
  readonly strategies: readonly string[];
};

/** Types of records that are outputs of the kernel; they show what the strategies wanted. */
const ADOPTED: ReadonlySet<string> = new Set([
  ...['command', 'send-start', 'refused', 'parent', 'halt', 'fill', 'note'],
  ...['alert', 'ask', 'end'],
]);

type StartData = Pick<CommandData, 'coId'> & {
  readonly kind: Command['kind'];
  readonly attempt: number;
};

/** The state after these records of one epoch, its header left out. */
export function replayJournal(setup: ReplaySetup, records: Iterable<ReplayRecord>): KernelSnapshot {
  const fold = new JournalReplay(setup);
  for (const record of records) fold.take(record);
  return fold.snapshot();
}

/** A replay that gets one record at a time. */
export class JournalReplay {
  readonly #state: KernelComponents;
  readonly #instruments: ReadonlyMap<string, number>;
  #input: ReplayRecord | undefined;
  #outputs: ReplayRecord[] = [];

  constructor(setup: ReplaySetup) {
    const strategies = setup.strategies.map(toInactiveStrategy);
    const intents = new IntentQueue();
    const full = { ...setup, strategies };
    this.#state = new KernelComponents(
      full,
      SILENT_SINK,
      new NextDue(),
      intents,
      ({ scheduler, names }) => ({
        clock: scheduler,
        seed: setup.seed,
        rates: (host, symbol) => names.ratesOf(host, symbol),
        instrument: (symbol) => names.stateOf(symbol).instrument,
        take: (host, intent) => intents.take(host, intent),
        release: () => undefined,
        note: () => undefined,
        assertInStep: (host, what) => intents.assertInStep(host, what),
        ended: () => undefined,
      }),
    );
    this.#state.cancels.adoptOnly();
    this.#state.parents.adoptOnly();
    this.#state.flatten.adoptOnly();
    this.#state.quoteRequests.adoptOnly();
    this.#state.retries.adoptOnly();
    this.#instruments = new Map(setup.instruments.map((one) => [one.symbol, one.id]));
  }

  take(record: ReplayRecord): void {
    if (ADOPTED.has(record.type)) {
      this.#outputs.push(record);
      return;
    }
    this.#finishStep();
    // A `start` record has no time of its own.
    if (record.type === 'start') this.#state.orderManager.gate.overrides.begin();
    else this.#input = record;
  }

  snapshot(): KernelSnapshot {
    this.#finishStep();
    return takeSnapshot(this.#state);
  }

  /** Replays one step: outputs of timers before the input, the input, then its own outputs. */
  #finishStep(): void {
    const input = this.#input;
    const outputs = this.#outputs;
    let next = 0;
    if (input !== undefined) {
      const at = input.stamp.session;
      this.#state.leap(at);
      // An output without a time of its own has that of the output before it.
      let decidedAt = at;
      for (; next < outputs.length; next++) {
        const output = outputs[next] as ReplayRecord;
        decidedAt = (output.data as { readonly at?: Instant }).at ?? decidedAt;
        if (decidedAt >= at) break;
        this.#state.scheduler.fireUpTo(decidedAt);
        this.#adopt(output);
      }
      this.#apply(at, input);
    }
    for (; next < outputs.length; next++) this.#adopt(outputs[next] as ReplayRecord);
    this.#input = undefined;
    if (outputs.length > 0) this.#outputs = [];
  }

  #apply(at: Instant, { type, data }: ReplayRecord): void {
    const { scheduler, names } = this.#state;
    scheduler.fireUpTo(type === 'wake' || type === 'rate' ? at : at - 1);
    scheduler.moveTo(at);
    if (type !== 'rate') {
      applyEvent(this.#state, at, { ...(data as object), type } as BotEvent);
      return;
    }
    const rate = data as RateEvent;
    const id = this.#instruments.get(rate.symbol) ?? -1;
    const { bidTicks, offerTicks, bidUnits, offerUnits, venueAt } = rate;
    const symbol = names.states[id];
    if (symbol === undefined) return;
    const leaves = symbol.leavesQuietBand(at, bidTicks, offerTicks);
    if (leaves) symbol.noteFormer();
    symbol.update(at, bidTicks, offerTicks, bidUnits, offerUnits, venueAt);
    if (leaves) this.#state.orderManager.gate.hooks.rate(symbol, at);
  }

  #adopt({ type, data }: ReplayRecord): void {
    const { ruleActions, halts, registry, names, outputs, parents } = this.#state;
    switch (type) {
      case 'command':
        this.#adoptCommand(data as CommandData | RfsData | WithdrawData);
        return;
      case 'send-start':
        this.#adoptStart(data as StartData);
        return;
      case 'refused':
        outputs.noteIntent((data as Refusal).intentId);
        return;
      case 'parent': {
        const parent = data as ParentSnapshot;
        const known = parents.find(parent.strategy, parent.key);
        if (known === undefined) {
          parents.adopt(registry.take(parent.strategy), names.stateOf(parent.symbol), parent);
        } else if (parent.reason !== '') {
          known.stop(parent.reason);
        }
        return;
      }
      case 'alert':
        ruleActions.adoptMute(data as Alert);
        return;
      case 'halt': {
        const { scope, strategy, symbol = '', rule, reason } = data as Halt;
        if (scope === 'symbol') halts.haltSymbol(symbol, rule, reason);
        else halts.halt(scope, strategy, rule, reason);
      }
    }
  }

  /** From this record on, bytes may have left. */
  #adoptStart({ kind, coId, attempt }: StartData): void {
    const { orderManager, retries } = this.#state;
    if (kind === 'rfs' || kind === 'withdraw') return;
    const order = orderManager.store.findByCoId(coId) ?? orderManager.store.findEnded(coId);
    if (kind === 'cancel') {
      // Several orders can have this coId: the cancel belongs to the one with a journaled cancel
      // command.
      for (const one of [order, ...orderManager.store.listDoubles(coId)]) {
        if (one?.cancelState === 'CXL_JOURNALED') one.cancelState = 'CXL_SENDING';
      }
      return;
    }
    if (order === undefined) return;
    if (order.state === 'JOURNALED') order.state = 'SENDING';
    if (attempt > 1) retries.adopt(order, attempt);
  }

  #adoptCommand(data: CommandData | RfsData | WithdrawData): void {
    const { orderManager, quoteRequests } = this.#state;
    if (data.kind === 'cancel') {
      const { coId, orderId = '' } = data;
      // The report that led to this cancel may also have ended the order.
      const order = this.#state.anomalies.find(coId, orderId) ?? orderManager.store.findEnded(coId);
      if (order !== undefined) this.#state.cancels.begin(order, 'CXL_JOURNALED', data.at);
      return;
    }
    if (data.kind === 'rfs') {
      adoptRequest(this.#state, data);
      return;
    }
    if (data.kind === 'withdraw') {
      const request = quoteRequests.store.find(data.coId);
      // unreached: its request has a record before it
      if (request !== undefined) request.isWithdrawing = true;
      return;
    }
    const order = adoptOrder(this.#state, data);
    orderManager.restore(order);
    if (data.quote !== undefined) quoteRequests.adoptAcceptance(order, data.quote.quoteId);
  }
}
