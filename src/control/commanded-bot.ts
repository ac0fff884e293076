// A bot as an operator's commands use it: one that runs, or the state of one that does not.
import type { Result } from '../domain/index.js';
import type { KernelSnapshot } from '../kernel/index.js';
import type { PendingResolution, ResumeData } from '../recovery/index.js';
import type { HaltRecord } from '../state/index.js';
import type { ChecksFound } from './check-halts.js';
import type { ClearableHalts } from './clearable-halts.js';
import type { ShownState } from './messages.js';
import type { SessionState } from './session-state.js';
import type { BotStatus } from './status.js';

/** The bot as far as an operator is shown its halts. */
export interface ViewedBot {
  /** Halts in force. */
  readonly halts: readonly HaltRecord[];
  /** State of the kernel; null before the first session. */
  readonly snapshot: KernelSnapshot | null;
  /** Description of control/KILL, and what the operator returns with the command. */
  show(): { readonly killFile: string; readonly shown: ShownState };
  /** Runs the checks of halts. */
  check(
    halts: readonly HaltRecord[],
    words: { readonly accepted: string; readonly support: string },
  ): Promise<ChecksFound>;
}

export interface CommandedBot extends ViewedBot {
  /** `dead`: no process runs. */
  readonly mode: SessionState['mode'] | 'dead';
  /** What happened since the operator was shown this, as text, or undefined. */
  findUnseen(shown: ShownState): string | undefined;
  /**
   * Journals the resume and ends the halts or pauses; a halted session does so at its end. The kill
   * file goes with its own halt or the last kill. Fault codes `state.latch` and of the journal.
   */
  clear(cleared: ClearableHalts, data: ResumeData, shown: ShownState): Result<unknown>;
  /** Takes a resolution of an order; fault codes of the journal. */
  resolve(resolution: PendingResolution): Result<unknown>;
  describe(): Result<BotStatus>;
}
