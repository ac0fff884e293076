// Passes the outputs of a session on to the report and to the operator.
import type { Alert, KernelRequest, OutputSink, Refusal } from '../../domain/events/index.js';
import { describeReason, describeUnstarted, Stops } from '../../report/index.js';
import type { LiveSessionParts } from './live-session-parts.js';

/** Topic of a message. Halts and unstarted parents are always shown. */
export interface MessageTopic {
  readonly kind: 'refusal' | 'alert' | 'halt' | 'unstarted';
  /** Control id; empty for a parent. */
  readonly rule: string;
}

interface Watching extends Pick<LiveSessionParts, 'collector' | 'support' | 'watchOrder'> {
  readonly notify: (message: string, about: MessageTopic) => void;
}

/**
 * `onHalt` counts halts, for instance for the exit code; `onAsk` carries out what the kernel
 * requests.
 */
export function createObserver(
  { collector, support, notify, watchOrder }: Watching,
  onHalt: () => void = () => undefined,
  onAsk: (ask: KernelRequest) => void = () => undefined,
): OutputSink {
  const stops = new Stops();
  return {
    ...passOn(collector),
    order: (view) => {
      collector.order(view);
      watchOrder?.(view);
    },
    unstarted: (view) => {
      collector.unstarted(view);
      notify(`NOT STARTED: ${describeUnstarted(view)}`, { kind: 'unstarted', rule: '' });
    },
    parentRefused: (parent) => {
      collector.parentRefused?.(parent);
    },
    refused: (refusal) => {
      collector.refused(refusal);
      stops.refused(refusal);
      notify(formatRefusal(refusal), { kind: 'refusal', rule: refusal.rule });
    },
    halted: (halt) => {
      onHalt();
      collector.halted(halt);
      // A halt with an id was latched earlier, or elsewhere with a bundle of its own.
      if (halt.id === undefined) support?.note(halt);
      notify(formatHalt(stops.halted(halt)), { kind: 'halt', rule: halt.rule });
    },
    alert: (alert) => {
      collector.alert(alert);
      notify(formatAlert(alert), { kind: 'alert', rule: alert.rule });
    },
    ask: (ask) => {
      collector.ask(ask);
      onAsk(ask);
    },
  };
}

/** Outputs that are collected without a message. */
function passOn(collector: OutputSink) {
  return {
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
    note: (note) => {
      collector.note(note);
    },
  } satisfies Partial<OutputSink>;
}

/** `refused by RC23 twap EUR/USD: expected ..., found ...`. */
export function formatRefusal({ rule, strategy, symbol, message }: Refusal): string {
  return `refused by ${rule}${nameThose(strategy, symbol)}: ${message}`;
}

/** `HALT (RC46): what happened`, with strategy or symbol where the halt covers only these. */
export function formatHalt(halt: ReturnType<Stops['halted']>): string {
  const { rule, strategy, symbol = '' } = halt;
  return `HALT (${rule})${nameThose(strategy, symbol)}: ${describeReason(halt)}`;
}

/** `WARN (RC39) EUR/USD: what happened`. */
export function formatAlert({ level, rule, symbol, text }: Alert): string {
  return `${level.toUpperCase()} (${rule})${nameThose(symbol)}: ${text}`;
}

/** The non-empty names, each after a space. */
function nameThose(...names: readonly string[]): string {
  return names.map((name) => (name === '' ? '' : ` ${name}`)).join('');
}
