// Evaluates the venue's responses and reports by the policy and applies the resulting actions.
import {
  type PollEvent,
  type PollSubject,
  type SubmitResultEvent,
  STP_RESEND,
} from '../../domain/events/index.js';
import { type Instant, type Micros, SECOND } from '../../domain/index.js';
import { CALL_GROUPS } from '../../domain/venue/index.js';
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
import type { SymbolState } from '../../risk/gate/index.js';
import type { OrderManager } from '../orders/order-manager.js';
import type { OrderParts } from '../orders/order-parts.js';
import type { Symbols } from '../symbols.js';
import { ReadFailures } from './read-failures.js';
import { toScope } from './policy-actions.js';
import { isOutcomeUnknown } from '../orders/order-states.js';
import type { Order } from '../orders/order.js';
import { CANCEL_STATUS } from '../orders/cancels.js';
import {
  StatusTimeoutMonitor,
  type StatusTimeoutMonitorPorts,
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

/** Missing trades are reported after this time when the policy has no step for them. */
const REPORT_AFTER: Micros = 30 * SECOND;
/** Failed login renewals in a row before a pause of everything (RC54). */
const FAILED_RENEWALS = 2;
/** Reason of a failed order for which the venue gave none in time. */
const UNEXPLAINED = 'no reason';

/** Number of orders of unknown outcome, in a symbol and in all. */
interface UnknownCounts {
  readonly symbol: number;
  readonly all: number;
}

export interface EvaluatorParts extends Pick<
  OrderParts,
  'orderManager' | 'cancels' | 'unknownOrders'
> {
  readonly names: Pick<Symbols, 'unknownOrders'>;
}

export class ResponseEvaluator {
  readonly #orderManager: OrderManager;
  readonly #engine: PolicyEngine;
  readonly #ports: StatusTimeoutMonitorPorts;
  readonly #watch: StatusTimeoutMonitor;
  /** Keys are subject and key of the poll. */
  readonly #failing = new ReadFailures();
  #failedRenewals = 0;

  constructor(
    { orderManager, cancels, unknownOrders, names }: EvaluatorParts,
    engine: PolicyEngine,
    ports: StatusTimeoutMonitorPorts,
  ) {
    this.#orderManager = orderManager;
    this.#engine = engine;
    this.#ports = ports;
    this.#watch = new StatusTimeoutMonitor(orderManager.store, engine, ports);
    if (orderManager.gate.isOn('RC53')) {
      unknownOrders.onUnknown((order, stands) => {
        const counts = { symbol: order.terms.symbol.unknownOrders, all: names.unknownOrders };
        this.applyActions(engine.unknown(ports.now(), counts, toScope(order), stands));
      });
    }
    const cancelRule = engine.findStatus(CANCEL_STATUS);
    cancels.listen({
      onOverdue: (order, step) => {
        this.applyActions(engine.statusStep(ports.now(), cancelRule, step, toScope(order)));
      },
    });
  }

  /** Verdict on a submit or cancel; the caller updates the order, then applies the actions. */
  sendResult(event: SubmitResultEvent, order: Order | undefined): Verdict {
    const { kind: sent, status, transport, codeKind, code, message, resent } = event;
    // unreached: withdrawals go to QuoteReportHandler
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

  applyActions(actions: readonly PolicyAction[]): void {
    if (actions.length > 0) this.#ports.applyActions(actions);
  }

  /** Evaluates a poll without new data. */
  poll(event: PollEvent, order: Order | undefined, symbol: SymbolState | undefined): void {
    const { subject, key, outcome, status, transport, message } = event;
    const name = `${subject} ${key}`;
    if (outcome !== 'failed') this.onReadSucceeded(subject, key);
    if (outcome === 'unchanged' && (subject === 'login' || subject === 'renew')) {
      this.#failedRenewals = 0;
      this.#orderManager.gate.trading.pauses.resolve('login', this.#ports.now());
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

  /** Counts every failed renewal, even without response: the next one may come too late. */
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

  /** A read succeeded: it no longer fails. */
  onReadSucceeded(subject: PollSubject, key: string): void {
    this.#failing.worked(`${subject} ${key}`);
  }

  /** Checks the text that the venue sent with a status; the text of a serious error halts. */
  text(reason: string, order: Order | undefined): void {
    if (reason === '') return;
    this.applyActions(this.#engine.checkErrorText(this.#ports.now(), reason, toScope(order)));
  }

  findStatus(word: string): StatusRule {
    return this.#engine.findStatus(word);
  }

  /** Notes the status of an order; applies the policy's actions when the status is new. */
  status(order: Order, rule: StatusRule, word: string): void {
    if (!this.#watch.note(order, rule)) return;
    const { pauses } = this.#orderManager.gate.trading;
    if (pauses.count > 0) pauses.resolve(`order ${order.coId}`, this.#ports.now());
    if (rule.isQuiet || rule.actions.length === 0) return;
    this.applyActions(this.#engine.status(this.#ports.now(), rule, word, toScope(order)));
  }

  /**
   * Evaluates the reason of an ended order by the policy's table of codes and notes the rejection.
   * The caller applies the returned actions once the order has ended.
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
    const { reject, actions, name } = this.#engine.reason(now, code, kind, text, scope);
    this.reject(order, reject, name);
    return actions;
  }

  /** Notes the code of a rejection, the policy rule that gave it, and the policy's version. */
  reject(order: Order, code: string, rule: string): void {
    const policy = code === '' ? '' : this.#engine.policy.version;
    order.rejection = { code, rule, policy };
  }

  /** Time after which missing trades of a filled order are reported: the policy's step, or 30 s. */
  get reportsTradesAfter(): Micros {
    const [first] = this.#listMissingSteps();
    return first?.after ?? REPORT_AFTER;
  }

  /** Applies the policy's steps for missing trades of a filled order. */
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

  /** RC39: counts one more rejection by the venue. */
  rejected(order: Order, ruleName: string): void {
    this.applyActions(this.#engine.rejected(this.#ports.now(), ruleName, toScope(order)));
  }

  /** Ends pauses that wait until at most these numbers of orders are of unknown outcome. */
  onOutcomeKnown(counts: UnknownCounts, symbol: string): void {
    const { pauses } = this.#orderManager.gate.trading;
    const now = this.#ports.now();
    for (const cause of this.#engine.listKnown(counts, symbol)) pauses.resolve(cause, now);
  }

  /**
   * Re-arms the timeouts that were pending when the previous run ended: failures without a reason
   * and cancels to resolve.
   */
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

  /** Applies the policy's step when the venue gives no reason for a failed order in time. */
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

/** The time to resolve a failed cancel is over; returns whether its order is still alive. */
function endFault(order: Order): boolean {
  order.cancelFault = undefined;
  return !order.isTerminal;
}

/** A code in another letter case still counts; the alert asks an operator to check it. */
function toInexact(code: string, scope: CallScope): PolicyAction {
  const reason =
    `the venue sent a reason code that matches ${code} only without regard to upper and lower ` +
    `case; it counts as ${code}: ask the venue for its spelling`;
  return { action: { do: 'alert', level: 'warn' }, control: 'RC39', reason, cause: '', scope };
}

/** Scope of a read: the symbol of the read, or symbol and strategy of the order. */
function toReadScope(event: PollEvent, order: Order | undefined): CallScope {
  if (order !== undefined) return toScope(order);
  const { subject, key } = event;
  const symbol = subject !== 'call' && toGroup(event) === 'data' ? key : '';
  return { strategy: '', symbol, type: '', coId: '' };
}

/** A call of an unknown group counts as a query. */
function toGroup({ subject, key }: PollEvent): CallOutcome['group'] {
  if (subject !== 'call') return GROUP_OF[subject];
  return CALL_GROUPS.find((group) => group === key) ?? 'find';
}
