// What people and the report see of a session's outputs.
import type { Alert, Ask, Halt, OutputSink, Refusal } from '../domain/index.js';
import { describeUnstarted } from '../report/index.js';
import type { LiveSessionParts } from './live-session-parts.js';

type Watching = Pick<LiveSessionParts, 'collector' | 'support' | 'tell' | 'watchOrder'>;

/** `onHalt` counts halts, for instance for the exit code; `onAsk` does what the kernel asks. */
export function createObserver(
  { collector, support, tell, watchOrder }: Watching,
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
    quotes: (view) => {
      collector.quotes(view);
    },
    fill: (fill) => {
      collector.fill(fill);
    },
    busted: (bust) => {
      collector.busted(bust);
    },
    recorded: (record) => collector.recorded?.(record),
    unstarted: (view) => {
      collector.unstarted(view);
      tell(`NOT STARTED: ${describeUnstarted(view)}`);
    },
    refused: (refusal) => {
      collector.refused(refusal);
      tell(formatRefusal(refusal));
    },
    note: (note) => {
      collector.note(note);
    },
    halted: (halt) => {
      onHalt();
      collector.halted(halt);
      // What has a name was latched before, or beside, with a pack of its own.
      if (halt.id === undefined) support?.note(halt);
      tell(formatHalt(halt));
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

/** `refused by RC23 twap EUR/USD: expected ..., found ...`. */
export function formatRefusal({ rule, strategy, symbol, message }: Refusal): string {
  return `refused by ${rule}${nameThose(strategy, symbol)}: ${message}`;
}

/** `HALT (RC46): what happened`, with its strategy or symbol where not all are halted. */
export function formatHalt({ rule, strategy, symbol = '', reason }: Halt): string {
  return `HALT (${rule})${nameThose(strategy, symbol)}: ${reason}`;
}

/** `WARN (RC39) EUR/USD: what happened`. */
export function formatAlert({ level, rule, symbol, text }: Alert): string {
  return `${level.toUpperCase()} (${rule})${nameThose(symbol)}: ${text}`;
}

/** Those that are named, each behind a space. */
function nameThose(...names: readonly string[]): string {
  return names.map((name) => (name === '' ? '' : ` ${name}`)).join('');
}
