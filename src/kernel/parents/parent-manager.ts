// Parent orders of all strategies: checks a parent with its full size, then starts its algorithm.
import { describeIssues } from '../../validation/index.js';
import type { RefusedParent } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import { powerOfTen, toScaled } from '../../domain/numbers/index.js';
import type { ExecuteIntent } from '../../domain/orders/index.js';
import { type ExecutionAlgorithm, findAlgorithm, listAlgorithms } from '../../algorithms/index.js';
import { createRandom, Digest } from '../../determinism/index.js';
import type { SymbolState } from '../../risk/gate/index.js';
import { findCapTicks, listRulesFor } from '../../risk/index.js';
import type { Cancels } from '../orders/cancels.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { OrderParts } from '../orders/order-parts.js';
import { toIntent } from '../orders/order-candidate.js';
import type { Outputs } from '../outputs.js';
import {
  findMaxOrders,
  findClassFigure,
  canSendChild,
  canRenew,
  listOpenChildren,
} from './parent-checks.js';
import { ParentOrder, type ParentPorts, type ParentTerms } from './parent-order.js';
import type { KernelSetup } from '../setup.js';
import { type ParentSnapshot, toCanonicalText } from '../state/snapshot.js';
import type { StrategyHost } from '../strategies/strategy-host.js';

/** Maximum of parents that one session may start. */
const MAX_PARENTS = 10_000;

/** Rules that check the full size of a parent at its start, so that none stops it half-way. */
const PARENT_RULES = listRulesFor('parent');

/** Terms of a parent that come from its intent. */
type Asked = Pick<
  ParentTerms,
  'key' | 'algorithm' | 'params' | 'side' | 'units' | 'limitTicks' | 'startedAt' | 'arrivalTicks2'
>;

export interface ParentsPorts {
  now(): Instant;
  at(dueAt: Instant, action: () => void, isLook?: boolean): { cancel(): void };
  nextIntentId(): number;
  note(
    host: StrategyHost,
    text: string,
    fields: Readonly<Record<string, string | number | boolean>>,
  ): void;
}

export class ParentManager {
  readonly #setup: KernelSetup;
  readonly #orderManager: OrderManager;
  readonly #cancels: Cancels;
  readonly #outputs: Outputs;
  readonly #ports: ParentsPorts;
  readonly #working = new Map<string, ParentOrder>();
  /** All parents ever accepted, by strategy and key. */
  readonly #known = new Map<string, ParentOrder>();
  #isAdopting = false;
  #endedCount = 0;

  constructor(
    setup: KernelSetup,
    { cancels, orderManager }: Pick<OrderParts, 'cancels' | 'orderManager'>,
    outputs: Outputs,
    ports: ParentsPorts,
  ) {
    this.#setup = setup;
    this.#orderManager = orderManager;
    this.#cancels = cancels;
    this.#outputs = outputs;
    this.#ports = ports;
  }

  /** Number of parents that have not ended. */
  get size(): number {
    return this.#working.size;
  }

  /** Number of parents that have ended since this process started. */
  get endedCount(): number {
    return this.#endedCount;
  }

  /** Views of the parents that have not ended. */
  list(): ReturnType<ParentOrder['toView']>[] {
    return [...this.#working.values()].map((parent) => parent.toView());
  }

  /** All parents ever accepted, oldest first. */
  snapshot(): readonly ParentSnapshot[] {
    return [...this.#known.values()].map((parent) => parent.toSnapshot());
  }

  find(strategy: string, key: string): ParentOrder | undefined {
    return this.#known.get(`${strategy}/${key}`);
  }

  /** Adds a parent from the journal; no algorithm works it. */
  adopt(host: StrategyHost, symbol: SymbolState, snapshot: ParentSnapshot): ParentOrder {
    const parent = this.#create(host, symbol, snapshot);
    parent.restore(snapshot);
    const id = `${host.name}/${parent.key}`;
    this.#known.set(id, parent);
    if (!parent.hasEnded) this.#working.set(id, parent);
    return parent;
  }

  /** Replay mode: parents are kept, but no algorithm works them. */
  adoptOnly(): void {
    this.#isAdopting = true;
  }

  /** Restarts the algorithms of parents of a previous run, for their remaining quantity. */
  resumeHeld(): void {
    for (const parent of [...this.#working.values()]) {
      if (parent.state !== 'HELD') continue;
      const algorithm = findAlgorithm(parent.terms.algorithm);
      const params = algorithm?.params.safeParse(parent.terms.params);
      const { host, symbol } = parent.terms;
      const isHalted = this.#orderManager.gate.trading.isHalted(
        host.name,
        symbol.instrument.symbol,
      );
      if (isHalted || algorithm === undefined || params?.success !== true) {
        parent.stop(`algorithm ${parent.terms.algorithm} cannot continue it after the restart`);
        continue;
      }
      parent.release();
      if (!this.#isAdopting) algorithm.start(parent, params.data);
    }
  }

  stopWhere(isPicked: (parent: ParentOrder) => boolean, reason: string): void {
    for (const parent of [...this.#working.values()]) if (isPicked(parent)) parent.stop(reason);
  }

  /** Accepts a parent and starts its algorithm, or refuses it. A known key starts no second one. */
  start(host: StrategyHost, intentId: number, intent: ExecuteIntent, symbol: SymbolState): void {
    const key = intent.key ?? toDefaultKey(intent);
    const id = `${host.name}/${key}`;
    const known = this.#known.get(id);
    if (known !== undefined) {
      const { instrument, units, filledUnits } = known;
      const rest = (units - filledUnits) / powerOfTen(instrument.baseDecimals);
      const fields = { state: known.state, rest };
      this.#ports.note(host, `parent ${key} is known and is not started again`, fields);
      const view = known.toView();
      if (known.isAdopted && known.hasEnded) this.#outputs.unstarted(view);
      host.parents.emit(view);
      return;
    }
    const algorithm = findAlgorithm(intent.algorithm);
    if (algorithm === undefined) {
      const known = listAlgorithms().map((one) => one.id);
      throw new TypeError(
        `expected an algorithm (${known.join(', ')}), found "${intent.algorithm}"`,
      );
    }
    const params = algorithm.params.safeParse(intent.params);
    if (!params.success) {
      const issues = describeIssues(algorithm.params, intent.params, ['params']);
      throw new TypeError(`algorithm ${algorithm.id}: ${issues}`);
    }
    if (this.#known.size >= MAX_PARENTS)
      throw new RangeError(`more than ${String(MAX_PARENTS)} parent orders`);
    if (!this.#isAccepted(host, intentId, key, intent, symbol)) return;
    const parent = this.#create(host, symbol, this.#toTerms(key, intent, symbol, algorithm));
    this.#known.set(id, parent);
    this.#working.set(id, parent);
    this.#changed(parent);
    algorithm.start(parent, params.data);
  }

  #isAccepted(
    host: StrategyHost,
    intentId: number,
    key: string,
    intent: ExecuteIntent,
    symbol: SymbolState,
  ): boolean {
    const { ratePrecision } = symbol.instrument;
    const touch = intent.side === 'Buy' ? symbol.offerTicks : symbol.bidTicks;
    const price = intent.limitPrice ?? Math.max(1, touch) / powerOfTen(ratePrecision);
    const whole = {
      kind: 'place' as const,
      symbol: intent.symbol,
      side: intent.side,
      type: 'Limit' as const,
      timeInForce: 'IOC' as const,
      size: intent.size,
      price,
    };
    const broken = this.#orderManager.refuseParent(
      host,
      intentId,
      whole,
      symbol,
      PARENT_RULES,
      key,
    );
    if (broken.length > 0) this.reportRefused(host, intent, broken);
    return broken.length === 0;
  }

  /** Emits a refused parent for the session's report, whatever the strategy does about it. */
  reportRefused(host: StrategyHost, intent: ExecuteIntent, causes: RefusedParent['causes']): void {
    const { key = toDefaultKey(intent), symbol, side, size } = intent;
    this.#outputs.parentRefused({
      at: this.#ports.now(),
      strategy: host.name,
      key,
      symbol,
      side,
      size,
      causes: causes.map(({ rule, message }) => ({ rule, message })),
    });
  }

  /** Terms of the intent in exact units and ticks. */
  #toTerms(
    key: string,
    intent: ExecuteIntent,
    symbol: SymbolState,
    algorithm: ExecutionAlgorithm,
  ): Asked {
    const { instrument, hasRate, bidTicks, offerTicks } = symbol;
    return {
      key,
      algorithm: algorithm.id,
      params: intent.params,
      side: intent.side,
      // unreached: the gate has seen to it that it fits
      units: toScaled(intent.size, instrument.baseDecimals) ?? 0,
      // unreached: the gate has seen to it that it fits
      limitTicks: toScaled(intent.limitPrice ?? 0, instrument.ratePrecision) ?? 0,
      startedAt: this.#ports.now(),
      arrivalTicks2: hasRate ? bidTicks + offerTicks : 0,
    };
  }

  #create(host: StrategyHost, symbol: SymbolState, asked: Asked): ParentOrder {
    const { instrument } = symbol;
    const capBps = findClassFigure(this.#setup, 'RC15', instrument.class);
    const maxUnits = findClassFigure(this.#setup, 'RC04', instrument.class);
    return new ParentOrder(
      {
        ...asked,
        host,
        symbol,
        maxChildUnits: maxUnits * powerOfTen(instrument.baseDecimals),
        random: createRandom(this.#setup.seed, `${host.name}/parent/${asked.key}`),
        collarTicks: () => findCapTicks(symbol, asked.side === 'Buy' ? 1 : -1, capBps),
      },
      this.#createPorts(host, symbol),
    );
  }

  #createPorts(host: StrategyHost, symbol: SymbolState): ParentPorts {
    return {
      now: () => this.#ports.now(),
      at: (dueAt, action, isLook) => this.#ports.at(dueAt, action, isLook),
      child: (parent, order) => {
        const child = toIntent(symbol, parent.side, order);
        this.#orderManager.place(host, this.#ports.nextIntentId(), child, symbol, parent);
      },
      cancelChildren: (parent) => {
        this.#cancels.cancelWhere((order) => order.terms.parent === parent);
      },
      listOpen: (parent) => listOpenChildren(this.#orderManager, parent),
      isHealthy: (parent) => canRenew(this.#orderManager, parent, this.#ports.now()),
      hasRoom: (parent) => canSendChild(this.#orderManager, parent),
      countMostOrders: (span) => findMaxOrders(this.#setup, span),
      changed: (parent) => {
        this.#changed(parent);
      },
      note: (_, text, fields = {}) => {
        this.#ports.note(host, text, fields);
      },
    };
  }

  #changed(parent: ParentOrder): void {
    const view = parent.toView();
    const id = `${parent.terms.host.name}/${parent.key}`;
    if (parent.hasEnded && this.#working.delete(id)) this.#endedCount++;
    this.#outputs.parent(view, parent.terms.params);
    parent.terms.host.parents.emit(view);
  }
}

/** A key for intents without one; equal intents have equal keys. */
function toDefaultKey(intent: ExecuteIntent): string {
  const digest = new Digest();
  digest.text(toCanonicalText(intent));
  return `${intent.algorithm}-${digest.hex().slice(0, 12)}`;
}
