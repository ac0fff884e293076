// Routes each input to its handler, in a running kernel and in a journal replay.
import {
  type BotEvent,
  describeSupportBundle,
  type EgressRefusalEvent,
  type OperatorEvent,
  type PollEvent,
  type RecoveryEvent,
  type StpEvent,
  type SupportBundleEvent,
} from '../domain/events/index.js';
import type { Instant } from '../domain/index.js';
import type { SymbolState } from '../risk/gate/index.js';
import { applyNoReference, applyReference } from './reports/reference-data.js';
import type { KernelComponents } from './components.js';

/** Applies any input except a rate and an intent. */
export function applyEvent(state: KernelComponents, at: Instant, event: BotEvent): void {
  if (event.type === 'egress') reportEgressRefusal(state, at, event);
  if (!applyToQuotes(state, event) && !applyWord(state, at, event)) applyOne(state, at, event);
  state.flatten.look();
  state.quoteRequests.closeEndedAcceptances();
  state.settlePauses();
}

/** Reports a refusal of the egress check like a refusal of the gate. */
function reportEgressRefusal(
  { orderManager, quoteRequests }: KernelComponents,
  at: Instant,
  { breach, coId }: EgressRefusalEvent,
): void {
  const { terms } = orderManager.store.findByCoId(coId) ?? quoteRequests.store.find(coId) ?? {};
  if (breach === undefined || terms === undefined) return;
  const { host, intentId, symbol } = terms;
  const about = { at, intentId, strategy: host.name, symbol };
  orderManager.refuse(host, orderManager.gate.describe(about, breach));
}

/** Applies inputs about quote requests; returns false for any other input. */
function applyToQuotes({ quoteReports }: KernelComponents, event: BotEvent): boolean {
  if (event.type === 'quotes') {
    quoteReports.quotes(event);
    return true;
  }
  if (event.type !== 'send-result' && event.type !== 'egress') return false;
  const { kind } = event;
  if (kind !== 'rfs' && kind !== 'withdraw') return false;
  if (event.type === 'egress') quoteReports.egressRefused(event.coId, kind, event.reason);
  else quoteReports.sendResult(event);
  return true;
}

function applyOne(state: KernelComponents, at: Instant, event: BotEvent): void {
  const { orderManager, submitResults: words } = state;
  switch (event.type) {
    case 'wake':
    case 'rate':
    case 'send-again':
    case 'send-unused':
      return;
    case 'host':
      state.health.see(at, event);
      state.unknownOrders.seeClock(event);
      state.orderManager.gate.overrides.see(event);
      return;
    case 'poll':
      applyPoll(state, at, event);
      return;
    case 'send-result':
      words.sendResult(event);
      return;
    case 'egress':
      words.egressRefused(event);
      return;
    case 'order':
      state.orderReports.order(event);
      return;
    case 'trade':
      state.tradeReports.trade(event);
      return;
    case 'bust':
      state.tradeReports.bust(event);
      return;
    case 'calibration':
      state.unknownOrders.calibrate(event);
      return;
    case 'reference':
      applyReference(state, at, event);
      return;
    default:
      if (event.type === 'position') state.seePosition(event);
      orderManager.gate.hooks.event(event, at);
  }
}

/** Applies inputs of operators, of the recovery and of the session itself; false for any other. */
function applyWord(state: KernelComponents, at: Instant, event: BotEvent): boolean {
  switch (event.type) {
    case 'operator':
      applyOperator(state, event);
      return true;
    case 'recovery':
      applyRecovery(state, event);
      return true;
    case 'resolve':
      state.resolve(event);
      return true;
    case 'override':
      state.orderManager.gate.overrides.grant(at, event);
      return true;
    case 'revoke':
      state.orderManager.gate.overrides.revoke(event);
      return true;
    case 'stp':
      alertStpStuck(state, at, event);
      return true;
    case 'support':
      alertSupportBundle(state, at, event);
      return true;
    default:
      return false;
  }
}

function applyOperator(state: KernelComponents, event: OperatorEvent): void {
  const { action, id, isAgain, reason, rule = 'RC63', who } = event;
  const { flatten, now, outputs } = state;
  if (action === 'resume') {
    state.trading.pauses.resume();
    return;
  }
  // A stop or a halt of the operator also ends a flatten.
  if (action !== 'flatten') flatten.stop(reason);
  if (action === 'halt') {
    const named = id === undefined || who === undefined ? {} : { id, who };
    const halt = { at: now, scope: 'all', strategy: '', rule, reason, ...named } as const;
    const wasHalted = state.trading.halt !== undefined;
    const wasFrozen = state.cancels.isFrozen;
    if (!state.halts.haltOrReport(halt) && isAgain === true) outputs.halted(halt);
    if (wasFrozen) state.cancels.cancelHalted(halt);
    // The cancel rounds of that halt may be over, and the venue may have accepted a cancel that it
    // never carried out.
    else if (wasHalted)
      state.cancels.cancelWhere((order) => order.cancelState !== 'CXL_SENDING', true);
  } else {
    state.stop(reason);
  }
  if (action === 'flatten') flatten.begin(reason);
}

function applyRecovery(state: KernelComponents, event: RecoveryEvent): void {
  const { names, now, parents } = state;
  const { baseline = [], halt, reason, step } = event;
  if (halt !== undefined && !state.halts.latchHalt({ ...halt, at: now })) {
    state.trading.halts.noteAgain();
    state.cancels.cancelHalted(halt);
  }
  if (step === 'baseline') state.unknownOrders.setBaseline(baseline, names.states);
  if (step === 'cancel') state.cancels.cancelPreviousRun();
  if (step === 'resume-parents') parents.resumeHeld();
  if (step === 'parents') parents.stopWhere((parent) => parent.state === 'HELD', reason);
}

/** The download of trades does not complete: trades in it may be late. */
function alertStpStuck({ outputs }: KernelComponents, at: Instant, { step, text }: StpEvent): void {
  if (step !== 'stuck') return;
  outputs.alert({ at, level: 'page', rule: 'RC50', strategy: '', symbol: '', text });
}

/** Alerts the operator: a support bundle has the calls that led to a halt by a serious error. */
function alertSupportBundle(
  { outputs }: KernelComponents,
  at: Instant,
  { file }: SupportBundleEvent,
): void {
  const text = describeSupportBundle(file);
  outputs.alert({ at, level: 'page', rule: 'RC52', strategy: '', symbol: '', text });
}

/** Applies a poll without new data: unchanged, empty or failed. */
function applyPoll(state: KernelComponents, at: Instant, event: PollEvent): void {
  const { names, registry, submitResults: words } = state;
  const { subject, key, outcome, message } = event;
  const symbol = subject === 'rate' ? names.find(key) : undefined;
  if (symbol !== undefined) applyRatePoll(state, at, event, symbol);
  if (outcome === 'failed') {
    for (const host of registry.list)
      host.faults.emit({ at, message: `${subject} ${key}: ${message}` });
  }
  if (subject === 'reference') applyNoReference(state, at, event);
  words.poll(event, symbol);
}

/** The newest rate is unchanged, or the venue sent an invalid one. */
function applyRatePoll(
  { orderManager }: KernelComponents,
  at: Instant,
  event: PollEvent,
  symbol: SymbolState,
): void {
  const { outcome, isBroken } = event;
  const wasBroken = symbol.isBroken;
  if (outcome === 'unchanged') symbol.confirm(at);
  else if (isBroken === true) symbol.break();
  // Rules that watch rates must also see when the invalid rates end.
  if (wasBroken || symbol.isBroken) orderManager.gate.hooks.event(event, at);
}
