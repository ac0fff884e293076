// Where each input goes, in a running kernel and in a fold.
import {
  type BotEvent,
  describePack,
  type EgressEvent,
  type Instant,
  type OperatorEvent,
  type PollEvent,
  type RecoveryEvent,
  type StpEvent,
  type SupportEvent,
} from '../domain/index.js';
import type { SymbolState } from '../risk/index.js';
import { applyNoReference, applyReference } from './reports/reference-data.js';
import type { BotState } from './components.js';

/** Applies any input but a rate and an intent. */
export function applyEvent(state: BotState, at: Instant, event: BotEvent): void {
  if (event.type === 'egress') tellBreach(state, at, event);
  if (!applyToQuotes(state, event) && !applyWord(state, at, event)) applyOne(state, at, event);
  state.flatten.look();
  state.quoteDesk.look();
  state.settlePauses();
}

/** The last gate tells of what it refuses as the first one does. */
function tellBreach(
  { desk, quoteDesk }: BotState,
  at: Instant,
  { breach, coId }: EgressEvent,
): void {
  const { terms } = desk.store.findByCoId(coId) ?? quoteDesk.store.find(coId) ?? {};
  if (breach === undefined || terms === undefined) return;
  const { host, intentId, symbol } = terms;
  const about = { at, intentId, strategy: host.name, symbol };
  desk.refuse(host, desk.gate.describe(about, breach));
}

/** What is about a request for quotes, and not about an order. */
function applyToQuotes({ quoteWords }: BotState, event: BotEvent): boolean {
  if (event.type === 'quotes') {
    quoteWords.quotes(event);
    return true;
  }
  if (event.type !== 'send-result' && event.type !== 'egress') return false;
  const { kind } = event;
  if (kind !== 'rfs' && kind !== 'withdraw') return false;
  if (event.type === 'egress') quoteWords.egressRefused(event.coId, kind, event.reason);
  else quoteWords.sendResult(event);
  return true;
}

function applyOne(state: BotState, at: Instant, event: BotEvent): void {
  const { desk, words } = state;
  switch (event.type) {
    case 'wake':
    case 'rate':
    case 'send-again':
    case 'send-unused':
      return;
    case 'host':
      state.health.see(at, event);
      desk.doubts.seeClock(event);
      state.desk.gate.overrides.see(event);
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
      state.orderWords.order(event);
      return;
    case 'trade':
      state.tradeWords.trade(event);
      return;
    case 'bust':
      state.tradeWords.bust(event);
      return;
    case 'calibration':
      desk.doubts.calibrate(event);
      return;
    case 'reference':
      applyReference(state, at, event);
      return;
    default:
      if (event.type === 'position') state.seePosition(event);
      desk.gate.hooks.event(event, at);
  }
}

/** What comes from people, from the start and from the session itself, and is about no poll. */
function applyWord(state: BotState, at: Instant, event: BotEvent): boolean {
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
      state.desk.gate.overrides.grant(at, event);
      return true;
    case 'revoke':
      state.desk.gate.overrides.revoke(event);
      return true;
    case 'stp':
      tellStuck(state, at, event);
      return true;
    case 'support':
      tellPack(state, at, event);
      return true;
    default:
      return false;
  }
}

function applyOperator(state: BotState, event: OperatorEvent): void {
  const { action, id, isAgain, reason, rule = 'RC63', who } = event;
  const { desk, flatten, now, outputs } = state;
  if (action === 'resume') {
    desk.gate.pauses.resume();
    return;
  }
  // Whoever stops or halts once more means this as well.
  if (action !== 'flatten') flatten.stop(reason);
  if (action === 'halt') {
    const named = id === undefined || who === undefined ? {} : { id, who };
    const halt = { at: now, scope: 'all', strategy: '', rule, reason, ...named } as const;
    const wasHalted = desk.gate.halt !== undefined;
    const wasFrozen = desk.cancels.isFrozen;
    if (!desk.haltAs(halt) && isAgain === true) outputs.halted(halt);
    if (wasFrozen) desk.cancels.cancelHalted(halt);
    // The rounds of that halt may be over, and what the venue took may never have been done.
    else if (wasHalted)
      desk.cancels.cancelWhere((order) => order.cancelState !== 'CXL_SENDING', true);
  } else {
    state.stop(reason);
  }
  if (action === 'flatten') flatten.begin(reason);
}

function applyRecovery(state: BotState, event: RecoveryEvent): void {
  const { desk, names, now, parents } = state;
  const { baseline = [], halt, reason, step } = event;
  if (halt !== undefined && !desk.latch({ ...halt, at: now })) {
    desk.gate.halts.noteAgain();
    desk.cancels.cancelHalted(halt);
  }
  if (step === 'baseline') desk.doubts.startFrom(baseline, names.states);
  if (step === 'cancel') desk.cancels.cancelFormer();
  if (step === 'resume-parents') parents.resumeHeld();
  if (step === 'parents') parents.stopWhere((parent) => parent.state === 'HELD', reason);
}

/** The download of trades does not end: what it holds may be late. */
function tellStuck({ outputs }: BotState, at: Instant, { step, text }: StpEvent): void {
  if (step !== 'stuck') return;
  outputs.alert({ at, level: 'page', rule: 'RC50', strategy: '', symbol: '', text });
}

/** The calls that led to a halt by a serious error lie ready for a person. */
function tellPack({ outputs }: BotState, at: Instant, { file }: SupportEvent): void {
  const text = describePack(file);
  outputs.alert({ at, level: 'page', rule: 'RC52', strategy: '', symbol: '', text });
}

/** A read that brought nothing new. */
function applyPoll(state: BotState, at: Instant, event: PollEvent): void {
  const { names, hosts, words } = state;
  const { subject, key, outcome, message } = event;
  const symbol = subject === 'rate' ? names.find(key) : undefined;
  if (symbol !== undefined) applyRatePoll(state, at, event, symbol);
  if (outcome === 'failed') {
    for (const host of hosts.list)
      host.faults.emit({ at, message: `${subject} ${key}: ${message}` });
  }
  if (subject === 'reference') applyNoReference(state, at, event);
  words.poll(event, symbol);
}

/** The newest rate stands, or the venue has one that is none. */
function applyRatePoll(
  { desk }: BotState,
  at: Instant,
  event: PollEvent,
  symbol: SymbolState,
): void {
  const { outcome, isBroken } = event;
  const wasBroken = symbol.isBroken;
  if (outcome === 'unchanged') symbol.confirm(at);
  else if (isBroken === true) symbol.break();
  // Rules that watch rates hear of the ends of it.
  if (wasBroken || symbol.isBroken) desk.gate.hooks.event(event, at);
}
