// Messages of a backtest: prints every halt, and the first refusals and alerts of each rule.
import { formatGrouped } from '../../report/index.js';
import type { MessageTopic } from '../../session/index.js';

/** Messages per kind and rule that are printed at once; further ones are only counted. */
export const MAX_TOLD = 3;

const NAMES = { refusal: 'refusals by', alert: 'alerts of' } as const;

export class BacktestMessages {
  readonly #print: (line: string) => void;
  /** By kind and rule. */
  readonly #counts = new Map<string, number>();

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  readonly add = (line: string, about?: MessageTopic): void => {
    if (about?.kind === 'halt' || about?.kind === 'unstarted') {
      this.#print(line);
      return;
    }
    const what = about === undefined ? 'orders not sent' : `${NAMES[about.kind]} ${about.rule}`;
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    if (count <= MAX_TOLD) this.#print(line);
  };

  /** Prints the total for each rule with more messages than were printed. */
  end(): void {
    for (const [what, count] of this.#counts) {
      if (count > MAX_TOLD) this.#print(`${formatGrouped(count)} ${what} in all`);
    }
  }
}
