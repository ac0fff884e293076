// Ctrl-C and its kin, from the first moment of a live command to its last.
import { type LiveSession, removeFolder } from '../session/index.js';
import { EXIT, tell } from './output.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** First signal: cancel, verify, end. Second: end at once. Before there is a session: just end. */
export class Signals {
  session: LiveSession | undefined;
  /** Session folder that is still empty, to be taken away again. */
  folder: string | undefined;
  #count = 0;

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  detach(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.#count++;
    if (this.session === undefined) {
      tell(`${signal}: nothing was sent, there is nothing to cancel`);
      if (this.folder !== undefined) removeFolder(this.folder);
      process.exit(EXIT.done);
    }
    if (this.#count > 1) process.exit(EXIT.halted);
    tell(`${signal}: cancelling own orders; once more ends at once`);
    this.session.stop(`${signal} by a person`);
  };
}
