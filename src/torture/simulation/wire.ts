// The network between bots and venue of a world: requests leave, faults change them, responses
// arrive.
import { type Instant, MILLISECOND, type Micros, NEVER } from '../../domain/index.js';
import { createRandom, type Random } from '../../determinism/index.js';
import { findProfile, type Plan } from '../../plan/index.js';
import type { LocalAnswer, LocalVenue } from '../../simulator/index.js';
import type { WirePlan, WireCall, NetworkWorld } from '../platform/wire-types.js';
import type { Pending, VirtualTime } from '../platform/time.js';
import type { SituationLog } from '../coverage/situation-log.js';
import type { Bot } from './bot.js';
import { Deadlines, type TimedWorld } from './deadlines.js';
import type { Departure, Handing, RequestWatchers } from './departures.js';
import { type ObligedWorld, Obligations } from './obligations.js';
import { DeliveredData } from './delivered-data.js';
import { AfterSleep } from './after-sleep.js';
import type { Trace } from './trace.js';

/** Range of the one-way latency of a calm network. */
const LEAST_WAY: Micros = MILLISECOND;
const MOST_WAY: Micros = 20 * MILLISECOND;

/** Changes the fate of requests; applied in the order of the faults. */
export type RequestInterceptor = (call: WireCall, plan: WirePlan) => void;

const isRate = ({ request }: WireCall): boolean => request.target.includes('/rates/');

/** Status that halts everything under any policy (K2). */
const isSerious = (status: number): boolean => status >= 500 && (status < 502 || status > 504);

/** What the network needs of its world. */
interface WireWorld extends TimedWorld, ObligedWorld {
  readonly seed: number;
  readonly plan: Plan;
  readonly time: VirtualTime;
  /** World time 0 as an instant. */
  readonly epoch: Instant;
  readonly trace: Trace;
  readonly venue: LocalVenue;
  readonly venueNow: Instant;
  readonly situations: SituationLog;
  /** The newest run of the bot. */
  readonly bot: Bot | undefined;
  isOfBot(call: WireCall): boolean;
}

export class Wire implements NetworkWorld, RequestWatchers {
  readonly departures: Departure[] = [];
  /** Cancels that clients handed to their lanes. */
  readonly cancels: { readonly at: Micros; readonly target: string }[] = [];
  readonly meddlers: RequestInterceptor[] = [];
  readonly handWatchers: ((handing: Handing) => void)[] = [];
  /** Logins and renewals that clients handed to their lanes. */
  readonly logins: Handing[] = [];
  readonly watchers: ((departure: Departure) => void)[] = [];
  /** Called just before a request of the living bot leaves, and before it gets a response. */
  onExchange: () => void = () => undefined;
  /** Texts that the bot must not write anywhere. */
  readonly secrets = new Set<string>();
  readonly shown = new DeliveredData();
  readonly waking: AfterSleep;
  readonly deadlines: Deadlines;
  readonly #duties: Obligations;
  /** Time at which a bot last read a rate. */
  lastRateAt: Micros = 0;
  /**
   * An earlier timer of the venue replaces the pending wake. Otherwise both wake the venue and each
   * arms the next, and over an hour these wakes take most of a world's time. Off by default: the
   * traces of existing worlds depend on what such wakes draw.
   */
  wakesVenueOnce = false;
  readonly #world: WireWorld;
  readonly #ways: Random;
  readonly #waiting = new Map<number, number>();
  #calls = 0;
  #venueWakeAt = NEVER;
  #venueWake: Pending | undefined;

  constructor(world: WireWorld) {
    this.#world = world;
    this.#ways = createRandom(world.seed, 'world/ways');
    this.#duties = new Obligations(world, this);
    this.deadlines = new Deadlines(world, this);
    this.waking = new AfterSleep(this, (life) => world.findBot(life));
  }

  get time(): VirtualTime {
    return this.#world.time;
  }

  /** Uniform in [0, 1): draws latencies and other values of the whole world. */
  draw(): number {
    return this.#ways();
  }

  nextNumber(): number {
    return ++this.#calls;
  }

  /** Requests of a run that wait in its lanes for a connection. */
  countWaiting(life: number): number {
    return this.#waiting.get(life) ?? 0;
  }

  handed(call: WireCall): void {
    this.#waiting.set(call.life, this.countWaiting(call.life) + 1);
    const handing = { at: this.time.now, call };
    for (const watch of this.handWatchers) watch(handing);
    const { method, target } = call.request;
    if (target.includes('/sso/')) this.logins.push(handing);
    if (method === 'DELETE') this.cancels.push({ at: this.time.now, target });
  }

  plan(call: WireCall): WirePlan {
    this.#waiting.set(call.life, this.countWaiting(call.life) - 1);
    if (this.#world.isOfBot(call)) this.onExchange();
    const draw = () => LEAST_WAY + Math.floor(this.#ways() * (MOST_WAY - LEAST_WAY));
    const plan: WirePlan = {
      refusal: undefined,
      refusedAfter: LEAST_WAY,
      connect: 0,
      up: draw(),
      down: draw(),
      hold: 0,
      isLost: false,
      copyAfter: undefined,
      hearsCopy: false,
      isUnanswered: false,
      resetAfter: undefined,
      instead: undefined,
      edits: [],
      trickle: 0,
    };
    for (const meddle of this.meddlers) meddle(call, plan);
    return plan;
  }

  leaves(call: WireCall): void {
    const { time, trace } = this.#world;
    const { method, target, body } = call.request;
    const text = `-> #${String(call.number)} ${method} ${target} ${body.toString()}`;
    const line = target.includes('/sso/') ? text.slice(0, 60) : text;
    trace.add(time.now, line, { isKept: !isRate(call) });
    const bot = this.#world.findBot(call.life);
    const wasHalted = bot?.session?.view().halt !== undefined;
    const departure = { at: time.now, call, bot, wasHalted };
    this.departures.push(departure);
    for (const watch of this.watchers) watch(departure);
  }

  deliver(call: WireCall, send: (answer: LocalAnswer) => void): void {
    const { time, trace, venue } = this.#world;
    venue.moveTo(this.#world.venueNow);
    venue.request(call.request, (answer) => {
      const { status, headers, body } = answer;
      const { target } = call.request;
      const text = `<- #${String(call.number)} ${String(status)}`;
      const size = `${String(body.length)} bytes`;
      // Only as `message`: the simulator's errors contain sentences, so their size may change.
      if (status < 400) trace.add(time.now, `${text} ${size}`, { isKept: !isRate(call) });
      else trace.add(time.now, text, { isKept: !isRate(call), message: size });
      if (target.includes('/sso/')) this.#keepSecret(headers);
      if (status === 200 && target.includes('/rates')) this.lastRateAt = time.now;
      if (this.#world.isOfBot(call) && this.#world.bot?.life.isOver === false) this.onExchange();
      send(answer);
    });
    this.armVenue();
  }

  answered(call: WireCall): void {
    const { life, status } = call;
    this.#world.situations.answer(call);
    const bot = this.#world.findBot(life);
    if (bot !== undefined && isSerious(status)) bot.hasSeenFailure = true;
  }

  shows(call: WireCall, answer: LocalAnswer): void {
    this.shown.take(this.#world.venueNow, call, answer);
    this.#duties.take(this.#world.findBot(call.life), call, answer);
    this.waking.take(call, answer);
  }

  #keepSecret(headers: Readonly<Record<string, string>>): void {
    const token = headers[findProfile(this.#world.plan).tokenHeader.toLowerCase()];
    if (token !== undefined && token !== '') this.secrets.add(token);
  }

  /** Arms a wake for the venue's next timer. */
  armVenue(): void {
    const { epoch, time, venue } = this.#world;
    const dueAt = venue.venue.nextTimerAt;
    if (dueAt === NEVER || dueAt >= this.#venueWakeAt) return;
    this.#venueWakeAt = dueAt;
    if (this.wakesVenueOnce) this.#venueWake?.cancel();
    this.#venueWake = time.quietlyAt(Math.max(time.now, dueAt - epoch), () => {
      this.#venueWakeAt = NEVER;
      venue.moveTo(this.#world.venueNow);
      this.armVenue();
    });
  }
}
