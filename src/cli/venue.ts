// weir venue AREA CALL: one call of the venue's interface, with its fields as flags.
import { formatFault, type Result } from '../domain/index.js';
import { createVenueClient, type VenueClient } from '../client/index.js';
import { AREAS, type Area, type Route } from '../protocol/index.js';
import { loadPlan, openClock, readLogin } from '../session/index.js';
import { CommandError, EXIT, print, unwrap } from './output.js';
import { loadRegistry } from './registry.js';
import { usageError } from './usage.js';
import { findRoute, listCalls, readInput } from './venue-flags.js';
import { printValue } from './venue-show.js';

export interface VenueArguments {
  readonly area?: string | undefined;
  readonly call?: string | undefined;
  /** Session file whose venue and login are used. */
  readonly config?: string | undefined;
  readonly json: boolean;
  /** Texts of the call's own flags. */
  readonly [flag: string]: unknown;
}

/** An answer as the client gives it. */
interface Outcome {
  readonly class: string;
  readonly status: number;
  readonly value?: unknown;
  readonly code?: string;
  readonly message?: string;
}

export async function venue(options: VenueArguments): Promise<number> {
  const { area, call, config, json } = options;
  if (area === undefined || call === undefined) return showCalls(area);
  const route = findRoute(area, call);
  const input = readInput(route, options);
  if (config === undefined) throw usageError('expected --config FILE, found none');
  const client = await openClient(config);
  try {
    return showOutcome(route, await runCall(client, route, input), json);
  } finally {
    await client.close();
  }
}

/** The areas, or the calls of one. */
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

async function openClient(config: string): Promise<VenueClient> {
  const plan = unwrap(await loadPlan(config, await loadRegistry()));
  const login = unwrap(readLogin(plan, process.env));
  const clock = unwrap(await openClock(plan, login.baseUrl));
  const bySymbol = new Map(plan.instruments.map((one) => [one.symbol, one]));
  return unwrap(
    createVenueClient({
      ...login,
      findInstrument: (symbol) => bySymbol.get(symbol),
      now: () => clock.now(),
    }),
  );
}

type Calls = Readonly<
  Record<string, Readonly<Record<string, (input: unknown) => Promise<Outcome>>>>
>;

async function runCall(
  client: VenueClient,
  { id, area }: Route,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  if (area === 'auth') {
    return toOutcome(await (id === 'login' ? client.login() : client.renew()));
  }
  // The api is typed row by row; here the row is only known as text.
  const call = (client.api as unknown as Calls)[area]?.[id];
  if (call === undefined) throw new RangeError(`no call ${area} ${id}`);
  return call(input);
}

function toOutcome(login: Result<unknown>): Outcome {
  return login.ok
    ? { class: 'data', status: 200, value: login.value }
    : { class: 'failed', status: 0, message: formatFault(login.fault) };
}

const GOOD: readonly string[] = ['data', 'empty', 'accepted'];

function showOutcome(route: Route, outcome: Outcome, json: boolean): number {
  const { class: found, status, value, code = '', message = '' } = outcome;
  if (json) print(JSON.stringify(outcome));
  else if (found === 'empty') print(`none (HTTP ${String(status)})`);
  else if (GOOD.includes(found)) printValue(value);
  if (GOOD.includes(found)) return EXIT.done;
  const words = [`HTTP ${String(status)}`, code, message].filter((word) => word !== '');
  throw new CommandError(`${route.area} ${route.id}: ${found}: ${words.join(': ')}`, EXIT.fault);
}
