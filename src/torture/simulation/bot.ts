// One run of the bot in a world: the production session with virtual ports. Imports the modules
// that the session loads when it opens, so that it need not wait for them.
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
import type { OrderView } from '../../domain/events/index.js';
import { type Micros, ok } from '../../domain/index.js';
import type { Life } from '../platform/process-life.js';
import type { VirtualMachine } from '../platform/machine.js';
import { BOT_CUSTOMER, BOT_LOGIN } from './venue.js';

/** State directory, kept over all runs. */
export const STATE_DIR = '/bot/state';
export const JOURNAL_DIR = '/bot/state/journal';
/** Where starts are noted, below the folder of virtual states. */
export const STARTS_DIR = '/state/starts';
export const CONTROL_DIR = '/bot/state/control';
export const BASE_URL = 'http://127.0.0.1:8787';
/** A tunnel to the same venue. */
export const TUNNEL_URL = 'http://127.0.0.1:8790';

/** How a run ended by itself. */
export type BotEnd =
  | { readonly kind: 'not-opened'; readonly message: string }
  | { readonly kind: 'ended'; readonly end: SessionEnd }
  | { readonly kind: 'threw'; readonly message: string };

export interface Duty {
  /** Time from which the obligation holds, µs. */
  readonly at: Micros;
  readonly cause: string;
}

/** An obligation that also binds later runs if the journal has the response. */
export interface LastingDuty extends Duty {
  /** Client order id of the order to which the response belongs. */
  readonly coId: string;
}

export class Bot {
  readonly life: Life;
  readonly machine: VirtualMachine;
  /** World time of the start. */
  readonly startedAt: Micros;
  readonly folder: string;
  readonly told: string[] = [];
  /** Called with every state that an order takes. */
  watchOrder: (view: OrderView) => void = () => undefined;
  /** Called at the end of the session. */
  watchEnd: (end: SessionEnd) => void = () => undefined;
  /** The operator accepts that the journal has lost records. */
  readonly acceptsLost: boolean;
  /** Undefined until the session is open. */
  opened: OpenSession | undefined;
  end: BotEnd | undefined;
  /** Machine time of the end. */
  endedAt: Micros | undefined;
  /** The bot received the status line of a response that must halt everything. */
  hasSeenFailure = false;
  /** Why a response requires that everything is halted in this run. */
  mustHalt: Duty | undefined;
  /** Why a response requires that no new order leaves until an operator resumes. */
  mustPause: LastingDuty | undefined;
  /** An operator has cleared the halts of this run. */
  isResumed = false;
  /** World time of that resume. */
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

  /** Starts the session as the command line does; the result is in `end`. */
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
    // Only a configuration that names its account can be reached by more than one base URL.
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
