// The guard: a process of its own that stops a bot which has stopped beating.
import type { SessionPorts } from '../../host/index.js';
import type { BoundName } from '../../host/index.js';
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
import { type StrikeEnd, stopSilentBot } from './watchdog-action.js';

/** Looks for the place of the guard before, of one whose bot is gone: once a beat. */
const HANDOVER_TRIES = 20;
/** Longest wait for a bot that may hang, milliseconds. */
const ANSWER_MS = 1_000;

/** How a guard's watch came to its end. */
export type GuardEnd =
  /** The bot said that it has ended, or another one has taken its place. */
  | { readonly kind: 'relieved'; readonly why: string }
  /** The bot fell silent. */
  | ({ readonly kind: 'struck' } & StrikeEnd)
  /** `close` was called. */
  | { readonly kind: 'closed' };

export interface GuardParts {
  readonly ports: SessionPorts;
  readonly place: BotPlace;
  readonly notify: (message: string) => void;
}

/** Watches over the bots of one state directory, one after the other. */
export class Watchdog {
  readonly #parts: GuardParts;
  readonly #name: string;
  #lock: BoundName | undefined;
  #beats = 0;
  #hasStruck = false;
  #isClosed = false;
  #isBotGone = false;
  #wake: (() => void) | undefined;

  constructor(parts: GuardParts) {
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

  /** The bot that started this guard does not run any more. */
  noteBotGone(): void {
    this.#isBotGone = true;
    this.#wake?.();
  }

  /** Ends the watch at the next look; what is being done about a silent bot is done to its end. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Watches over one bot. Never rejects but for a bug. */
  async watch(): Promise<GuardEnd> {
    const { ports, place, notify } = this.#parts;
    if (!(await this.#takeOver())) return this.#stopped();
    const bot = new HeartbeatMonitor(
      ports.disk,
      place.state.control,
      BOT_HEARTBEAT_FILE,
      ports.clock,
    );
    notify(`watching over ${describeIdentity(place.state.identity)}`);
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
        // Once struck, a bot has to beat again before it can fall silent again.
        // A bot that is gone may have beaten before this guard looked for the first time.
        const isSilent = bot.hasBeaten || this.#isBotGone;
        if (isSilent || (!this.#hasStruck && (await this.#hangs()))) return this.#strike();
        if (!isLeftTold) notify('no bot beats here');
        isLeftTold = true;
      }
      await this.#pause();
    }
  }

  /** One guard at a time: the others stand by. False when there is nothing to guard any more. */
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
      // The guard of the bot before may let go yet: nobody else would look after this one's orders.
      if (this.#isBotGone) left -= 1;
      if (this.#isClosed || left === 0 || (this.#isBotGone && bot.hasEnded)) return false;
      if (tries === 1) notify('another guard watches: this one stands by');
      await this.#pause();
    }
  }

  #stopped(): GuardEnd {
    return this.#isClosed ? { kind: 'closed' } : { kind: 'relieved', why: 'its bot has ended' };
  }

  #findRelief(bot: HeartbeatMonitor, first: number | undefined): string | undefined {
    if (bot.hasBeaten && bot.hasEnded) return 'the bot has ended, its orders proven ended';
    if (bot.hasBeaten && bot.epoch !== first) return 'another bot has taken its place';
    const isLeft = bot.epoch !== undefined && !bot.hasEnded;
    return this.#isBotGone && !bot.hasBeaten && !isLeft
      ? 'the bot has ended before its first beat'
      : undefined;
  }

  async #strike(): Promise<GuardEnd> {
    this.#hasStruck = true;
    const struck = await stopSilentBot(this.#parts, () => {
      this.#beat();
    });
    return { kind: 'struck', ...struck };
  }

  /** Whether a bot runs that has not beaten once while this guard looked. */
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
