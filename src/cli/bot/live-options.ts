// Options of a live session of `weir run` and `weir paper`.
import type { Customer } from '../../domain/orders/index.js';
import type { Plan, LoginSettings } from '../../plan/index.js';
import type { Acceptance } from '../../recovery/index.js';
import type { LiveSession, openSession } from '../../session/index.js';
import type { Signals } from '../signals.js';

export interface LiveOptions {
  readonly mode: 'run' | 'paper';
  readonly signals: Signals;
  readonly plan: Plan;
  readonly login: LoginSettings;
  /** Customer of quote requests; the configuration's own when absent. */
  readonly customer?: Customer | undefined;
  readonly out?: string | undefined;
  /** Existing session folder, instead of `out`. */
  readonly folder?: string | undefined;
  /** State directory; inside the session folder when absent. */
  readonly state?: string | undefined;
  readonly json: boolean;
  /** Prints nothing on stdout: the command has its own result. */
  readonly isSilent?: boolean;
  readonly acceptLimits?: Acceptance | undefined;
  readonly acceptLost?: Acceptance | undefined;
  /** Called with the session once it is open, for example to halt it when the simulator dies. */
  readonly opened?: (session: LiveSession) => void;
  /** Runs instead of starting the strategies; called with the halt that prevents their start. */
  readonly instead?: Parameters<typeof openSession>[1]['instead'];
  /** Starts the watchdog over the bot of a state directory. */
  readonly startWatchdog?: (state: string, notify: (message: string) => void) => WatchdogProcess;
}

export interface WatchdogProcess {
  /**
   * After the end of the bot: waits for the watchdog if the end is proven, else leaves it running.
   */
  stop(isProven: boolean): Promise<void>;
}
