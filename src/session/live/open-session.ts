// Opens a live or paper session from a plan: state, epoch, login, journal and session folder.
import { join } from 'node:path';
import { type BotEvent, describeSupportBundle } from '../../domain/events/index.js';
import {
  createInstrument,
  type Fault,
  type Instant,
  type Instrument,
  type InstrumentTerms,
  MILLISECOND,
  ok,
  type Result,
} from '../../domain/index.js';
import { fromScaled } from '../../domain/numbers/index.js';
import type { Customer } from '../../domain/orders/index.js';
import type { Collector } from '../../report/index.js';
import { BotControl, wantsWatchdog } from '../../control/index.js';
import {
  openBot,
  type OpenedBot,
  SUPPORT_TYPE,
  toIdentity,
  toIntegrity,
  withKnownInstruments,
} from '../../recovery/index.js';
import type { LiveSessionParts } from './live-session-parts.js';
import { hasSuccessor, DurableSafeguards } from './durable-safeguards.js';
import { SessionCopy } from '../folder/session-copy.js';
import { createSessionCollector, describeModels } from '../folder/describe.js';
import {
  createHeader,
  type SessionHeader,
  toKernelSetup,
  SessionJournal,
} from '../../records/index.js';
import { writeCopies } from '../folder/folder.js';
import { LiveSession } from './live-session.js';
import { createPreWriteCheck } from '../egress/pre-write-check.js';
import { openGateway } from './open-gateway.js';
import type { Plan } from '../../plan/index.js';
import {
  type SessionPorts,
  createSessionClock,
  describeLead,
  type SessionClock,
  readVenueClock,
} from '../../host/index.js';
import { keepRefusals } from '../../state/index.js';
import { haltStart, ServerErrorHalt } from './server-error-halt.js';
import { SupportBundles } from '../monitors/support-bundles.js';
import { VenueWatch } from '../monitors/venue-monitor.js';
import type { OpenOptions } from './open-options.js';

export interface OpenSession {
  readonly session: LiveSession;
  readonly header: SessionHeader;
  readonly collector: Collector;
  /** Events of the opening, to be passed to `session.run`. */
  readonly opening: readonly BotEvent[];
  /** Completes the session folder after the session has ended. */
  readonly complete: () => Result<void>;
}

/**
 * Recovers the state, begins an epoch, connects, logs in and reads the venue's reference data; no
 * order leaves yet. A second bot of the same login fails before anything is sent.
 */
export async function openSession(plan: Plan, options: OpenOptions): Promise<Result<OpenSession>> {
  const { ports } = options;
  const from = join(options.state, 'journal');
  const copy = new SessionCopy(ports.disk, from, options.folder);
  const bot = await openBot(ports, {
    dir: options.state,
    identity: toIdentity(plan, options.login),
    integrity: toIntegrity(plan),
    limits: {
      limits: plan.limits,
      file: (plan.limitsSource ?? plan.source).file,
      accepted: options.acceptLimits,
    },
    isVenueOwn: options.mode !== 'run',
    acceptLost: options.acceptLost,
    onSegment: (name) => {
      copy.add(name);
    },
  });
  if (!bot.ok) return bot;
  for (const remark of bot.value.remarks) options.notify(remark);
  const full = withKnownInstruments(plan, bot.value.memory);
  const opened = await openVenueSession(full, options, { bot: bot.value, copy });
  if (!opened.ok) {
    bot.value.journal.close();
    bot.value.lock.release();
  }
  return opened;
}

interface BotParts {
  readonly bot: OpenedBot;
  readonly copy: SessionCopy;
}

async function openVenueSession(
  plan: Plan,
  options: OpenOptions,
  { bot, copy }: BotParts,
): Promise<Result<OpenSession>> {
  const { ports, notify, watchOrder } = options;
  const clock = await openClock(plan, options.login.baseUrl, ports, bot.memory.lastAt, notify);
  if (!clock.ok) return clock;
  const safeguards = new DurableSafeguards(bot, ports.disk, isLive(plan));
  const opened: { session?: LiveSession } = {};
  const venueWatch = new VenueWatch(() => clock.value.now(), ports.clock);
  const serverFaults = new ServerErrorHalt(() => opened.session);
  const support = createSupport(options, opened, { bot, clock: clock.value });
  const gateway = await openGateway(plan, withRefusals(options, bot), clock.value, {
    venueWatch,
    serverFaults,
    support,
    notify,
    giveUp: (message) => opened.session?.halt(message, undefined, 'RC54'),
    mayPlace: createPreWriteCheck(plan.venue.profile.calls, opened),
  });
  if (!gateway.ok) return gateway;
  const haltUntraded = async () => {
    const halting = haltStart(serverFaults.before, bot, clock.value, plan, options);
    for (const line of await halting) notify(line);
    if (serverFaults.before.length > 0) noteLatest(options, bot, support);
  };
  const opening = await gateway.value.open();
  if (!opening.ok) {
    await gateway.value.close();
    await haltUntraded();
    return failAt(options.login.baseUrl, opening.fault);
  }
  const header = createLiveHeader(plan, options, clock.value, bot, opening.value);
  const setup = toKernelSetup(header, plan.strategies, bot.memory.kernel);
  const copies = writeCopies(ports.disk, options.folder, header);
  const linked = copies.ok ? copy.begin(bot.segment) : copies;
  if (!setup.ok || !linked.ok) {
    await gateway.value.close();
    await haltUntraded();
    return setup.ok ? (linked as Result<never>) : setup;
  }
  const collector = createSessionCollector(header, { restored: bot.memory.kernel });
  const venue = { clock: clock.value, gateway: gateway.value, venueWatch, safeguards, support };
  const made = { ...venue, ports, header, setup: setup.value, collector, notify, watchOrder };
  const session = createSession(plan, bot, made, options.instead);
  opened.session = session;
  const events = [...opening.value, ...serverFaults.before];
  return ok({ session, header, collector, opening: events, complete: () => copy.finish() });
}

function isLive({ config }: Plan): boolean {
  return config.venue?.environment === 'live';
}

/** A fault that has no place of its own is of the venue. */
function failAt(baseUrl: string, fault: Fault): Result<never> {
  return { ok: false, fault: { ...fault, where: fault.where ?? baseUrl } };
}

function withRefusals(options: OpenOptions, { state: { identity, tag } }: OpenedBot) {
  const { login, ports, state } = options;
  return { ...options, botTag: tag, refusals: keepRefusals(ports, state, identity, login) };
}

/** Support bundles, reported and journaled by the session; directly where no session has begun. */
function createSupport(
  { folder, ports, notify }: OpenOptions,
  opened: { readonly session?: LiveSession },
  { bot, clock }: { readonly bot: OpenedBot; readonly clock: SessionClock },
): SupportBundles {
  const packed = (file: string) => {
    if (opened.session !== undefined) {
      opened.session.take({ type: 'support', file });
      return;
    }
    notify(describeSupportBundle(file));
    const journal = new SessionJournal(bot.journal, clock, ports, clock.now());
    for (const one of [journal.append(journal.stamp(), SUPPORT_TYPE, { file }), journal.sync()]) {
      if (!one.ok) notify(one.fault.message);
    }
  };
  const place = { disk: ports.disk, folder, writer: ports.host.processId, notify };
  return new SupportBundles({ ...place, clock: ports.clock, packed });
}

/** Reports the halt that was just latched and writes its support bundle. */
function noteLatest(
  { noteHalt }: OpenOptions,
  { latch }: OpenedBot,
  support: SupportBundles,
): void {
  noteHalt?.();
  const halt = latch.halts.at(-1);
  if (halt !== undefined) support.note({ ...halt, rule: halt.cause });
  support.flush();
}

function createLiveHeader(
  plan: Plan,
  { customer, mode, ports }: OpenOptions,
  clock: SessionClock,
  { epoch, epochSalt, state }: OpenedBot,
  opening: readonly BotEvent[],
): SessionHeader {
  return createHeader(plan, {
    mode,
    epoch,
    epochSalt,
    botTag: state.tag,
    node: ports.host.nodeVersion,
    startAt: clock.now(),
    speed: clock.speed,
    seesEveryRate: false,
    instruments: applyReference(plan, opening),
    customer: customer ?? findCustomer(plan),
    notes: describeModels(plan, mode),
  });
}

function findCustomer({ config }: Plan): Customer | undefined {
  const { org, account } = config.venue ?? {};
  return org === undefined || account === undefined ? undefined : { org, account };
}

/** Creates the session with its controls and its recovery. */
function createSession(
  { config, limits }: Plan,
  bot: OpenedBot,
  made: Omit<LiveSessionParts, 'journal' | 'control' | 'recovery'>,
  instead: OpenOptions['instead'],
): LiveSession {
  const loginUse = config.venue?.loginUse ?? 'unstated';
  const { clock, gateway, header, ports, notify } = made;
  const isFenced = () => hasSuccessor(bot, ports.disk);
  const session: LiveSession = new LiveSession({
    ...made,
    instead: instead && ((held) => instead(session, held)),
    journal: new SessionJournal(bot.journal, clock, ports, header.startAt, isFenced),
    control: new BotControl({
      ports,
      clock,
      bot,
      gateway,
      limits,
      notify,
      areOthersWelcome: loginUse === 'shared',
      instruments: header.instruments,
      strategies: header.strategies.map(({ name }) => name),
      wantsWatchdog: wantsWatchdog(config),
      operators: config,
      listPacks: () => [...(bot.memory.support ?? []), ...(made.support?.files ?? [])],
    }),
    recovery: {
      memory: bot.memory,
      policy: { loginUse, ...config.onRestart },
    },
  });
  return session;
}

/**
 * Creates the session clock that the configuration asks for. Session time never goes back: where
 * the wall clock did since the last record, session time goes on and the operator is notified.
 */
export function openClock(
  plan: Plan,
  baseUrl: string,
  ports: Pick<SessionPorts, 'clock' | 'http'>,
  lastAt: Instant = 0,
  notify: (message: string) => void = () => undefined,
): Promise<Result<SessionClock>> {
  if (plan.config.clock === 'venue') return readVenueClock(baseUrl, ports, plan.authority?.text);
  const wallAt = ports.clock.wallMillis() * MILLISECOND;
  const lead = describeLead(lastAt, wallAt);
  if (lead !== undefined) notify(lead);
  return Promise.resolve(ok(createSessionClock(Math.max(wallAt, lastAt), 1, ports.clock)));
}

/**
 * Minimum size and increment from the venue's reference data; the configuration's own terms take
 * precedence.
 */
function applyReference(plan: Plan, events: readonly BotEvent[]): readonly Instrument[] {
  const bySymbol = new Map<string, InstrumentTerms>();
  for (const event of events) {
    if (event.type === 'reference') bySymbol.set(event.symbol, event.terms);
  }
  return plan.instruments.map((instrument) => {
    const { minSize, sizeIncrement } = bySymbol.get(instrument.symbol) ?? {};
    const { id, symbol, ratePrecision, pipFactor, baseDecimals, termDecimals } = instrument;
    const created = createInstrument(id, symbol, {
      class: instrument.class,
      ratePrecision,
      pipFactor,
      baseDecimals,
      termDecimals,
      minSize: minSize ?? fromScaled(instrument.minSize, baseDecimals),
      sizeIncrement: sizeIncrement ?? fromScaled(instrument.sizeIncrement, baseDecimals),
      spotLagDays: instrument.spotLagDays,
      ...(plan.config.instruments[symbol] as InstrumentTerms | undefined),
    });
    return created.ok ? created.value : instrument;
  });
}
