// Asks the policy what to make of the venue's answers and words, and obeys it.
import {
  type Instant,
  type Micros,
  type PollEvent,
  type PollSubject,
  type SubmitResultEvent,
  CALL_GROUPS,
  SECOND,
  STP_RESEND,
} from '../../domain/index.js';
import {
  type CallOutcome,
  type CallScope,
  type PolicyAction,
  type PolicyEngine,
  readReasonText,
  type StatusRule,
  type EscalationStep,
  type Verdict,
} from '../../policy/index.js';
import type { SymbolState } from '../../risk/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import { ReadFailures } from './read-failures.js';
import { toScope } from './policy-actions.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Order } from '../orders/order.js';
import {
  CANCEL_WORD,
  StatusTimeoutMonitor,
  type StatusWatchPorts,
} from '../orders/status-timeout-monitor.js';

const GROUP_OF = {
  rate: 'data',
  reference: 'data',
  order: 'find',
  trades: 'find',
  login: 'login',
  renew: 'renew',
  active: 'find',
  positions: 'find',
  stp: 'stp',
  rfs: 'find',
  benchmark: 'data',
  balance: 'data',
} as const satisfies Readonly<Record<Exclude<PollSubject, 'call'>, CallOutcome['group']>>;

/** Missing trades are looked for this long where the policy says nothing. */
const REPORT_AFTER: Micros = 30 * SECOND;
/** Renewals of the login that fail in a row before nothing new is risked (RC54). */
const FAILED_RENEWALS = 2;
/** What stands for the reason of a failure that none was found of in time. */
const UNEXPLAINED = 'no reason';

/** Orders of unknown outcome in a symbol, and in all. */
interface UnknownCounts {
  readonly symbol: number;
  readonly all: number;
}

export class ResponseEvaluator {
  /** The rule of orders whose cancel has not ended them yet. */
  readonly cancelRule: StatusRule;
  readonly #orderManager: OrderManager;
  readonly #engine: PolicyEngine;
  readonly #ports: StatusWatchPorts;
  readonly #watch: StatusTimeoutMonitor;
  readonly #countsUnknown: boolean;
  /** By subject and key. */
  readonly #failing = new ReadFailures();
  #failedRenewals = 0;

  constructor(orderManager: OrderManager, engine: PolicyEngine, ports: StatusWatchPorts) {
    this.#orderManager = orderManager;
    this.#engine = engine;
    this.#ports = ports;
    this.cancelRule = engine.findStatus(CANCEL_WORD);
    this.#watch = new StatusTimeoutMonitor(orderManager.store, engine, ports);
    this.#countsUnknown = orderManager.gate.isOn('RC53');
  }

  /** The verdict on a place or cancel; its deeds are the caller's to obey, after the order. */
  sendResult(event: SubmitResultEvent, order: Order | undefined): Verdict {
    const { kind: sent, status, transport, codeKind, code, message, resent } = event;
    // unreached: a withdrawal is about no order
    const kind = sent === 'withdraw' ? 'cancel' : sent;
    if (transport === undefined && code === '' && message === '') {
      const quick = this.#engine.quick(kind, status);
      if (quick !== undefined) return quick;
    }
    const stands = () =>
      order !== undefined && (kind === 'cancel' ? endFault(order) : isOutcomeUnknown(order.state));
    const scope = toScope(order, event.coId);
    if (kind === 'cancel' && status > 0 && this.#engine.waits(toFault(status))) {
      if (order !== undefined) order.cancelFault ??= { at: this.#ports.now(), status };
    }
    if (event.isInexact === true) this.applyActions([toInexact(code, scope)]);
    const facts = { group: kind, status, transport, codeKind, code, message, resent };
    return this.#engine.answer(this.#ports.now(), facts, scope, stands);
  }

  applyActions(deeds: readonly PolicyAction[]): void {
    if (deeds.length > 0) this.#ports.applyActions(deeds);
  }

  /** A read that brought nothing new. */
  poll(event: PollEvent, order: Order | undefined, symbol: SymbolState | undefined): void {
    const { subject, key, outcome, status, transport, message } = event;
    const name = `${subject} ${key}`;
    if (outcome !== 'failed') this.onReadSucceeded(subject, key);
    if (outcome === 'unchanged' && (subject === 'login' || subject === 'renew')) {
      this.#failedRenewals = 0;
      this.#orderManager.gate.pauses.resolve('login', this.#ports.now());
    }
    if (outcome === 'failed' && subject === 'renew') this.#noteRenewal(message);
    const now = this.#ports.now();
    const scope = toReadScope(event, order);
    if (outcome === 'unchanged' || (status === 0 && transport === undefined)) {
      this.applyActions(this.#engine.checkErrorText(now, message, scope));
      return;
    }
    const since = outcome === 'failed' ? this.#failing.note(name, now, symbol) : now;
    const stands = () => this.#failing.fails(name, since, this.#ports.now(), symbol);
    const isResend = subject === 'stp' && key === STP_RESEND;
    const facts = { group: toGroup(event), status, transport, code: '', message, isResend };
    this.applyActions(this.#engine.answer(now, facts, scope, stands, since).actions);
  }

  /** However it failed, also without an answer: the next one may come too late. */
  #noteRenewal(message: string): void {
    this.#failedRenewals += 1;
    if (this.#failedRenewals < FAILED_RENEWALS) return;
    const reason = `${String(this.#failedRenewals)} renewals of the login failed in a row`;
    const scope = { strategy: '', symbol: '', type: '', coId: '' };
    const about = { control: 'RC54', reason: `${reason}: ${message}`, cause: 'login', scope };
    this.applyActions([{ ...about, action: { do: 'pause', scope: 'all', end: 'resolved' } }]);
    if (this.#failedRenewals > FAILED_RENEWALS) return;
    this.applyActions([{ ...about, action: { do: 'alert', level: 'warn' } }]);
  }

  /** A read brought something: it no longer fails. */
  onReadSucceeded(subject: PollSubject, key: string): void {
    this.#failing.worked(`${subject} ${key}`);
  }

  /** The venue's text beside a status: a serious one stops everything. */
  text(reason: string, order: Order | undefined): void {
    if (reason === '') return;
    this.applyActions(this.#engine.checkErrorText(this.#ports.now(), reason, toScope(order)));
  }

  findStatus(word: string): StatusRule {
    return this.#engine.findStatus(word);
  }

  /** An order has this word now; what it does is done when it is new. */
  status(order: Order, rule: StatusRule, word: string): void {
    if (!this.#watch.note(order, rule)) return;
    const { pauses } = this.#orderManager.gate;
    if (pauses.count > 0) pauses.resolve(`order ${order.coId}`, this.#ports.now());
    if (rule.isQuiet || rule.actions.length === 0) return;
    this.applyActions(this.#engine.status(this.#ports.now(), rule, word, toScope(order)));
  }

  /** An order lives on after its cancel for the time of this step. */
  onCancelOverdue(order: Order, step: EscalationStep): void {
    this.applyActions(
      this.#engine.statusStep(this.#ports.now(), this.cancelRule, step, toScope(order)),
    );
  }

  /**
   * What the reason of an order that ended means, by the table of codes; notes it in the order. The
   * deeds are the caller's to obey, once the order has ended.
   */
  reason(order: Order, rule: StatusRule, text: string): readonly PolicyAction[] {
    if (!rule.readsReason) return [];
    const now = this.#ports.now();
    const scope = toScope(order);
    const { kind, code } = readReasonText(text);
    if (rule.state === 'FAILED') {
      if (kind === 'none') {
        this.#explainLater(order, rule, now);
        return [];
      }
      if (!this.#engine.listsReason(code, kind)) {
        return this.#engine.statusWhen(now, rule, 'unlisted-reason', scope, text);
      }
    }
    const { reject, deeds, name } = this.#engine.reason(now, code, kind, text, scope);
    this.reject(order, reject, name);
    return deeds;
  }

  /** What a rejection is called, and by which rule of which policy. */
  reject(order: Order, code: string, rule: string): void {
    const policy = code === '' ? '' : this.#engine.policy.version;
    order.rejection = { code, rule, policy };
  }

  /** When missing trades of a filled order are reported: the policy's step, or 30 s without one. */
  get reportsTradesAfter(): Micros {
    const [first] = this.#listMissingSteps();
    return first?.after ?? REPORT_AFTER;
  }

  /** Trades of a filled order are missing for that long. */
  tradesMissing(order: Order, text: string): void {
    const now = this.#ports.now();
    const rule = this.#engine.findStatus('FILLED');
    for (const step of this.#listMissingSteps()) {
      this.applyActions(this.#engine.statusStep(now, rule, step, toScope(order), text));
    }
  }

  #listMissingSteps(): readonly EscalationStep[] {
    return this.#engine.findStatus('FILLED').steps.filter(({ when }) => when === 'trades-missing');
  }

  /** RC39: one more rejection by the venue. */
  rejected(order: Order, ruleName: string): void {
    this.applyActions(this.#engine.rejected(this.#ports.now(), ruleName, toScope(order)));
  }

  /** RC53: an outcome has become unknown. */
  onUnknownOutcome(order: Order, stands: () => boolean, counts: UnknownCounts): void {
    if (!this.#countsUnknown) return;
    this.applyActions(this.#engine.unknown(this.#ports.now(), counts, toScope(order), stands));
  }

  /** So many outcomes of the symbol and of all are unknown: pauses that wait for fewer end. */
  onOutcomeKnown(counts: UnknownCounts, symbol: string): void {
    const { pauses } = this.#orderManager.gate;
    const now = this.#ports.now();
    for (const cause of this.#engine.listKnown(counts, symbol)) pauses.resolve(cause, now);
  }

  /** What the run before waited for, failures to explain and cancels to resolve, is so as long. */
  resume(): void {
    for (const order of this.#orderManager.store.values()) {
      const { cancelFault } = order;
      if (cancelFault !== undefined) {
        const { at, status } = cancelFault;
        this.#engine.resume(at, toFault(status), toScope(order), () => endFault(order));
      }
      if (order.isUnexplained) this.#explainLater(order, this.findStatus('FAILED'), order.at);
    }
  }

  /** A failure without a reason: explained in time, or what the policy does then. */
  #explainLater(order: Order, rule: StatusRule, since: Instant): void {
    for (const step of rule.steps.filter(({ when }) => when === 'no-reason')) {
      const dueAt = Math.max(this.#ports.now(), since + step.after);
      this.#ports.at(dueAt, () => {
        if (!order.isUnexplained) return;
        order.reason = UNEXPLAINED;
        this.applyActions(this.#engine.statusStep(dueAt, rule, step, toScope(order)));
        this.#orderManager.removeIfClosed(order);
      });
    }
  }
}

function toFault(status: number): CallOutcome {
  return { group: 'cancel', status, code: '', message: '' };
}

/** The time of a cancel's fault is over: whether its order lives on. */
function endFault(order: Order): boolean {
  order.cancelFault = undefined;
  return !order.isTerminal;
}

/** A code that is known by another spelling counts, and somebody should look. */
function toInexact(code: string, scope: CallScope): PolicyAction {
  const reason = `the venue wrote the code ${code} in another letter case`;
  return { action: { do: 'alert', level: 'warn' }, control: 'RC39', reason, cause: '', scope };
}

/** A read of a symbol concerns that symbol; one of an order its symbol and strategy. */
function toReadScope(event: PollEvent, order: Order | undefined): CallScope {
  if (order !== undefined) return toScope(order);
  const { subject, key } = event;
  const symbol = subject !== 'call' && toGroup(event) === 'data' ? key : '';
  return { strategy: '', symbol, type: '', coId: '' };
}

/** A call whose group nobody knows counts as a query. */
function toGroup({ subject, key }: PollEvent): CallOutcome['group'] {
  if (subject !== 'call') return GROUP_OF[subject];
  return CALL_GROUPS.find((group) => group === key) ?? 'find';
}
