// One life of the bot in a world: the production session over virtual ports.
// The session loads these when it opens: here, so that it has nothing to wait for then.
import '../../client/index.js';
import '../../gateway/index.js';
import {
  type LiveSession,
  openSession,
  type OpenSession,
  type SessionEnd,
} from '../../session/index.js';
import { noteStart, placeState } from '../../state/index.js';
import type { Plan } from '../../plan/index.js';
import type { SessionPorts } from '../../host/index.js';
import { toIdentity } from '../../recovery/index.js';
import { type Micros, ok, type OrderView } from '../../domain/index.js';
import type { Life } from '../platform/process-life.js';
import type { VirtualMachine } from '../platform/machine.js';
import type { Duty, LastingDuty } from './obligations.js';
import { BOT_CUSTOMER, BOT_LOGIN } from './venue.js';

/** Kept over all lives. */
export const STATE_DIR = '/bot/state';
export const JOURNAL_DIR = '/bot/state/journal';
/** Where starts are noted, below the place of virtual states. */
export const STARTS_DIR = '/state/starts';
export const CONTROL_DIR = '/bot/state/control';
export const BASE_URL = 'http://127.0.0.1:8787';
/** A tunnel to the same venue. */
export const TUNNEL_URL = 'http://127.0.0.1:8790';

/** How a life ended by itself. */
export type BotEnd =
  | { readonly kind: 'not-opened'; readonly message: string }
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  | { readonly kind: 'threw'; readonly message: string };

export class Bot {
  readonly life: Life;
  readonly machine: VirtualMachine;
  /** World time. */
  readonly startedAt: Micros;
  readonly folder: string;
  readonly told: string[] = [];
  /** Told of every state that an order takes. */
  watchOrder: (view: OrderView) => void = () => undefined;
  /** Told how its session ended, at once. */
  watchEnd: (end: SessionEnd) => void = () => undefined;
  /** A person has said that it may go on from a journal that has lost what it held. */
  readonly acceptsLost: boolean;
  /** Undefined until the session is open. */
  opened: OpenSession | undefined;
  end: BotEnd | undefined;
  /** Machine time of the end. */
  endedAt: Micros | undefined;
  /** The status line of an answer after which everything halts has reached it. */
  hasSeenFailure = false;
  /** Why everything has to be halted here, by what an answer has told. */
  mustHalt: Duty | undefined;
  /** Why nothing new may leave here until a person resumes, by what an answer has told. */
  mustPause: LastingDuty | undefined;
  /** A person has ended its halts. */
  isResumed = false;
  /** World time of that. */
  resumedAt: Micros | undefined;

  constructor(life: Life, machine: VirtualMachine, startedAt: Micros, before?: BotEnd) {
    this.acceptsLost =
      before?.kind === 'not-opened' && before.message.includes('--accept-lost-journal');
    this.life = life;
    this.machine = machine;
    this.startedAt = startedAt;
    this.folder = `/bot/session-${String(life.number)}`;
  }

  get session(): LiveSession | undefined {
    return this.opened?.session;
  }

  /** Starts it, as the command line would; what becomes of it is in `end`. */
  start(plan: Plan, ports: SessionPorts): void {
    try {
      ports.disk.createDirectory(this.folder);
    } catch (error) {
      this.end = { kind: 'not-opened', message: String(error) };
      return;
    }
    this.#run(plan, ports).then(
      (end) => {
        this.end = end;
        this.endedAt = ports.clock.monoMicros();
      },
      (error: unknown) => {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        this.end = { kind: 'threw', message };
      },
    );
  }

  async #run(plan: Plan, ports: SessionPorts): Promise<BotEnd> {
    const notify = (message: string) => {
      this.told.push(message);
    };
    const { folder } = this;
    const watchOrder = (view: OrderView) => {
      this.watchOrder(view);
    };
    const baseUrl = plan.config.venue?.baseUrl ?? BASE_URL;
    const login = { baseUrl, ...BOT_LOGIN };
    const identity = toIdentity(plan, login);
    // Only a configuration that names its account has more than one spelling of it.
    const given = baseUrl === TUNNEL_URL ? undefined : STATE_DIR;
    const placed =
      identity.venue === undefined ? ok(STATE_DIR) : placeState(ports, given, identity);
    if (!placed.ok) return { kind: 'not-opened', message: placed.fault.message };
    const state = placed.value;
    const acceptLost = this.acceptsLost ? { by: 'person', reason: 'seen' } : undefined;
    const opened = await openSession(plan, {
      mode: 'run',
      ports,
      login,
      folder,
      notify,
      watchOrder,
      acceptLost,
      state,
      customer: BOT_CUSTOMER,
    });
    if (!opened.ok) return { kind: 'not-opened', message: opened.fault.message };
    if (identity.venue !== undefined) {
      noteStart(ports, plan.file, { text: plan.source.text, state, identity });
    }
    this.opened = opened.value;
    const end = await opened.value.session.run(opened.value.opening);
    if (!this.life.isOver) this.watchEnd(end);
    return { kind: 'ended', end };
  }
}
