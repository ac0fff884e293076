// A world: one bot after another, one venue, a network, a disk and a clock, all made by a seed.
import {
  type Halt,
  type Instant,
  MILLISECOND,
  type Micros,
  type OrderView,
  type Result,
  type VenueTrade,
  ok,
} from '../../domain/index.js';
import type { SessionEnd } from '../../session/index.js';
import { findProfile } from '../../plan/index.js';
import type { Plan } from '../../plan/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { LocalVenue } from '../../simulator/index.js';
import type { Breach } from '../invariants/invariant.js';
import { createVirtualClock } from '../platform/clock.js';
import { SituationLog } from '../coverage/situation-log.js';
import type { Survivors, VirtualDisk } from '../platform/disk.js';
import { createVirtualHost } from '../platform/host.js';
import { Life } from '../platform/process-life.js';
import { VirtualMachine } from '../platform/machine.js';
import { createVirtualLanes, type WireCall } from '../platform/network.js';
import { VirtualTime } from '../platform/time.js';
import { Bot } from './bot.js';
import type { LastingDuty } from './obligations.js';
import { noteHalts, notePause } from './halts.js';
import { StrategyFaults } from '../faults/strategy-faults.js';
import { Trace } from './trace.js';
import { listGoneCoIds, listLost } from './venue-actions.js';
import { openWorldVenue } from './venue.js';
import { type Departure, Wire } from './wire.js';

/** Time from the death of a process to its next start. */
const LEAST_RESTART: Micros = 100 * MILLISECOND;
const MOST_RESTART: Micros = 5_000 * MILLISECOND;

/** Numbers of lives: the bot's from 1, those of other instances and of commands from here. */
const OTHERS = 1_000;
const COMMANDS = 10_000;

/** First part of every coId of ours. */
export const OWN_PREFIX = 'weir-';

export interface WorldSetup {
  readonly plan: Plan;
  readonly seed: number;
  readonly epoch: Instant;
  /** Gets every line of the trace as it comes. */
  readonly notify?: (line: string) => void;
}

export class World {
  readonly time: VirtualTime;
  readonly trace: Trace;
  readonly venue: LocalVenue;
  readonly plan: Plan;
  readonly seed: number;
  /** World time 0 as an instant; later once the machine was suspended. */
  epoch: Instant;
  readonly machine = new VirtualMachine();
  /** The lives of the bot, one after another. */
  readonly bots: Bot[] = [];
  /** Instances that should not be: a second one on the machine, or a clone on another one. */
  readonly others: Bot[] = [];
  /** Whether each start is that of two instances at once. */
  startsTwice = false;
  readonly wire: Wire;
  /** What the bot has been through. */
  readonly situations = new SituationLog();
  /** Kinds of faults that may come. */
  faults: readonly string[] = [];
  /** When the bot was told to stop. */
  stoppedAt: Micros | undefined;
  readonly strategyFaults = new StrategyFaults((...words) => {
    this.complain(...words);
  });
  /** Told of every state that the bot holds an order to be in. */
  readonly orderWatchers: ((view: OrderView) => void)[] = [];
  watchEnd: (end: SessionEnd, bot: Bot) => void = () => undefined;
  /** Why everything was halted when a life ended, where that was durable. */
  latched: string | undefined;
  /** Why nothing new may leave, by what an earlier life has in the journal. */
  paused: LastingDuty | undefined;
  /** Halts of a strategy or a symbol that were durable when their life ended. */
  readonly latchedParts: Halt[] = [];
  /** What was found wrong besides the invariants' own looks. */
  complaint:
    (Pick<Breach, 'invariant' | 'found'> & { readonly title?: string | undefined }) | undefined;
  /** When the guard beat last, where there is one. */
  guardBeatAt: Micros | undefined;
  /** The life before somebody damaged the journal beyond repair. */
  #lastWhole: number | undefined;
  /** coIds that left, of which the bot cannot know any more: its journal has lost them. */
  readonly forgotten = new Set<string>();
  /** What the venue has taken back of trades: all of one, or by how much it was made smaller. */
  readonly busted: VenueTrade[] = [];
  /** For how long processes were blocked so far. */
  blocked: Micros = 0;
  /** When it last did. */
  lastBustAt: Micros | undefined;
  /** coIds of which the venue has made more orders than were asked for. */
  readonly phantoms = new Set<string>();
  #commands = 0;

  private constructor(setup: WorldSetup, venue: LocalVenue) {
    const { plan, seed, epoch, notify } = setup;
    this.plan = { ...plan, strategies: this.strategyFaults.wrap(plan.strategies) };
    this.seed = seed;
    this.epoch = epoch;
    this.venue = venue;
    this.time = new VirtualTime(seed);
    this.trace = new Trace(notify);
    this.wire = new Wire(this);
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

  /** Somebody has damaged the journal beyond repair. */
  get isDamaged(): boolean {
    return this.#lastWhole !== undefined;
  }

  get disk(): VirtualDisk {
    return this.machine.disk;
  }

  get departures(): readonly Departure[] {
    return this.wire.departures;
  }

  get venueNow(): Instant {
    return this.epoch + this.time.now;
  }

  findBot(life: number): Bot | undefined {
    const isIt = (bot: Bot) => bot.life.number === life;
    return this.bots.find(isIt) ?? this.others.find(isIt);
  }

  /** Whether a request is of the bot's present life. */
  isOfBot({ life }: WireCall): boolean {
    return life === this.bot?.life.number;
  }

  /** Whether a life works on the bot's own state, which a clone does not. */
  isOnOwnState({ machine }: Bot): boolean {
    return machine === this.machine;
  }

  /** Orders of the venue that the bot's journal should have, by the venue's own books. */
  listOwnOrders() {
    const gone = listGoneCoIds(this);
    return this.venue.venue.accounts
      .flatMap((account) => account.listAll())
      .filter(({ terms }) => terms.coId.startsWith(OWN_PREFIX) && !gone.has(terms.coId));
  }

  /** The venue ends the order of that coId, or the oldest that works; false when there is none. */
  endOrders(status: 'REJECTED' | 'FAILED', reason: string, coId?: string): boolean {
    this.venue.moveTo(this.venueNow);
    const { interventions } = this.venue.venue;
    const active = interventions.listActive();
    const first = active.find(({ terms }) => (coId ?? terms.coId) === terms.coId);
    return first !== undefined && interventions.end(this.venueNow, first.orderId, status, reason);
  }

  /** coIds that bots named at their end as not proven to have ended. */
  listUnproven(): readonly string[] {
    return this.bots.flatMap(({ end }) => (end?.kind === 'ended' ? end.end.open : []));
  }

  /** Starts the next life of the bot; on another host, its disk is there too. */
  startBot(host = this.bot?.life.host ?? 1): Bot {
    notePause(this);
    const life = new Life(this.bots.length + 1, host);
    const bot = new Bot(life, this.machine, this.time.now, this.bot?.end);
    this.bots.push(bot);
    this.situations.beginLife(life.number);
    bot.watchOrder = (view) => {
      this.situations.order(view);
      this.trace.order(this.time.now, view);
      for (const watch of this.orderWatchers) watch(view);
    };
    bot.watchEnd = (end) => this.watchEnd(end, bot);
    this.trace.add(this.time.now, `life ${String(life.number)} starts`);
    bot.start(this.plan, this.createPorts(life, this.machine));
    if (this.startsTwice) this.startOther('twin');
    return bot;
  }

  /** A twin shares the bot's machine, a clone has one of its own; by this plan, or the bot's. */
  startOther(kind: 'twin' | 'clone', plan = this.plan): Bot {
    const life = new Life(OTHERS + this.others.length, kind === 'twin' ? this.bot?.life.host : 9);
    const machine = kind === 'twin' ? this.machine : new VirtualMachine();
    const other = new Bot(life, machine, this.time.now);
    this.others.push(other);
    this.trace.add(this.time.now, `${kind} ${String(life.number)} starts`);
    other.start(plan, this.createPorts(life, machine));
    return other;
  }

  /** Ports of a command beside the bot. */
  createCommandPorts(): SessionPorts {
    const life = new Life(COMMANDS + this.#commands++, this.bot?.life.host);
    return this.createPorts(life, this.machine);
  }

  /** Dies as by SIGKILL, and starts again a little later on its disk, which somebody may change. */
  crash(survivors: Survivors, tamper: (disk: VirtualDisk) => void = () => undefined): void {
    const { bot } = this;
    if (bot === undefined || bot.life.isOver) return;
    this.situations.end('a crash', bot);
    noteHalts(this, bot);
    bot.life.end();
    for (const { life, machine } of this.others) if (machine === this.machine) life.end();
    const { before } = this.disk;
    this.disk.before = () => undefined;
    this.machine.disk = this.disk.crash(survivors);
    this.disk.before = before;
    this.trace.add(this.time.now, `crash of life ${String(bot.life.number)}: ${survivors.kind}`);
    tamper(this.disk);
    const wait = Math.floor(LEAST_RESTART + this.wire.draw() * (MOST_RESTART - LEAST_RESTART));
    this.time.after(wait, () => {
      // Somebody else may have started it meanwhile.
      if (this.bot === bot) this.startBot();
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

  /** The journal has lost all starts of requests but these, and what was wrong with it. */
  loseJournal(starts = ''): void {
    this.#lastWhole = undefined;
    for (const coId of listLost(this, starts)) this.forgotten.add(coId);
  }

  /** Says that the journal is damaged beyond repair. */
  damage(): void {
    this.#lastWhole ??= this.bots.length;
  }

  /** A bot that runs on a journal which was damaged before it started, or undefined. */
  findMisled(): Bot | undefined {
    const whole = this.#lastWhole ?? Infinity;
    return this.bots.find(({ life, opened }) => life.number > whole && opened !== undefined);
  }

  /** Something is wrong that no invariant looks at by itself; the first counts. */
  complain(invariant: number, found: string, title?: string): void {
    this.complaint ??= { invariant, found, title };
  }

  /** Lets time pass that the process cannot use. */
  block(span: Micros): void {
    this.blocked += span;
    this.time.block(span);
    this.machine.host.lag = Math.max(this.machine.host.lag, span);
  }

  /** The machine sleeps: the world goes on for so long, its monotonic clock does not. */
  suspend(span: Micros): void {
    this.trace.add(this.time.now, `suspended for ${String(span / 1_000_000)} s`);
    this.epoch += span;
    if (this.bot !== undefined) this.wire.waking.slept(this.bot);
    this.venue.moveTo(this.venueNow);
    this.wire.armVenue();
  }

  createPorts(life: Life, machine: VirtualMachine): SessionPorts {
    return {
      clock: createVirtualClock(this.time, () => this.epoch, life, machine.clocks),
      disk: machine.disk,
      http: {
        createLane: createVirtualLanes(this.wire, life),
        read: () => Promise.reject(new Error('a virtual world has no clock to ask')),
      },
      host: createVirtualHost(this.seed, life, machine.names, machine.host),
      local: machine.sockets.createPort(this.time, life),
    };
  }
}
