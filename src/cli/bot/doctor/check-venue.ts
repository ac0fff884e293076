// Doctor checks at the venue, with one login: credentials, the venue's clock, the request budget.
import { createVenueClient, findWait } from '../../../client/index.js';
import { type Micros, MILLISECOND, SECOND } from '../../../domain/index.js';
import { cleanText } from '../../../protocol/index.js';
import type { VenueProfile } from '../../../protocol/profile/index.js';
import { type BoundName, realPorts, type SessionClock } from '../../../host/index.js';
import { createSeenCalls, haltOnReads } from '../../../manual-calls/index.js';
import {
  findPollInterval,
  type LoginSettings,
  type Plan,
  findProfile,
} from '../../../plan/index.js';
import { openClock } from '../../../session/index.js';
import { keepRefusals } from '../../../state/index.js';
import { toIdentity } from '../../../recovery/index.js';
import { printNote } from '../../output.js';
import { bad, type Finding, good, open, toBad, warn } from './finding.js';

export interface VenueFindings {
  readonly login: Finding;
  readonly clock: Finding;
  readonly budget: Finding;
}

type Seen = ReturnType<ReturnType<typeof createSeenCalls>['list']>[number];

/** Three lines that say why the venue was not contacted. */
export function leaveVenue(text: string): VenueFindings {
  return { login: open(text), clock: open(text), budget: open(text) };
}

/** Logs in once, or signs one read, without a second attempt. Releases the lock. */
export async function checkVenue(
  plan: Plan,
  login: LoginSettings,
  state: string,
  lock: Pick<BoundName, 'release'>,
): Promise<VenueFindings> {
  const opened = await openClock(plan, login.baseUrl, realPorts);
  if (!opened.ok) {
    return {
      ...leaveVenue('not checked: the clock has to be right first'),
      clock: toBad(opened.fault),
    };
  }
  const clock = opened.value;
  const calls = createSeenCalls();
  const profile = findProfile(plan);
  const refusals = keepRefusals(realPorts, state, toIdentity(plan, login), login);
  const created = createVenueClient({
    ...login,
    profile,
    refusals,
    onCall: calls.onCall,
    findInstrument: () => undefined,
    now: () => clock.now(),
  });
  if (!created.ok) return leaveVenue(created.fault.message);
  const client = created.value;
  try {
    const logged = await client.login();
    if (logged.ok && 'hmac' in login) await readOnce(client);
    const [seen] = calls.list();
    // Releases the lock before halts are latched, as in any other process.
    lock.release();
    const own = { ports: realPorts, plan, clock, login, state, notify: printNote, packs: state };
    const halts = await haltOnReads(own, calls.take());
    const found = logged.ok ? checkCall(login, seen) : toBad(logged.fault);
    const halted = 'this halted the login: weir status CONFIG shows it';
    return {
      login: halts.length > 0 ? bad(`${found.text}; ${halted}`) : found,
      clock: checkClock(plan, clock, seen, logged.ok && 'user' in login ? logged.value : undefined),
      budget: checkBudget(plan, profile, seen),
    };
  } finally {
    await client.close();
  }
}

type Client = Extract<ReturnType<typeof createVenueClient>, { readonly ok: true }>['value'];

/** Reads once: the client would retry a refused signature. */
async function readOnce(client: Client): Promise<void> {
  let tries = 0;
  await client.api.orders.queryOrders(
    {},
    { findRefusal: () => ((tries += 1) > 1 ? 'doctor signs only one read' : undefined) },
  );
}

/** Result of the credentials; with HMAC the signed read after the login decides. */
function checkCall(login: LoginSettings, seen: Seen | undefined): Finding {
  if (!('hmac' in login)) return good(`${login.user}@${login.org} logged in, once`);
  if (seen === undefined) return open('the signed read was not sent');
  const { exchange } = seen;
  if (!exchange.ok) return bad(`the signed read failed: ${exchange.message}`);
  const status = `HTTP ${String(exchange.status)}`;
  if (exchange.status === 401 || exchange.status === 403) {
    return bad(`the venue rejected the signature (${status}): check venue.hmac and the clock`);
  }
  const isTaken = exchange.status < 300 || exchange.status === 404;
  return isTaken
    ? good(`the venue accepted a signed read (${status})`)
    : bad(`the signed read failed: ${status}`);
}

/** The venue's time from the login response, else from its Date header in whole seconds. */
function checkClock(
  { config, limits }: Plan,
  clock: SessionClock,
  seen: Seen | undefined,
  logged: { readonly at: number; readonly venueAt: number } | undefined,
): Finding {
  const offset = logged === undefined ? readDate(seen) : logged.venueAt - logged.at;
  if (offset === undefined) return open("no response stated the venue's time");
  const scale = Math.max(1, clock.speed) * SECOND;
  const rule = limits.rules['RC55'] as Readonly<Record<string, number>> | string | undefined;
  const {
    softSeconds = 2,
    signedSeconds = 10,
    plainSeconds = 30,
  } = typeof rule === 'object' ? rule : {};
  const hard = config.login === 'hmac' ? signedSeconds : plainSeconds;
  const way = offset > 0 ? 'ahead of' : 'behind';
  const text = `the venue's clock is ${(Math.abs(offset) / SECOND).toFixed(1)} s ${way} ours`;
  const hint = "set this machine's clock by a time service; if it is right, ask the venue";
  if (Math.abs(offset) > hard * scale) {
    return bad(`${text}, and RC55 refuses orders above ${String(hard)} s: ${hint}`);
  }
  return Math.abs(offset) > softSeconds * scale ? warn(`${text}: ${hint}`) : good(text);
}

function readDate(seen: Seen | undefined): Micros | undefined {
  if (seen?.exchange.ok !== true) return undefined;
  const { date } = seen.exchange.headers;
  const at = typeof date === 'string' ? Date.parse(date) * MILLISECOND : Number.NaN;
  return Number.isNaN(at) ? undefined : at - seen.sentAt;
}

const BUDGET_HEADER = /^(?:x-)?rate-?limit/;

function checkBudget(plan: Plan, { limits }: VenueProfile, seen: Seen | undefined): Finding {
  if (seen?.exchange.ok !== true) return open('no response stated a request budget');
  const { status, headers } = seen.exchange;
  if (status === 429) {
    const wait = findWait(seen.exchange) / SECOND;
    return bad(`the venue asked to wait ${String(wait)} s (HTTP 429): who else uses this login?`);
  }
  const told = Object.entries(headers)
    .filter(([name]) => BUDGET_HEADER.test(name))
    .map(([name, value]) => `${name}: ${cleanText(String(value), 60)}`);
  const { requestsPerSecond: most, sessions } = limits;
  const assumed = `${String(most)} requests a second, ${String(sessions)} logins`;
  const venue =
    told.length > 0 ? told.join(', ') : `no response states a budget; the profile says ${assumed}`;
  const polls = (plan.instruments.length * SECOND) / findPollInterval(plan);
  const text = `${venue}; polling rates takes ${polls.toFixed(1)} requests a second`;
  if (most === 'any' || polls < most) return good(text);
  return bad(`${text}, which leaves none for orders: make polling.rates longer`);
}
