// What people and the report see of a session's outputs.
import type { OutputSink } from '../domain/index.js';
import type { Collector } from '../report/index.js';

/** `onHalt` counts halts, for instance for the exit code. */
export function createObserver(
  collector: Collector,
  tell: (message: string) => void,
  onHalt: () => void = () => undefined,
): OutputSink {
  return {
    order: (view) => {
      collector.order(view);
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
  };
}
