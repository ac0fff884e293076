// A world: one bot after another, one venue, a network, a disk and a clock, all made by a seed.
import {
  type Instant,
  MILLISECOND,
  NEVER,
  type Micros,
  type OrderView,
  type Result,
  ok,
} from '../../domain/index.js';
import { createRandom, type Random } from '../../machine/index.js';
import { findProfile, type Plan, type SessionPorts } from '../../session/index.js';
import type { LocalAnswer, LocalVenue } from '../../simulator/index.js';
import { type ClockFaults, createVirtualClock } from '../virtual/clock.js';
import { type Survivors, VirtualDisk } from '../virtual/disk.js';
import { CALM_MEMORY, createVirtualHost, type HostFaults, VirtualNames } from '../virtual/host.js';
import { Life } from '../virtual/life.js';
import { createVirtualLanes, type WireCall, type WirePlan } from '../virtual/network.js';
import { VirtualTime } from '../virtual/time.js';
import { Bot, JOURNAL_DIR } from './bot.js';
import { Trace } from './trace.js';
import { openWorldVenue } from './venue.js';

/** One way through a calm network, and what is drawn on top. */
const LEAST_WAY: Micros = MILLISECOND;
const MOST_WAY: Micros = 20 * MILLISECOND;

/** Time from the death of a process to its next start. */
const LEAST_RESTART: Micros = 100 * MILLISECOND;
const MOST_RESTART: Micros = 5_000 * MILLISECOND;

/** A request that left the bot. */
export interface Departure {
  readonly at: Micros;
  readonly call: WireCall;
  /** Whether a halt of everything was latched then. */
  readonly wasHalted: boolean;
}

/** Changes what becomes of requests, in the order of the faults. */
export type Meddler = (call: WireCall, plan: WirePlan) => void;

export interface WorldSetup {
  readonly plan: Plan;
  readonly seed: number;
  readonly epoch: Instant;
  /** Gets every line of the trace as it comes. */
  readonly tell?: (line: string) => void;
}

export class World {
  readonly time: VirtualTime;
  readonly trace: Trace;
  readonly venue: LocalVenue;
  readonly plan: Plan;
  readonly seed: number;
  readonly epoch: Instant;
  readonly bots: Bot[] = [];
  readonly departures: Departure[] = [];
  /** Requests as the venue saw them. */
  readonly arrivals: Departure[] = [];
  readonly clocks: ClockFaults = { wallOffset: 0, drawLateness: () => 0 };
  readonly host: HostFaults = { memoryBytes: CALM_MEMORY, lag: 0 };
  readonly meddlers: Meddler[] = [];
  /** Told of each request before its bytes leave. */
  readonly watchers: ((departure: Departure) => void)[] = [];
  /** Told of every state that the bot holds an order to be in. */
  readonly orderWatchers: ((view: OrderView) => void)[] = [];
  /** Told just before a request of the living bot leaves, and before it gets an answer. */
  onExchange: () => void = () => undefined;
  /** Texts that the bot must not write anywhere. */
  readonly secrets = new Set<string>();
  disk = new VirtualDisk();
  /** Why everything was halted when a life ended, where that was durable. */
  latched: string | undefined;
  /** When the bot last read a rate. */
  lastRateAt: Micros = 0;
  readonly #names = new VirtualNames();
  readonly #ways: Random;
  #calls = 0;
  #venueWakeAt = NEVER;

  private constructor(setup: WorldSetup, venue: LocalVenue) {
    const { plan, seed, epoch, tell } = setup;
    this.plan = plan;
    this.seed = seed;
    this.epoch = epoch;
    this.venue = venue;
    this.time = new VirtualTime(seed);
    this.trace = new Trace(tell);
    this.#ways = createRandom(seed, 'world/ways');
  }

  /** Faults are those of the venue's settings. */
  static open(setup: WorldSetup): Result<World> {
    const { plan, seed, epoch } = setup;
    const venue = openWorldVenue(seed, epoch, plan.instruments, findProfile(plan));
    return venue.ok ? ok(new World(setup, venue.value)) : venue;
  }

  get bot(): Bot | undefined {
    return this.bots.at(-1);
  }

  /** All orders of the venue that are the bot's, by the venue's own books. */
  listOwnOrders() {
    return this.venue.venue.accounts.flatMap((account) => account.listAll());
  }

  /** The venue ends the oldest order that works; false when none does. */
  endOrders(status: 'REJECTED' | 'FAILED', reason: string): boolean {
    const now = this.epoch + this.time.now;
    this.venue.moveTo(now);
    const { interventions } = this.venue.venue;
    const [first] = interventions.listActive();
    return first !== undefined && interventions.end(now, first.orderId, status, reason);
  }

  /** coIds that bots named at their end as not proven to have ended. */
  listUnproven(): readonly string[] {
    return this.bots.flatMap(({ end }) => (end?.kind === 'ended' ? end.end.open : []));
  }

  /** Starts the next life of the bot. */
  startBot(): Bot {
    const life = new Life(this.bots.length + 1);
    const bot = new Bot(life, this.time.now);
    this.bots.push(bot);
    bot.watchOrder = (view) => {
      for (const watch of this.orderWatchers) watch(view);
    };
    this.trace.add(this.time.now, `life ${String(life.number)} starts`);
    bot.start(this.plan, this.#createPorts(life));
    return bot;
  }

  /** The process dies, as by SIGKILL, and starts again a little later on what its disk holds. */
  crash(survivors: Survivors): void {
    const { bot } = this;
    if (bot === undefined || bot.life.isOver) return;
    this.noteHalt(bot);
    bot.life.end();
    const { before } = this.disk;
    this.disk.before = () => undefined;
    this.disk = this.disk.crash(survivors);
    this.disk.before = before;
    this.trace.add(this.time.now, `crash of life ${String(bot.life.number)}: ${survivors.kind}`);
    const wait = Math.floor(LEAST_RESTART + this.#ways() * (MOST_RESTART - LEAST_RESTART));
    this.time.after(wait, () => {
      this.startBot();
    });
  }

  /** Dies before the so-manieth effect on the disk from now on. */
  crashAtEffect(number: number, draw: () => Survivors): void {
    const { disk } = this;
    const { before } = disk;
    let left = number;
    disk.before = (effect, name) => {
      if (this.disk === disk && --left === 0) {
        disk.before = before;
        this.crash(draw());
        return;
      }
      before(effect, name);
    };
  }

  /** A halt of everything that was latched and durable outlives the life that latched it. */
  noteHalt({ session }: Bot): void {
    const halt = session?.view().halt;
    if (halt === undefined || this.latched !== undefined) return;
    if (this.disk.holdsDurably(JOURNAL_DIR, '"type":"halt"')) this.latched = halt.reason;
  }

  /** Lets time pass that the process cannot use. */
  block(span: Micros): void {
    this.time.block(span);
    this.host.lag = Math.max(this.host.lag, span);
  }

  #createPorts(life: Life): SessionPorts {
    const network = {
      time: this.time,
      plan: (call: WireCall) => this.#plan(call),
      leaves: (call: WireCall) => {
        this.#leave(call);
      },
      deliver: (call: WireCall, send: (answer: LocalAnswer) => void) => {
        this.#deliver(call, send);
      },
      nextNumber: () => ++this.#calls,
    };
    return {
      clock: createVirtualClock(this.time, this.epoch, life, this.clocks),
      disk: this.disk,
      http: {
        createLane: createVirtualLanes(network, life),
        read: () => Promise.reject(new Error('a virtual world has no clock to ask')),
      },
      host: createVirtualHost(this.seed, life, this.#names, this.host),
    };
  }

  #plan(call: WireCall): WirePlan {
    this.onExchange();
    const draw = () => LEAST_WAY + Math.floor(this.#ways() * (MOST_WAY - LEAST_WAY));
    const plan: WirePlan = {
      refusal: undefined,
      refusedAfter: LEAST_WAY,
      up: draw(),
      down: draw(),
      isLost: false,
      copyAfter: undefined,
      isUnanswered: false,
      resetAfter: undefined,
      instead: undefined,
      trickle: 0,
    };
    for (const meddle of this.meddlers) meddle(call, plan);
    return plan;
  }

  #leave(call: WireCall): void {
    const { method, target, body } = call.request;
    const text = `-> #${String(call.number)} ${method} ${target} ${body.toString()}`;
    this.trace.add(this.time.now, target.includes('/sso/') ? text.slice(0, 60) : text);
    const wasHalted = this.bot?.session?.view().halt !== undefined;
    const departure = { at: this.time.now, call, wasHalted };
    this.departures.push(departure);
    for (const watch of this.watchers) watch(departure);
  }

  #deliver(call: WireCall, send: (answer: LocalAnswer) => void): void {
    this.venue.moveTo(this.epoch + this.time.now);
    this.arrivals.push({ at: this.time.now, call, wasHalted: false });
    this.venue.request(call.request, (answer) => {
      const { status, headers, body } = answer;
      const { target } = call.request;
      const text = `<- #${String(call.number)} ${String(status)} ${String(body.length)} bytes`;
      this.trace.add(this.time.now, text);
      if (target.includes('/sso/')) this.#keepSecret(headers);
      if (status === 200 && target.includes('/rates')) this.lastRateAt = this.time.now;
      if (call.life === this.bot?.life.number && !this.bot.life.isOver) this.onExchange();
      send(answer);
    });
    this.armVenue();
  }

  #keepSecret(headers: Readonly<Record<string, string>>): void {
    const token = headers[findProfile(this.plan).tokenHeader.toLowerCase()];
    if (token !== undefined && token !== '') this.secrets.add(token);
  }

  /** Sees to it that the venue does in time what is due there. */
  armVenue(): void {
    const dueAt = this.venue.venue.nextTimerAt;
    if (dueAt === NEVER || dueAt >= this.#venueWakeAt) return;
    this.#venueWakeAt = dueAt;
    this.time.quietlyAt(Math.max(this.time.now, dueAt - this.epoch), () => {
      this.#venueWakeAt = NEVER;
      this.venue.moveTo(this.epoch + this.time.now);
      this.armVenue();
    });
  }
}
