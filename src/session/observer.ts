// What people and the report see of a session's outputs.
import type { Alert, Ask, OutputSink } from '../domain/index.js';
import type { LiveSessionParts } from './live-session-parts.js';

/** `onHalt` counts halts, for instance for the exit code; `onAsk` does what the kernel asks. */
export function createObserver(
  { collector, tell, watchOrder }: Pick<LiveSessionParts, 'collector' | 'tell' | 'watchOrder'>,
  onHalt: () => void = () => undefined,
  onAsk: (ask: Ask) => void = () => undefined,
): OutputSink {
  return {
    order: (view) => {
      collector.order(view);
      watchOrder?.(view);
    },
    parent: (view) => {
      collector.parent(view);
    },
    fill: (fill) => {
      collector.fill(fill);
    },
    refused: (refusal) => {
      collector.refused(refusal);
      tell(`refused by ${refusal.rule}: ${refusal.message}`);
    },
    note: (note) => {
      collector.note(note);
    },
    halted: (halt) => {
      onHalt();
      collector.halted(halt);
      tell(`HALT (${halt.rule}): ${halt.reason}`);
    },
    alert: (alert) => {
      collector.alert(alert);
      tell(formatAlert(alert));
    },
    ask: (ask) => {
      collector.ask(ask);
      onAsk(ask);
    },
  };
}

/** `WARN (RC39) EUR/USD: what happened`. */
function formatAlert({ level, rule, symbol, text }: Alert): string {
  const about = symbol === '' ? '' : ` ${symbol}`;
  return `${level.toUpperCase()} (${rule})${about}: ${text}`;
}
