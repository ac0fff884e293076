// Resume of a running bot, from its checks to the end of the session. A halt in between cancels the
// resume, and the halts stay.
import { fail, ok, type Result } from '../domain/index.js';
import type { OpenedBot, ResumeData } from '../recovery/index.js';
import type { SessionPorts } from '../host/index.js';
import { ANOTHER_KILL, clearHalts } from './clear-halts.js';
import type { ClearableHalts } from './clearable-halts.js';
import type { CommandedBot } from './commanded-bot.js';
import type { BotControlParts, ControlledSession } from './control-parts.js';
import { endsKillFile, markKillFile, removeKillFile, viewKillFile } from './kill/kill-switch.js';
import type { ControlRequest, ShownState } from './messages.js';

type ResumeRequest = Extract<ControlRequest, { readonly do: 'resume' }>;

export class PendingResume {
  readonly #disk: SessionPorts['disk'];
  readonly #gateway: BotControlParts['gateway'];
  readonly #bot: Pick<OpenedBot, 'latch' | 'state'>;
  #data: ResumeData | undefined;
  /** Whether another halt was found since the session began to end. */
  #isOvertaken: () => boolean = () => false;
  /** The kill file was removed: one that exists again is another kill. */
  #isFileGone = false;
  #drops = 0;
  #checking = 0;

  constructor({ bot, gateway, ports }: Pick<BotControlParts, 'bot' | 'gateway' | 'ports'>) {
    this.#disk = ports.disk;
    this.#gateway = gateway;
    this.#bot = bot;
  }

  /** What the operator is shown besides the halts and has to return with the resume. */
  show(session: ControlledSession): { readonly killFile: string; readonly shown: ShownState } {
    const { mark, words } = viewKillFile(this.#disk, this.#bot.state.control);
    const { haltsFound: halts } = session.inspect();
    return { killFile: words, shown: { file: mark, kills: this.#drops, halts } };
  }

  /** Clears halts, see `clearHalts`; a new halt of everything cancels that, see `drop`. */
  accept(bot: CommandedBot, request: ResumeRequest): Promise<Result<unknown>> {
    this.#checking += 1;
    return clearHalts(bot, request).finally(() => {
      this.#checking -= 1;
    });
  }

  /** What the operator has not seen, as text, or undefined. */
  findUnseen(session: ControlledSession, { file, halts, kills }: ShownState): string | undefined {
    if (this.#file !== file || this.#drops !== kills) return ANOTHER_KILL;
    if (session.inspect().haltsFound === halts) return undefined;
    return 'another halt came after the checks were shown: run the command again';
  }

  /** Ends pauses, or the halted session and with it its halts, see `CommandedBot.clear`. */
  begin(
    session: ControlledSession,
    { arePauses }: ClearableHalts,
    data: ResumeData,
    shown: ShownState,
  ): Result<void> {
    if (arePauses) {
      const { by: who, reason } = data;
      session.take({ type: 'operator', action: 'resume', reason: `${reason} (${who})`, who });
      this.#gateway.resumePolls();
      return ok(undefined);
    }
    const { latch, state } = this.#bot;
    const goes = endsKillFile(this.#disk, state.control, latch.halts, data.halts);
    const kept = goes ? removeKillFile(this.#disk, state.control, shown.file) : undefined;
    if (kept !== undefined) return fail('state.latch', kept);
    this.#isFileGone = goes;
    this.#data = data;
    this.#isOvertaken = () => session.inspect().haltsFound !== shown.halts;
    session.endResumed();
    return ok(undefined);
  }

  /**
   * Called for a new halt of everything. Returns whether it cancels a resume, or one being checked.
   */
  drop(): boolean {
    this.#drops += 1;
    const isUnderWay = this.#checking > 0 || this.#data !== undefined;
    this.#data = undefined;
    return isUnderWay;
  }

  /** Why the resume no longer counts: the kill file exists again, or another halt was found. */
  get objection(): string | undefined {
    if (this.#data === undefined) return undefined;
    if (this.#isFileGone && this.#file !== '') return 'control/KILL exists again';
    return this.#isOvertaken() ? 'another halt came meanwhile' : undefined;
  }

  /** The resume to be journaled at the end. */
  get data(): ResumeData | undefined {
    return this.#data;
  }

  /** Clears the halts in the latch once the resume is journaled; returns the fault as text. */
  clear(): string | undefined {
    if (this.#data === undefined) return undefined;
    const cleared = this.#bot.latch.clear(this.#data.halts);
    return cleared.ok ? undefined : cleared.fault.message;
  }

  get #file(): string {
    return markKillFile(this.#disk, this.#bot.state.control);
  }
}
