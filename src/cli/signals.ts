// Handles SIGINT and other signals during a live command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KILL_FILE, makeKillFile } from '../control/index.js';
import { type LiveSession, removeFolder } from '../session/index.js';
import { realPorts } from '../host/index.js';
import { EXIT, printNote } from './output.js';

/** Signals that a live command handles, one line each; others keep Node's behaviour. */
export const SIGNALS = [
  { id: 'RC65', signal: 'SIGINT', does: 'stop' },
  { id: 'RC65', signal: 'SIGTERM', does: 'stop' },
  { id: 'RC65', signal: 'SIGHUP', does: 'stop' },
  { id: 'RC65', signal: 'SIGUSR2', does: 'kill' },
] as const;

const KILL = { rule: 'RC65', who: 'SIGUSR2', reason: 'killed by a signal' } as const;
const NOTHING = 'nothing was sent, there is nothing to cancel';
const MAY_REST =
  'this run placed nothing, but orders of the previous run may rest at the venue: ' +
  'start again, or `weir kill`';

/**
 * Handles SIGUSR1, on which Node would otherwise open a debugger to anybody on this machine; a
 * start refuses a debugger, and none may open later.
 */
export function refuseDebugger(): void {
  process.on('SIGUSR1', () => {
    printNote('SIGUSR1: ignored: a process with a login opens no debugger');
  });
}

/**
 * First signal: cancel, verify, end. Second: end at once. Before there is a session: just end.
 * SIGUSR2 kills and keeps the bot up, as soon as its state directory is known.
 */
export class Signals {
  /** Control directory of the starting bot; it may not exist yet. */
  control: string | undefined;
  /** Session folder that is still empty, to be removed. */
  folder: string | undefined;
  /** A previous run ended without proof that its orders have ended. */
  mayHaveOrders = false;
  /** The session has ended, and only its report is being written. */
  isOver = false;
  #count = 0;
  #session: LiveSession | undefined;
  #isKilled = false;

  constructor() {
    refuseDebugger();
    for (const { signal, does } of SIGNALS) process.on(signal, this.#on[does]);
  }

  detach(): void {
    for (const { signal, does } of SIGNALS) process.off(signal, this.#on[does]);
  }

  get session(): LiveSession | undefined {
    return this.#session;
  }

  set session(session: LiveSession | undefined) {
    this.#session = session;
    if (this.#isKilled) this.#leaveFile();
  }

  /**
   * Halts and stays up; a bot that is still starting finds the kill file, as does the next start.
   */
  readonly #kill = (): void => {
    if (this.isOver) {
      printNote('SIGUSR2: the bot has ended; the next start halts');
      this.#leaveFile();
      return;
    }
    if (this.session !== undefined) {
      this.session.kill(KILL);
      return;
    }
    if (this.control === undefined) process.exit(EXIT.halted);
    this.#isKilled = true;
    printNote('SIGUSR2: the bot finishes its start, then halts');
    if (existsSync(this.control)) this.#leaveFile();
  };

  #leaveFile(): void {
    if (this.control === undefined || existsSync(join(this.control, KILL_FILE))) return;
    const id = `kill-${String(Date.now())}-${KILL.rule}`;
    const fault = makeKillFile(realPorts, this.control, { ...KILL, id });
    if (fault === undefined) return;
    printNote(fault);
    process.exit(EXIT.halted);
  }

  readonly #stop = (signal: NodeJS.Signals): void => {
    this.#count++;
    if (this.session === undefined) {
      printNote(`${signal}: ${this.mayHaveOrders ? MAY_REST : NOTHING}`);
      if (this.folder !== undefined) removeFolder(this.folder);
      process.exit(this.mayHaveOrders ? EXIT.halted : EXIT.done);
    }
    if (this.#count > 1) process.exit(EXIT.halted);
    if (this.isOver)
      printNote(`${signal}: the report is being written; a second signal ends at once`);
    else printNote(`${signal}: cancelling own orders; a second signal ends at once`);
    this.session.stop(`${signal} by an operator`);
  };

  readonly #on = { stop: this.#stop, kill: this.#kill } as const;
}

/**
 * For a command with a single call: Ctrl-C gives up the sent call, whose outcome is still
 * evaluated.
 */
export function hearGiveUp(): { readonly signal: AbortSignal; readonly detach: () => void } {
  const giving = new AbortController();
  const give = (name: NodeJS.Signals): void => {
    if (giving.signal.aborted) process.exit(EXIT.halted);
    printNote(`${name}: giving up the call; a second signal ends at once`);
    giving.abort();
  };
  const stops = SIGNALS.filter(({ does }) => does === 'stop').map(({ signal }) => signal);
  for (const one of stops) process.on(one, give);
  return {
    signal: giving.signal,
    detach: () => {
      for (const one of stops) process.off(one, give);
    },
  };
}
