// Resume of a running bot, from its checks to the end of the session. A halt in between cancels the
// resume, and the halts stay.
import { fail, ok, type Result } from '../domain/index.js';
import type { OpenedBot, ResumeData } from '../recovery/index.js';
import type { SessionPorts } from '../host/index.js';
import type { HaltRecord } from '../state/index.js';
import type { ChecksFound } from './check-halts.js';
import { findWordsFault } from './checks.js';
import type { BotControlParts, ControlledSession } from './control-parts.js';
import { pickClearable } from './clearable-halts.js';
import { endsKillFile, markKillFile, removeKillFile, viewKillFile } from './kill/kill-switch.js';
import { type ControlRequest, CALLER_GONE, type ShownState } from './messages.js';
import { ANOTHER_KILL, toResumeData } from './offline/resume.js';

type ResumeRequest = Extract<ControlRequest, { readonly do: 'resume' }>;
type Check = (
  halts: readonly HaltRecord[],
  session: ControlledSession,
  words: ResumeRequest,
) => Promise<ChecksFound>;

export class PendingResume {
  readonly #disk: SessionPorts['disk'];
  readonly #gateway: BotControlParts['gateway'];
  readonly #bot: Pick<OpenedBot, 'latch' | 'state'>;
  readonly #check: Check;
  #data: ResumeData | undefined;
  /** Whether another halt was found since the session began to end. */
  #isOvertaken: () => boolean = () => false;
  /** The kill file was removed: one that exists again is another kill. */
  #isFileGone = false;
  #drops = 0;
  #checking = 0;

  constructor(
    { disk }: Pick<SessionPorts, 'disk'>,
    { bot, gateway }: Pick<BotControlParts, 'bot' | 'gateway'>,
    check: Check,
  ) {
    this.#disk = disk;
    this.#gateway = gateway;
    this.#bot = bot;
    this.#check = check;
  }

  /** What the operator is shown besides the halts and has to return with the resume. */
  show(session: ControlledSession): { readonly killFile: string; readonly shown: ShownState } {
    const { mark, words } = viewKillFile(this.#disk, this.#bot.state.control);
    const { haltsFound: halts } = session.inspect();
    return { killFile: words, shown: { file: mark, kills: this.#drops, halts } };
  }

  /**
   * Ends pauses, or a halted session and with it the halts. Does nothing when the caller has
   * disconnected during the checks, since that command has reported the bot as silent. Fault
   * codes `control.halt`, `control.request`, `control.words`, `control.checks`, `state.latch`.
   */
  async accept(
    session: ControlledSession,
    request: ResumeRequest,
    isHeard: () => boolean,
  ): Promise<Result<unknown>> {
    const { shown } = request;
    const { mode, snapshot } = session.inspect();
    const holds = pickClearable(this.#bot.latch.halts, snapshot, request.halts);
    if (typeof holds === 'string') return fail('control.halt', holds);
    const { arePauses, halts: picked } = holds;
    if (mode !== (arePauses ? 'ready' : 'halted')) {
      const wanted = arePauses ? 'a bot that is ready' : 'a halted bot';
      return fail('control.halt', `resume needs ${wanted}, this one is ${mode}: stop it first`);
    }
    const words = findWordsFault(picked, request);
    if (words !== undefined) return fail('control.words', words);
    this.#checking += 1;
    const { checks, positions } = await this.#check(picked, session, request).finally(() => {
      this.#checking -= 1;
    });
    if (!isHeard()) return CALLER_GONE;
    const unseen = this.findUnseen(session, shown);
    if (unseen !== undefined) return fail('control.halt', unseen);
    const red = checks.filter(({ hasPassed }) => !hasPassed);
    if (red.length > 0) {
      const list = red.map(({ name, found }) => `${name}: ${found}`).join('; ');
      return fail('control.checks', `the halt was not cleared, a check failed: ${list}`);
    }
    const now = session.inspect();
    if (now.mode !== mode) {
      return fail('control.halt', `the bot went from ${mode} to ${now.mode}: run resume again`);
    }
    if (arePauses) {
      const { by: who, reason } = request;
      session.take({ type: 'operator', action: 'resume', reason: `${reason} (${who})`, who });
      this.#gateway.resumePolls();
      return ok({ halts: picked, checks });
    }
    const ids = picked.map(({ id }) => id);
    const kept = this.#begin(toResumeData(ids, request, checks, positions), shown.file);
    if (kept !== undefined) return fail('state.latch', kept);
    this.#isOvertaken = () => session.inspect().haltsFound !== shown.halts;
    session.endResumed();
    return ok({ halts: picked, checks });
  }

  /** What the operator has not seen, as text, or undefined. */
  findUnseen(session: ControlledSession, { file, halts, kills }: ShownState): string | undefined {
    if (this.#file !== file || this.#drops !== kills) return ANOTHER_KILL;
    if (session.inspect().haltsFound === halts) return undefined;
    return 'another halt came after the checks were shown: run the command again';
  }

  /**
   * Accepts the resume; removes the kill file with its own halt or the last kill. Returns the
   * fault, or undefined.
   */
  #begin(data: ResumeData, file: string): string | undefined {
    const { latch, state } = this.#bot;
    const goes = endsKillFile(this.#disk, state.control, latch.halts, data.halts);
    const fault = goes ? removeKillFile(this.#disk, state.control, file) : undefined;
    if (fault !== undefined) return fault;
    this.#isFileGone = goes;
    this.#data = data;
    return undefined;
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
