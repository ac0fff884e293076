// The watchdog: a separate process that stops a bot without heartbeat.
import type { SessionPorts, BoundName } from '../../host/index.js';
import { describeIdentity, toLockNames } from '../../state/index.js';
import {
  BEAT_EVERY_MS,
  HeartbeatMonitor,
  BOT_HEARTBEAT_FILE,
  WATCHDOG_HEARTBEAT_FILE,
  STALE_MS,
  writeBeat,
} from './heartbeat.js';
import type { BotPlace } from '../bot-place.js';
import { askBot } from '../messages.js';
import { type WatchdogActionEnd, stopSilentBot } from './watchdog-action.js';

/** Tries to get the lock of an earlier watchdog after the own bot has ended: one per heartbeat. */
const HANDOVER_TRIES = 20;
/** Longest wait for the response of a bot that may hang, milliseconds. */
const ANSWER_MS = 1_000;

/** How a watch ended. */
export type WatchEnd =
  /** The bot has ended, or another one has taken its place. */
  | { readonly kind: 'relieved'; readonly why: string }
  /** The bot's heartbeat stopped. */
  | ({ readonly kind: 'struck' } & WatchdogActionEnd)
  /** `close` was called. */
  | { readonly kind: 'closed' };

export interface WatchdogParts {
  readonly ports: SessionPorts;
  readonly place: BotPlace;
  readonly notify: (message: string) => void;
}

/** Monitors the bots of one state directory, one after the other. */
export class Watchdog {
  readonly #parts: WatchdogParts;
  readonly #name: string;
  #lock: BoundName | undefined;
  #beats = 0;
  #hasStruck = false;
  #isClosed = false;
  #isBotGone = false;
  #wake: (() => void) | undefined;

  constructor(parts: WatchdogParts) {
    this.#parts = parts;
    this.#name = `${toLockNames(parts.place.state.identity)[0]}-guard`;
  }

  get isBotGone(): boolean {
    return this.#isBotGone;
  }

  /** It has begun to end the orders of a silent bot. */
  get hasStruck(): boolean {
    return this.#hasStruck;
  }

  /** The bot that started this watchdog does not run any more. */
  noteBotGone(): void {
    this.#isBotGone = true;
    this.#wake?.();
  }

  /** Ends the watch at the next check; an action on a silent bot is completed first. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Monitors one bot. Rejects only for a bug. */
  async watch(): Promise<WatchEnd> {
    const { ports, place, notify } = this.#parts;
    if (!(await this.#takeOver())) return this.#stopped();
    const bot = new HeartbeatMonitor(
      ports.disk,
      place.state.control,
      BOT_HEARTBEAT_FILE,
      ports.clock,
    );
    notify(`watching the bot of ${describeIdentity(place.state.identity)}`);
    let first: number | undefined;
    let isLeftTold = false;
    for (;;) {
      this.#beat();
      const silentMs = bot.look();
      if (bot.hasBeaten) first ??= bot.epoch;
      const why = this.#findRelief(bot, first);
      if (why !== undefined) return { kind: 'relieved', why };
      if (this.#isClosed) return { kind: 'closed' };
      if (silentMs >= STALE_MS && !bot.hasEnded) {
        // After an action a bot has to send a heartbeat before it can be silent again. A bot that
        // is gone may have sent its heartbeats before this watchdog's first check.
        const isSilent = bot.hasBeaten || this.#isBotGone;
        if (isSilent || (!this.#hasStruck && (await this.#hangs()))) return this.#strike();
        if (!isLeftTold) notify('no bot sends heartbeats here');
        isLeftTold = true;
      }
      await this.#pause();
    }
  }

  /**
   * Waits for the lock, since only one watchdog acts at a time. False when there is nothing left to
   * monitor.
   */
  async #takeOver(): Promise<boolean> {
    const { place, ports, notify } = this.#parts;
    if (this.#lock !== undefined) return true;
    const bot = new HeartbeatMonitor(
      ports.disk,
      place.state.control,
      BOT_HEARTBEAT_FILE,
      ports.clock,
    );
    let left = HANDOVER_TRIES;
    for (let tries = 0; ; tries += 1) {
      this.#lock = await ports.host.bindName(this.#name);
      if (this.#lock !== undefined) return true;
      bot.look();
      // The earlier bot's watchdog may release its lock soon, and no other would end this bot's
      // orders.
      if (this.#isBotGone) left -= 1;
      if (this.#isClosed || left === 0 || (this.#isBotGone && bot.hasEnded)) return false;
      if (tries === 1) notify('another watchdog is active: this one stands by');
      await this.#pause();
    }
  }

  #stopped(): WatchEnd {
    return this.#isClosed ? { kind: 'closed' } : { kind: 'relieved', why: 'its bot has ended' };
  }

  #findRelief(bot: HeartbeatMonitor, first: number | undefined): string | undefined {
    if (bot.hasBeaten && bot.hasEnded) return 'the bot has ended, its orders proven ended';
    if (bot.hasBeaten && bot.epoch !== first) return 'another bot has taken its place';
    const isLeft = bot.epoch !== undefined && !bot.hasEnded;
    return this.#isBotGone && !bot.hasBeaten && !isLeft
      ? 'the bot has ended before its first heartbeat'
      : undefined;
  }

  async #strike(): Promise<WatchEnd> {
    this.#hasStruck = true;
    const struck = await stopSilentBot(this.#parts, () => {
      this.#beat();
    });
    return { kind: 'struck', ...struck };
  }

  /** Whether a bot runs that sent no heartbeat during this watch. */
  async #hangs(): Promise<boolean> {
    const { place, ports } = this.#parts;
    const asked = await askBot(ports, place.state.control, { do: 'status' }, ANSWER_MS);
    return asked.kind !== 'nobody';
  }

  #beat(): void {
    const { place, ports } = this.#parts;
    this.#beats += 1;
    const text = `${String(ports.host.processId)} ${String(this.#beats)}`;
    writeBeat(ports.disk, place.state.control, WATCHDOG_HEARTBEAT_FILE, text);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#parts.ports.clock.setTimer(BEAT_EVERY_MS, resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}
