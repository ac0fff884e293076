// Where each input goes, in a running kernel and in a fold.
import type { BotEvent, Instant, RecoveryEvent } from '../domain/index.js';
import type { BotState } from './bot-state.js';

/** Applies any input but a rate and an intent. */
export function applyEvent(state: BotState, at: Instant, event: BotEvent): void {
  const { desk, names, words } = state;
  switch (event.type) {
    case 'wake':
    case 'host':
    case 'rate':
      return;
    case 'poll':
      if (event.subject === 'rate' && event.outcome === 'unchanged') {
        names.stateOf(event.key).receivedAt = at;
      }
      if (event.outcome === 'failed') {
        const message = `${event.subject} ${event.key}: ${event.message}`;
        for (const host of state.hosts.list) host.faults.emit({ at, message });
      }
      words.poll(event);
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
      desk.calibrate(event);
      return;
    case 'reference':
      desk.compareReference(event, names.stateOf(event.symbol).instrument);
      return;
    case 'recovery':
      applyRecovery(state, event);
      return;
    case 'resolve':
      state.resolve(event);
      return;
    case 'operator':
      if (event.action === 'halt') desk.halt('all', '', event.rule ?? 'RC63', event.reason);
      else state.stop(event.reason);
  }
}

function applyRecovery({ desk, parents }: BotState, { step, reason }: RecoveryEvent): void {
  if (step === 'cancel') desk.cancels.cancelWhere(() => true);
  if (step === 'resume-parents') parents.resumeHeld();
  if (step === 'parents') parents.stopWhere((parent) => parent.state === 'HELD', reason);
}
