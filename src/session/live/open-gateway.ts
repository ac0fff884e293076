// Opens the remote gateway of a session: its client and connections, and the session's callbacks.
import type { createConnection, FailedLoginStore } from '../../client/index.js';
import { ok, type Result } from '../../domain/index.js';
import { type RemoteGateway, ConnectionGate, type PreWriteCheck } from '../../gateway/index.js';
import { classifySubmit } from '../../policy/index.js';
import type { SendOutcome } from '../../protocol/index.js';
import { watchAddresses } from '../monitors/address-monitor.js';
import {
  toWatch,
  toLoginTries,
  toTries,
  type Plan,
  findPollInterval,
  findProfile,
} from '../../plan/index.js';
import type { OpenOptions } from './open-options.js';
import { createOrderPathWarmup, withOrderPathWarmup } from '../monitors/order-path-warmup.js';
import type { ServerErrorHalt } from './server-error-halt.js';
import type { SessionClock } from '../../host/index.js';
import type { SupportBundles } from '../monitors/support-bundles.js';
import type { VenueWatch } from '../monitors/venue-monitor.js';

/** Callbacks of the session for its gateway. */
interface GatewayCallbacks {
  readonly venueWatch: Pick<VenueWatch, 'see'>;
  readonly serverFaults: Pick<ServerErrorHalt, 'see'>;
  readonly support: Pick<SupportBundles, 'see'>;
  /** The client has given up to log in or to sign. */
  readonly giveUp: (message: string) => void;
  /** Takes a remark for the operator. */
  readonly notify: (message: string) => void;
  /** Whether an order that has waited for a connection may still leave. */
  readonly mayPlace: PreWriteCheck;
}

/** `restsWhenRefused` is false where no operator can resume polls. */
type GatewayOptions = Pick<OpenOptions, 'login' | 'ports'> & {
  readonly restsWhenRefused?: boolean;
  /** First part of every client order id of the bot. */
  readonly botTag?: string;
  /** Refused logins of previous runs and calls. */
  readonly refusals?: FailedLoginStore;
};

/** Faults after which the client makes no further login attempt; RC54 halts. */
const CAPS: readonly string[] = ['client.login-cap', 'client.hmac-cap'];

/** Loads the HTTP stack here, so that commands without a venue start without it. */
export async function openGateway(
  plan: Plan,
  options: GatewayOptions,
  clock: SessionClock,
  { venueWatch, serverFaults, support, giveUp, mayPlace, notify }: GatewayCallbacks,
): Promise<Result<RemoteGateway>> {
  const { createConnection, createVenueClient } = await import('../../client/index.js');
  const { createRemoteGateway } = await import('../../gateway/index.js');
  const bySymbol = new Map(plan.instruments.map((one) => [one.symbol, one]));
  const warmLane = warmUp(createConnection, plan, watchAddresses(options.login.baseUrl, notify));
  const guard = new ConnectionGate(mayPlace, options.ports.clock);
  let hasGivenUp = false;
  const client = createVenueClient({
    ...options.login,
    profile: findProfile(plan),
    findInstrument: (symbol) => bySymbol.get(symbol),
    now: () => clock.now(),
    machine: options.ports.clock,
    loginTries: toLoginTries(plan.policy.policy),
    refusals: options.refusals,
    createLane: (lane, ...place) => {
      return guard.guard((options.ports.http.createLane ?? warmLane)(lane, ...place), lane);
    },
    onCall: (facts) => {
      venueWatch.see(facts, gateway.budget);
      // `support` first: the support bundle of a halt needs the call that caused the halt.
      support.see(facts);
      serverFaults.see(facts);
    },
    onLogin: (result, ...how) => {
      gateway.noteLogin(result, ...how);
      if (result.ok || hasGivenUp || !CAPS.includes(result.fault.code)) return;
      hasGivenUp = true;
      giveUp(result.fault.message);
    },
  });
  if (!client.ok) return client;
  const gateway = createRemoteGateway({
    client: client.value,
    clock,
    machine: options.ports.clock,
    botTag: options.botTag,
    restsWhenRefused: options.restsWhenRefused,
    ...toSettings(plan),
  });
  return ok(gateway);
}

/** What a plan says of its gateway. */
function toSettings(plan: Plan) {
  return {
    instruments: plan.instruments,
    pollInterval: findPollInterval(plan),
    seed: plan.config.seed,
    ...(plan.config.venue?.stp === true ? { stp: findProfile(plan) } : {}),
    tries: toTries(plan.policy.policy),
    watch: { ...toWatch(plan), profile: findProfile(plan) },
    classify: (outcome: SendOutcome) =>
      classifySubmit(plan.policy.policy, plan.config.login, outcome),
  };
}

/** Lanes to the venue that rehearse the code of an order while a poll waits for its response. */
function warmUp(
  create: typeof createConnection,
  { instruments }: Plan,
  onConnect: (address: string) => void,
) {
  const connect: typeof create = (lane, origin, ca) => create(lane, origin, ca, onConnect);
  return withOrderPathWarmup(connect, createOrderPathWarmup(instruments));
}
