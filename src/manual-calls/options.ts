// What opens the state of a login for one manual call.
import type { SessionPorts } from '../host/index.js';
import type { Plan, LoginSettings } from '../plan/index.js';

export interface CallBotOptions {
  readonly ports: SessionPorts;
  readonly plan: Plan;
  readonly login: LoginSettings;
  /** State directory of the login, created when missing. */
  readonly state: string;
  /** Session folder, which gets a copy of the records. */
  readonly folder: string;
  /** Takes remarks on earlier calls and runs. */
  readonly notify: (message: string) => void;
}
