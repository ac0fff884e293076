// A world: consecutive runs of one bot, a venue, a network, a disk and a clock, all made from a
// seed.
import type { Halt, OrderView } from '../../domain/events/index.js';
import { type Instant, MILLISECOND, type Micros, type Result, ok } from '../../domain/index.js';
import type { VenueTrade } from '../../domain/venue/index.js';
import type { SessionEnd } from '../../session/index.js';
import { findProfile, type Plan } from '../../plan/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { LocalVenue } from '../../simulator/index.js';
import { createVirtualClock } from '../platform/clock.js';
import { SituationLog } from '../coverage/situation-log.js';
import type { Survivors, VirtualDisk } from '../platform/disk.js';
import { createVirtualHost } from '../platform/host.js';
import { Life } from '../platform/process-life.js';
import { VirtualMachine } from '../platform/machine.js';
import { createVirtualLanes } from '../platform/network.js';
import { OWN_PREFIX } from '../platform/request-kinds.js';
import type { WireCall } from '../platform/wire-types.js';
import { VirtualTime } from '../platform/time.js';
import { Bot, type LastingDuty } from './bot.js';
import { type Departure, listGoneCoIds, listLost } from './departures.js';
import { noteHalts, notePause } from './halts.js';
import { StrategyFaults } from '../faults/strategy-faults.js';
import { Trace } from './trace.js';
import { openWorldVenue } from './venue.js';
import { Wire } from './wire.js';

/** Delay between the death of a process and its next start. */
const LEAST_RESTART: Micros = 100 * MILLISECOND;
const MOST_RESTART: Micros = 5_000 * MILLISECOND;

/** Numbers of lives: the bot's runs count from 1, other instances and commands from these. */
const OTHERS = 1_000;
const COMMANDS = 10_000;

export interface WorldSetup {
  readonly plan: Plan;
  readonly seed: number;
  readonly epoch: Instant;
  /** Gets every line of the trace as it is added. */
  readonly notify?: (line: string) => void;
}

/** Violation of an invariant; without a title, that of the invariant counts. */
interface Complaint {
  readonly invariant: number;
  readonly found: string;
  readonly title: string | undefined;
}

export class World {
  readonly time: VirtualTime;
  readonly trace: Trace;
  readonly venue: LocalVenue;
  readonly plan: Plan;
  readonly seed: number;
  /** World time 0 as an instant; later after the machine was suspended. */
  epoch: Instant;
  readonly machine = new VirtualMachine();
  /** Runs of the bot, in order. */
  readonly bots: Bot[] = [];
  /** Instances that should not exist: a twin on the same machine, or a clone on another. */
  readonly others: Bot[] = [];
  /** Whether each start starts two instances at once. */
  startsTwice = false;
  readonly wire: Wire;
  readonly situations = new SituationLog();
  /** Ids of the faults that may be injected. */
  faults: readonly string[] = [];
  /** World time at which the bot was stopped. */
  stoppedAt: Micros | undefined;
  readonly strategyFaults = new StrategyFaults((...words) => {
    this.complain(...words);
  });
  /** Called with every state that the bot assigns to an order. */
  readonly orderWatchers: ((view: OrderView) => void)[] = [];
  watchEnd: (end: SessionEnd, bot: Bot) => void = () => undefined;
  /** Reason of a halt of everything that was durable when its run ended. */
  latched: string | undefined;
  /** Why no new order may leave, by a response in the journal of an earlier run. */
  paused: LastingDuty | undefined;
  /** Halts of a strategy or symbol that were durable when their run ended. */
  readonly latchedParts: Halt[] = [];
  /** Violation reported outside the invariants' own checks. */
  complaint: Complaint | undefined;
  /** Time of the watchdog's last heartbeat, if there is a watchdog. */
  guardBeatAt: Micros | undefined;
  /** Number of the last run before the journal was damaged beyond repair. */
  #lastWhole: number | undefined;
  /** Client ids that left but that the bot can no longer know: its journal has lost them. */
  readonly forgotten = new Set<string>();
  /** Busted trades; for an amended trade, the amount by which it became smaller. */
  readonly busted: VenueTrade[] = [];
  /** Total time for which processes were blocked, µs. */
  blocked: Micros = 0;
  /** World time of the last bust. */
  lastBustAt: Micros | undefined;
  /** Client order ids that the venue duplicated. */
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

  /** Fails for bad settings of the venue. */
  static open(setup: WorldSetup): Result<World> {
    const { plan, seed, epoch } = setup;
    const venue = openWorldVenue(seed, epoch, plan.instruments, findProfile(plan));
    return venue.ok ? ok(new World(setup, venue.value)) : venue;
  }

  get bot(): Bot | undefined {
    return this.bots.at(-1);
  }

  /** The journal was damaged beyond repair. */
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

  /** Whether the request comes from the bot's present run. */
  isOfBot({ life }: WireCall): boolean {
    return life === this.bot?.life.number;
  }

  /** Whether a run uses the bot's own state; a clone does not. */
  isOnOwnState({ machine }: Bot): boolean {
    return machine === this.machine;
  }

  /** Orders in the venue's books that the bot's journal should have; of one `coId` if given. */
  listOwnOrders(coId?: string) {
    const gone = listGoneCoIds(this);
    const isAsked = (id: string) => coId === undefined || id === coId;
    const isOwn = (id: string) => isAsked(id) && id.startsWith(OWN_PREFIX) && !gone.has(id);
    return this.venue.venue.accounts.flatMap((account) =>
      account.listAll().filter(({ terms }) => isOwn(terms.coId)),
    );
  }

  /** The venue ends the order with `coId`, or its oldest working order; false if there is none. */
  endOrders(status: 'REJECTED' | 'FAILED', reason: string, coId?: string): boolean {
    this.venue.moveTo(this.venueNow);
    const { interventions } = this.venue.venue;
    const active = interventions.listActive();
    const first = active.find(({ terms }) => (coId ?? terms.coId) === terms.coId);
    return first !== undefined && interventions.end(this.venueNow, first.orderId, status, reason);
  }

  /** Client order ids that bots named at their end as unproven. */
  listUnproven(): readonly string[] {
    return this.bots.flatMap(({ end }) => (end?.kind === 'ended' ? end.end.open : []));
  }

  /** Starts the next run of the bot; another host sees the same disk. */
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

  /** Starts a twin, which shares the bot's machine, or a clone with its own machine. */
  startOther(kind: 'twin' | 'clone', plan = this.plan): Bot {
    const life = new Life(OTHERS + this.others.length, kind === 'twin' ? this.bot?.life.host : 9);
    const machine = kind === 'twin' ? this.machine : new VirtualMachine();
    const other = new Bot(life, machine, this.time.now);
    this.others.push(other);
    this.trace.add(this.time.now, `${kind} ${String(life.number)} starts`);
    other.start(plan, this.createPorts(life, machine));
    return other;
  }

  /** Ports for a command that an operator runs beside the bot. */
  createCommandPorts(): SessionPorts {
    const life = new Life(COMMANDS + this.#commands++, this.bot?.life.host);
    return this.createPorts(life, this.machine);
  }

  /**
   * Kills the bot as SIGKILL does. It starts again after a short delay on its disk, which `tamper`
   * may change.
   */
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
      // A fault may have started the bot meanwhile.
      if (this.bot === bot) this.startBot();
    });
  }

  /** Kills the bot before its n-th effect on the disk from now. */
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

  /**
   * Notes that the journal has lost all start records except `starts`, and with them its damage.
   */
  loseJournal(starts = ''): void {
    this.#lastWhole = undefined;
    for (const coId of listLost(this, starts)) this.forgotten.add(coId);
  }

  /** Notes that the journal is damaged beyond repair. */
  damage(): void {
    this.#lastWhole ??= this.bots.length;
  }

  /** A bot that runs on a journal that was damaged before its start, or undefined. */
  findBotOnDamagedJournal(): Bot | undefined {
    const whole = this.#lastWhole ?? Infinity;
    return this.bots.find(({ life, opened }) => life.number > whole && opened !== undefined);
  }

  /** Reports a violation outside the invariants' own checks; the first one counts. */
  complain(invariant: number, found: string, title?: string): void {
    this.complaint ??= { invariant, found, title };
  }

  /** Lets time pass while the process is blocked. */
  block(span: Micros): void {
    this.blocked += span;
    this.time.block(span);
    this.machine.host.lag = Math.max(this.machine.host.lag, span);
  }

  /** The machine sleeps for `span`: world time advances, the machine's monotonic clock does not. */
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
