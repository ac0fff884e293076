// Restores a saved state: repeats its inputs in virtual time and compares the digest of responses.
import { fail, ok, type Result } from '../../domain/index.js';
import { matchRoute, ROUTES } from '../../protocol/index.js';
import { perform } from '../dispatch.js';
import { type ProvenRequest } from '../proven-request.js';
import type { HandlerContext } from '../handler.js';
import type { VenueRuntime } from '../venue-runtime.js';
import { splitTarget } from '../http/read-request.js';
import { scenarioSchema } from '../scenario/schema.js';
import type { SavedInput, SavedRequest } from './input.js';
import type { SavedState } from './read-state.js';

/** Brings a new simulator to the end of the saved one. Fault code `simulator.state`. */
export function restoreState(
  { head, inputs, tail }: SavedState,
  host: HandlerContext,
  machine: VenueRuntime,
  settings: string,
): Result<null> {
  if (head.settings !== settings) {
    return failState('the settings of the saved simulator', 'other users, rates, seed or models');
  }
  for (const [index, input] of inputs.entries()) {
    machine.replayTo(input.at);
    if (!repeat(host, input)) {
      return failState(
        'inputs that can be repeated',
        `one that cannot on line ${String(index + 2)}`,
      );
    }
  }
  machine.replayTo(tail.endMicros);
  const { answers } = host.inputs?.summarize(tail.endMicros) ?? tail;
  if (answers !== tail.answers) {
    return failState(
      'the answers of the saved simulator',
      'others: was it another version of Weir?',
    );
  }
  machine.resumeAt(tail.endMicros);
  return ok(null);
}

function repeat(host: HandlerContext, input: SavedInput): boolean {
  if ('clearFaults' in input) {
    host.scenario.clear(input.at);
    host.inputs?.clearFaults(input.at);
    return true;
  }
  if ('addFaults' in input) {
    const parsed = scenarioSchema.safeParse(input.addFaults);
    host.inputs?.addFaults(input.at, input.addFaults);
    return parsed.success && host.scenario.add(input.at, parsed.data) === undefined;
  }
  if ('bad' in input) return repeatBad(host, input);
  const request = toRequest(host, input);
  if (request === undefined) return false;
  perform(host, request, () => undefined);
  return true;
}

function repeatBad(
  host: HandlerContext,
  input: Extract<SavedInput, { readonly bad: unknown }>,
): boolean {
  const { at, user, org, bad, bytes } = input;
  const account = host.venue.findAccount(user, org);
  if (account === undefined) return false;
  const route = ROUTES[bad];
  const body = Buffer.alloc(bytes);
  const nothing = { login: undefined, params: {}, target: '', query: '' };
  host.inputs?.addBad({ at, account, route, body, ...nothing });
  if (host.limits?.enter(at, account, route, bytes) === undefined) host.limits?.leave(account);
  return true;
}

function toRequest(host: HandlerContext, input: SavedRequest): ProvenRequest | undefined {
  const { at, user, org, target, body = '' } = input;
  const account = host.venue.findAccount(user, org);
  const [path, query] = splitTarget(target);
  const match = matchRoute(ROUTES[input.route].method, path);
  if (account === undefined || match?.route.id !== input.route) return undefined;
  const { route, params } = match;
  const login = input.login === undefined ? undefined : host.venue.logins.findNumber(input.login);
  if ((login === undefined) !== (input.login === undefined)) return undefined;
  return { at, account, login, route, params, target, query, body: Buffer.from(body) };
}

function failState(expected: string, found: string) {
  return fail('simulator.state', `restore: expected ${expected}, found ${found}`);
}
