// Options of opening a session.
import type { OrderView } from '../../domain/events/index.js';
import type { Customer } from '../../domain/orders/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { LoginSettings } from '../../plan/index.js';
import type { Acceptance, RecoveryHalt } from '../../recovery/index.js';
import type { LiveSession } from './live-session.js';

export interface OpenOptions {
  /** `run` or `paper`. */
  readonly mode: string;
  readonly ports: SessionPorts;
  readonly login: LoginSettings;
  /** Customer of quote requests; the configuration's own when absent. */
  readonly customer?: Customer | undefined;
  /** Session folder, created and empty. */
  readonly folder: string;
  /** State directory, created when missing. */
  readonly state: string;
  readonly notify: (message: string) => void;
  /** Called when a failed start has latched a halt, which the next start finds. */
  readonly noteHalt?: (() => void) | undefined;
  /** Called with every state that an own order takes. */
  readonly watchOrder?: (view: OrderView) => void;
  /**
   * Called in place of starting the strategies, with the reason that forbids their start, if any.
   */
  readonly instead?: ((session: LiveSession, held: RecoveryHalt | undefined) => void) | undefined;
  /** Operator who accepts limits that are looser than the last ones. */
  readonly acceptLimits?: Acceptance | undefined;
  /** Operator who accepts that the journal of the state was lost. */
  readonly acceptLost?: Acceptance | undefined;
}
