// weir venue AREA CALL: makes one call of the venue's interface, with its fields as options. Calls
// that change something go through gate and journal.
import { fail, formatFault, type Result } from '../../domain/index.js';
import {
  type CallListener,
  createVenueClient,
  isBackOfficeRoute,
  type FailedLoginStore,
  type VenueClient,
} from '../../client/index.js';
import { AREAS, type Area, type CallKind, cleanText, type Route } from '../../protocol/index.js';
import type { VenueProfile } from '../../protocol/profile/index.js';
import {
  type CallEnd,
  checkAllowed,
  checkNamed,
  createSeenCalls,
  haltOnReads,
  type OneCall,
  runManualCall,
  onlyReducesRisk,
  toPhrase,
} from '../../manual-calls/index.js';
import { createFolder, openClock, removeFolder } from '../../session/index.js';
import { findProfile, type LoginSettings, type Plan } from '../../plan/index.js';
import { findLiveAccount, toIdentity } from '../../recovery/index.js';
import { keepRefusals, placeState } from '../../state/index.js';
import { realPorts, type SessionClock } from '../../host/index.js';
import { CommandError, EXIT, print, printText, printNote, unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { readOwnLogin } from './read-credentials.js';
import { loadRegistry } from '../registry.js';
import { hearGiveUp } from '../signals.js';
import { checkFiles, checkPlace } from '../bot/start-controls.js';
import { usageError } from '../parser/usage.js';
import { askConsent } from './confirm-call.js';
import { findRoute, listCalls, readInput } from './venue-flags.js';
import { printValue } from './venue-show.js';
import type { VenueArguments } from './venue-options.js';

/** A response as the client returns it. */
interface Outcome {
  readonly class: string;
  readonly status: number;
  readonly value?: unknown;
  readonly code?: string;
  readonly message?: string;
}

export async function venue(options: VenueArguments): Promise<number> {
  const { area, call, config, json } = options;
  if (area === 'conformance' && call === undefined) {
    return (await import('./conformance.js')).conformance(options);
  }
  if (area === undefined || call === undefined) return showCalls(area);
  const route = findRoute(area, call);
  const input = readInput(route, options);
  if (config === undefined) throw usageError('expected --config FILE, found none');
  const isWrite = !READING.includes(route.kind);
  if (isWrite) checkFiles();
  const plan = await readPlan(config, await loadRegistry());
  if (route.kind === 'consume' && plan.config.venue?.stp === true) {
    throw new CommandError(ITS_OWN, EXIT.fault);
  }
  if (isWrite) await checkConsent(route, input, plan, options.confirm);
  if (isWrite) checkPlace(plan);
  const login = readOwnLogin(plan);
  const clock = unwrap(await openClock(plan, login.baseUrl, realPorts));
  const seen = createSeenCalls();
  const identity = toIdentity(plan, login);
  const state = unwrap(placeState(realPorts, options.state, identity));
  // A cancel is tried even after refused logins.
  const kept = keepRefusals(realPorts, state, identity, login);
  const refusals = onlyReducesRisk(route) ? undefined : kept;
  const client = await openClient({ plan, login, clock, route, refusals, onCall: seen.onCall });
  const own = { ports: realPorts, plan, clock, login, state, notify: printNote };
  try {
    const asked = { route, input, profile: findProfile(plan), json };
    if (!isWrite) {
      const outcome = await runRead(client, route, input);
      const halts = await haltOnReads({ ...own, packs: state }, seen.take());
      return showOutcome(asked, outcome, halts.length > 0);
    }
    const folder = unwrap(createFolder(options.out, 'venue'));
    const ended = await runWrite({ ...own, client, route, input, folder, calls: seen.list });
    const halts = await haltOnReads({ ...own, packs: folder }, seen.take());
    if (!ended.ok) removeFolder(folder);
    // Wrong input or an unusable state: the call did not reach the gate.
    const isAsked =
      ended.ok || !/^(?:client\.input$|session\.name-used$|state\.)/.test(ended.fault.code);
    const exitCode = isAsked ? EXIT.halted : EXIT.fault;
    const { outcome, halts: latched } = unwrap(nameFlag(ended, input), exitCode);
    printNote(`journal ${folder}`);
    return showOutcome(asked, outcome, halts.length + latched.length > 0);
  } finally {
    await client.close();
  }
}

/** For a session with `venue.stp`. */
const ITS_OWN =
  'stp stpMessages: the bot of this session file reads this download itself (`venue.stp: true`) ' +
  'and gets none of the records that this call takes before its next start';

/** From here Ctrl-C does not end the process, since bytes may have left. */
async function runWrite(call: OneCall): Promise<Result<CallEnd>> {
  const { detach, signal } = hearGiveUp();
  try {
    return await runManualCall({ ...call, signal });
  } finally {
    detach();
  }
}

/** Kinds of calls that change nothing at the venue, except what it remembers of the caller. */
const READING: readonly CallKind[] = ['read', 'consume', 'login'];

/** Asks for the confirmation phrase on a terminal; elsewhere requires --confirm. */
async function checkConsent(
  route: Route,
  input: Readonly<Record<string, unknown>>,
  plan: Plan,
  confirm: string | undefined,
): Promise<void> {
  unwrap(checkAllowed(route, plan.config, findProfile(plan)));
  unwrap(checkNamed(route, input));
  const what = `${route.method} ${route.path} ${JSON.stringify(input)}`;
  await askConsent(toPhrase(route, input, findLiveAccount(plan)), what, confirm);
}

/** Adds the option name to a fault that the symbol on the command line caused. */
function nameFlag<T>(result: Result<T>, { symbol }: Readonly<Record<string, unknown>>): Result<T> {
  if (result.ok || result.fault.where !== undefined || typeof symbol !== 'string') return result;
  const { code, message } = result.fault;
  return SYMBOL_FAULTS.has(code) ? fail(code, message, '--symbol') : result;
}

const SYMBOL_FAULTS: ReadonlySet<string> = new Set(['instrument.unknown', 'session.no-rate']);

/** Lists the areas and calls, or the calls of one area. */
function showCalls(area: string | undefined): number {
  const areas = area === undefined ? AREAS : AREAS.filter((one) => one === area);
  if (areas.length === 0) findRoute(area ?? '', '');
  const rows = areas.flatMap((one: Area) =>
    listCalls(one).map(({ id, method, path, summary }) => ({
      area: one,
      call: id,
      endpoint: `${method} ${path}`,
      does: summary,
    })),
  );
  printValue(rows);
  return EXIT.done;
}

interface ClientNeeds {
  readonly plan: Plan;
  readonly login: LoginSettings;
  readonly clock: SessionClock;
  readonly route: Route;
  readonly refusals: FailedLoginStore | undefined;
  readonly onCall: CallListener;
}

/** Loads the back office client only for its own calls. */
async function openClient(needs: ClientNeeds): Promise<VenueClient> {
  const { plan, login, clock, route, ...heard } = needs;
  const bySymbol = new Map(plan.instruments.map((one) => [one.symbol, one]));
  const options = {
    ...login,
    profile: findProfile(plan),
    findInstrument: (symbol: string) => bySymbol.get(symbol),
    now: () => clock.now(),
    ...heard,
  };
  if (!isBackOfficeRoute(route)) return unwrap(createVenueClient(options));
  const { createBackOfficeClient } = await import('../../client/back-office.js');
  return unwrap(createBackOfficeClient(options)).client;
}

type Calls = Readonly<
  Record<string, Readonly<Record<string, (input: unknown) => Promise<Outcome>>>>
>;

async function runRead(
  client: VenueClient,
  { id, area }: Route,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  if (area === 'auth') {
    return toOutcome(await (id === 'login' ? client.login() : client.renew()));
  }
  // The API is typed per call; here the call is known only by name.
  const call = (client.api as unknown as Calls)[area]?.[id];
  if (call === undefined) throw new RangeError(`no call ${area} ${id}`);
  return call(input);
}

function toOutcome(login: Result<unknown>): Outcome {
  return login.ok
    ? { class: 'data', status: 200, value: login.value }
    : { class: 'failed', status: 0, message: formatFault(login.fault) };
}

type Input = Readonly<Record<string, unknown>>;

/** Fields that identify a single item, instead of filtering a list. */
const NAMES = [
  ...['symbol', 'instrument', 'currency', 'id', 'coId', 'orderId', 'clOrderId', 'requestId'],
  'org',
];
/** Calls whose response is a list that may be empty, whatever is named. */
const LISTS = ['positions', 'positionsByDate', 'depositHistory', 'withdrawHistory'];

/** Description of the item that a call looks up; undefined for a call that lists. */
function nameSought({ id }: Route, input: Input, { noFillStatus }: VenueProfile) {
  // If the venue returns 404 for an order without fills, the order need not be unknown.
  const mayBeEmpty = LISTS.includes(id) || (id === 'orderFills' && noFillStatus === 404);
  const names = mayBeEmpty ? [] : NAMES.filter((name) => input[name] !== undefined);
  const parts = names.map((name) => `${name} ${cleanText(String(input[name]), 100)}`);
  return parts.length === 0 ? undefined : parts.join(' and ');
}

interface Asked {
  readonly route: Route;
  readonly input: Input;
  readonly profile: VenueProfile;
  readonly json: boolean;
}

const GOOD: readonly string[] = ['data', 'empty', 'accepted'];

/** Prints a response. Exit code 3 if it halted the login's bot. */
function showOutcome(
  { route, input, profile, json }: Asked,
  outcome: Outcome,
  isHalted: boolean,
): number {
  const { class: found, status, value, code = '', message = '' } = outcome;
  const sought = found === 'empty' ? nameSought(route, input, profile) : undefined;
  if (json) printText(JSON.stringify(outcome));
  else if (found === 'empty' && sought === undefined) print(`none (HTTP ${String(status)})`);
  else if (found !== 'empty' && GOOD.includes(found)) printValue(value);
  if (sought !== undefined) {
    const words = `expected ${sought} at the venue, found none (HTTP ${String(status)})`;
    throw new CommandError(`${route.area} ${route.id}: ${words}`, EXIT.fault);
  }
  if (GOOD.includes(found)) return isHalted ? EXIT.halted : EXIT.done;
  // Without a response there is no status; the message says why.
  const http = status === 0 ? '' : `HTTP ${String(status)}`;
  const parts = [http, code, message].filter((word) => word !== '');
  const text = `${route.area} ${route.id}: ${found}: ${parts.join(': ')}`;
  throw new CommandError(text, isHalted ? EXIT.halted : EXIT.fault);
}
