// Control of a running bot from outside: kill switch, heartbeats, and commands of other processes.
import type { HostEvent, NetPosition, RecoveryEvent } from '../domain/events/index.js';
import { MILLISECOND, ok, type Result } from '../domain/index.js';
import type { ResumeData } from '../recovery/index.js';
import { UNREADABLE } from '../state/index.js';
import { adoptHalt } from './import-halts.js';
import {
  BEAT_EVERY_MS,
  HeartbeatMonitor,
  BOT_HEARTBEAT_FILE,
  WATCHDOG_HEARTBEAT_FILE,
  STALE_MS,
  toBeat,
  writeBeat,
} from './kill/heartbeat.js';
import { checkHalts } from './check-halts.js';
import type { BotControlParts, ControlledSession, FlattenCommand } from './control-parts.js';
import { viewHalts } from './clear-halts.js';
import type { CommandedBot } from './commanded-bot.js';
import { findUnseenHalt, flattenBot } from './flatten-bot.js';
import { hasKillFile, type Kill, KillSwitch, markKillFile } from './kill/kill-switch.js';
import { type ControlRequest, CALLER_GONE, readRequest, SOCKET, toAnswerLine } from './messages.js';
import { listOverrides, OverrideCommands } from './overrides.js';
import { PendingResume } from './pending-resume.js';
import { resolveOrder } from './resolve-order.js';
import { type BotStatus, describeSnapshot, formatPause } from './status.js';

/** Monotonic time between two checks of the kill file, milliseconds. */
const LOOK_EVERY_MS = 250;

export class BotControl {
  readonly #killSwitch: KillSwitch;
  readonly #parts: BotControlParts;
  readonly #guard: HeartbeatMonitor;
  #timer: { cancel(): void } | undefined;
  #socket: { close(): void } | undefined;
  #session: ControlledSession | undefined;
  #looks = 0;
  #isWatchdogSilent = false;
  #isKillTold = false;
  #baseline: readonly NetPosition[];
  readonly #resuming: PendingResume;
  readonly #overrides: OverrideCommands;
  #isClosed = false;

  constructor(parts: BotControlParts) {
    const { bot, ports } = parts;
    const { control } = bot.state;
    this.#parts = parts;
    this.#killSwitch = new KillSwitch(ports.disk, control);
    this.#resuming = new PendingResume(parts);
    this.#overrides = new OverrideCommands(parts);
    this.#guard = new HeartbeatMonitor(ports.disk, control, WATCHDOG_HEARTBEAT_FILE, ports.clock);
    this.#baseline = bot.memory.baseline ?? [];
  }

  /** Why no new order may leave, or undefined; asked for each send. */
  findRefusal(isFlattening: boolean): string | undefined {
    const killed = isFlattening ? this.#killSwitch.laterRefusal : this.#killSwitch.refusal;
    if (killed !== undefined || !this.#isWatchdogSilent) return killed;
    return `RC67: the watchdog has sent no heartbeat for ${String(STALE_MS / 1_000)} s`;
  }

  /** A watchdog sends heartbeats, or none is configured. Without it the strategies do not start. */
  get isGuarded(): boolean {
    if (this.#parts.wantsWatchdog) this.#guard.look();
    return !this.#parts.wantsWatchdog || this.#guard.hasBeaten;
  }

  /** Silence of the watchdog for the host sample. */
  sample(): Pick<HostEvent, 'guardSilence'> {
    // A host that wakes from sleep finds a kill before it measures the silence.
    this.#findKill(this.#session);
    if (!this.#parts.wantsWatchdog) return {};
    return { guardSilence: Math.round(this.#guard.look() * MILLISECOND) };
  }

  start(session: ControlledSession): void {
    this.#session = session;
    const { bot, ports, notify } = this.#parts;
    this.#look(session);
    void ports.local
      ?.serve(bot.state.control, SOCKET, (line, isHeard) => this.#answer(line, session, isHeard))
      .then(
        (socket) => {
          this.#socket = socket;
          if (this.#isClosed) socket.close();
        },
        (error: unknown) => {
          const found = error instanceof Error ? error.message : String(error);
          notify(`no other process can command this bot: ${found}; control/KILL still works`);
        },
      );
  }

  /** Keeps the positions that the venue had besides the bot's own fills. */
  noteRecovery({ baseline }: RecoveryEvent): void {
    if (baseline !== undefined) this.#baseline = baseline;
  }

  /**
   * Ends the control once the journal is complete; a failed journal clears no halt. Where orders
   * are not proven ended, the heartbeat stops without its end mark, so that the watchdog acts.
   */
  close(journalFault: string | undefined, isProven: boolean): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#socket?.close();
    const { bot, ports, notify } = this.#parts;
    if (isProven) writeBeat(ports.disk, bot.state.control, BOT_HEARTBEAT_FILE, toBeat(bot.epoch));
    if (journalFault !== undefined) return;
    const fault = this.#resuming.clear();
    if (fault !== undefined) notify(fault);
  }

  /**
   * Stops all orders that add risk from now on. Returns whether the kill needs a halt of its own:
   * false where the latch has it, or where the kill file of the previous run may have caused it.
   */
  pull(kill: Kill): boolean {
    const { id, reason } = kill;
    const { halts } = this.#parts.bot.latch;
    // A kill without an id at the first check may come from a kill file of the previous run.
    const isNew = id === undefined ? this.#looks > 0 : halts.every((halt) => halt.id !== id);
    this.#killSwitch.pull(kill);
    this.#isKillTold = true;
    this.dropResume(reason);
    return isNew;
  }

  /** A new halt of everything: drops a resume, so that its halts stay. */
  dropResume(reason: string): void {
    const isDropped = this.#resuming.drop();
    if (isDropped) this.#parts.notify(`the resume was cancelled: ${reason}`);
  }

  /** The resume to be journaled at the end, unless something arrived since it was accepted. */
  takeResume(): ResumeData | undefined {
    const { objection } = this.#resuming;
    if (objection !== undefined) this.dropResume(objection);
    return this.#resuming.data;
  }

  /** Checks the kill file every 250 ms; heartbeats and latch every second. */
  #look(session: ControlledSession): void {
    const { bot, ports } = this.#parts;
    this.#findKill(session);
    if (this.#looks % (BEAT_EVERY_MS / LOOK_EVERY_MS) === 0) {
      writeBeat(ports.disk, bot.state.control, BOT_HEARTBEAT_FILE, toBeat(bot.epoch, this.#looks));
      this.#isWatchdogSilent = this.#parts.wantsWatchdog && this.#guard.look() >= STALE_MS;
      this.#adopt(session);
    }
    this.#looks += 1;
    if (this.#isClosed) return;
    this.#timer = ports.clock.setTimer(LOOK_EVERY_MS, () => {
      this.#look(session);
    });
  }

  /** Applies halts that another process has latched. */
  #adopt(session: ControlledSession): void {
    const { bot, strategies, notify } = this.#parts;
    const dropResume = (reason: string) => {
      this.dropResume(reason);
    };
    for (const halt of bot.latch.takeAdopted()) {
      if (halt.id === UNREADABLE) this.#dateUnreadable();
      adoptHalt(session, halt, { strategies, notify, dropResume });
    }
  }

  /**
   * Begins to flatten under the halts that the operator was shown; returns why it cannot, or
   * undefined.
   */
  beginFlatten({ seen }: FlattenCommand): string | undefined {
    const { bot, ports } = this.#parts;
    const mark = markKillFile(ports.disk, bot.state.control);
    const unseen = findUnseenHalt(bot.latch.halts, mark, seen);
    if (unseen === undefined) this.#killSwitch.noteFile(mark);
    return unseen;
  }

  #dateUnreadable(): void {
    const { bot, clock, ports } = this.#parts;
    const wallAt = Math.floor(ports.clock.wallMillis());
    bot.latch.dateUnreadable({ at: clock.now(), wallAt, monoAt: ports.clock.monoMicros() });
  }

  #findKill(session: ControlledSession | undefined): void {
    const later = session?.isFlattening === true ? this.#killSwitch.findLater() : undefined;
    if (later !== undefined) session?.kill(later);
    const kill = this.#killSwitch.look();
    if (kill === undefined || session === undefined || this.#isKillTold) return;
    session.kill(kill);
  }

  async #answer(line: string, session: ControlledSession, isHeard: () => boolean): Promise<string> {
    const request = readRequest(this.#parts.operators, line);
    if (!request.ok) return toAnswerLine(request);
    if (request.value.do !== 'kill' && !isHeard()) return toAnswerLine(CALLER_GONE);
    return toAnswerLine(await this.#obey(request.value, session, isHeard));
  }

  async #obey(
    request: ControlRequest,
    session: ControlledSession,
    isHeard: () => boolean,
  ): Promise<Result<unknown>> {
    const bot = this.#toCommanded(session, isHeard);
    switch (request.do) {
      case 'status':
        this.#adopt(session);
        return bot.describe();
      case 'kill':
        return ok(this.#kill(request, session));
      case 'checks':
        // A busy bot answers `weir kill` late, and the command then latches by itself. `checks`
        // reads the latch so that the operator can resume what is shown here; `resume` does not
        // read it again, so that a later kill stays.
        this.#adopt(session);
        return viewHalts(bot, request);
      case 'flatten':
        return this.#flatten(request, session, bot);
      case 'resume':
        return this.#resuming.accept(bot, request);
      case 'resolve':
        return resolveOrder(bot, request);
      case 'override':
      case 'revoke':
        return this.#overrides.obey(session, request) ?? bot.describe();
    }
  }

  #toCommanded(session: ControlledSession, isHeard: () => boolean): CommandedBot {
    const { bot, limits, listPacks } = this.#parts;
    const resuming = this.#resuming;
    return {
      get mode() {
        return session.inspect().mode;
      },
      get halts() {
        return bot.latch.halts;
      },
      get snapshot() {
        return session.inspect().snapshot;
      },
      show: () => resuming.show(session),
      check: (halts, words) => {
        const parts = { ...this.#parts, limits: ok(limits), packs: listPacks() };
        return checkHalts(parts, session, { halts, baseline: this.#baseline }, words);
      },
      findUnseen: (shown) =>
        isHeard() ? resuming.findUnseen(session, shown) : CALLER_GONE.fault.message,
      clear: (...cleared) => resuming.begin(session, ...cleared),
      resolve: (resolution) => {
        session.take({ type: 'resolve', ...resolution });
        return ok(undefined);
      },
      describe: () => ok(this.#describe(session)),
    };
  }

  #kill(
    { by, cause, id, reason }: Extract<ControlRequest, { readonly do: 'kill' }>,
    session: ControlledSession,
  ): BotStatus {
    const { clock } = this.#parts.ports;
    const since = clock.monoMicros();
    const kill = { rule: cause, who: by, reason, id };
    this.#killSwitch.pull(kill);
    const flagMs = (clock.monoMicros() - since) / 1_000;
    session.kill(kill);
    const cancelsMs = (clock.monoMicros() - since) / 1_000;
    return { ...this.#describe(session), kill: { flagMs, cancelsMs } };
  }

  async #flatten(
    request: Extract<ControlRequest, { readonly do: 'flatten' }>,
    session: ControlledSession,
    bot: CommandedBot,
  ): Promise<Result<unknown>> {
    const closed = await flattenBot(bot, session, request);
    if (closed.ok && !closed.value.isHalted) {
      // The response goes first.
      this.#parts.ports.clock.setTimer(LOOK_EVERY_MS, () => {
        session.stop(`stopped after a flatten: ${request.reason} (${request.by})`);
      });
    }
    return closed;
  }

  #describe(session: ControlledSession): BotStatus {
    const { bot, clock, wantsWatchdog, instruments, ports } = this.#parts;
    const { isFrozen, mode, pauses, snapshot } = session.inspect();
    return {
      mode,
      isFrozen,
      identity: bot.state.identity,
      tag: bot.state.tag,
      epoch: bot.epoch,
      refusal: this.findRefusal(false) ?? '',
      hasKillFile: hasKillFile(ports.disk, bot.state.control),
      ...this.#resuming.show(session),
      guard: wantsWatchdog ? (this.#isWatchdogSilent ? 'silent' : 'beating') : 'off',
      halts: bot.latch.halts,
      packs: this.#parts.listPacks(),
      overrides: listOverrides(snapshot, clock.now()),
      ...describeSnapshot(snapshot, instruments, clock.now()),
      pauses: pauses.map(formatPause),
    };
  }
}
