// What a person has to type before a call that moves trades or money, and what a configuration has
// to allow.
import { type CallAnswer, findNameField, toMade } from '../policy/index.js';
import { fail, formatInstant, ok, type Result } from '../domain/index.js';
import type { Route, VenueProfile } from '../protocol/index.js';
import { onlyReducesRisk } from './bot-state.js';
import type { SessionConfig } from '../plan/index.js';

type Input = Readonly<Record<string, unknown>>;

/** Letters of an address that have to be typed. */
const ADDRESS_TAIL = 6;

/** Whether configuration and profile allow the call. Fault code `session.not-allowed`. */
export function checkAllowed(
  { id, kind }: Route,
  { allow, venue }: SessionConfig,
  { custodyNames }: VenueProfile,
): Result<null> {
  if (id === 'withdraw' && !allow.withdraw) return failNotAllowed('withdraw');
  if (id === 'updateBrokerBalances' && !allow.brokerBalances) {
    return failNotAllowed('brokerBalances');
  }
  if (kind !== 'custody' || venue?.environment !== 'live') return ok(null);
  if (custodyNames === 'confirmed') return ok(null);
  // Nothing is published of these bodies: a wrong name could send another amount, or elsewhere.
  const message = 'expected `custodyNames: confirmed` in the profile of a live venue';
  return fail('session.not-allowed', `${message}, found ${custodyNames}`);
}

function failNotAllowed(key: string) {
  return fail('session.not-allowed', `expected \`allow: { ${key}: true }\`, found it off`);
}

/** What such a call has made is found by its name alone. Fault code `session.no-name`. */
export function checkNamed({ id }: Route, input: Input): Result<null> {
  const name = findNameField(id);
  if (name === undefined || typeof input[name] === 'string') return ok(null);
  const message = 'expected a name of your own, used once, to find what it makes by; found none';
  return fail('session.no-name', message, `--${name}`);
}

/**
 * Whether no call before may have made what this one would make: a second one of its name makes it
 * twice, or is lost. Fault code `session.name-used`.
 */
export function checkUnused(
  route: Route,
  input: Input,
  before: readonly CallAnswer[],
): Result<null> {
  const made = toMade(route, input);
  const twin = made && before.findLast((one) => one.made === made && !isTurnedDown(one));
  if (!twin) return ok(null);
  const { at, facts } = twin;
  const outcome = facts.status === 0 ? 'no answer' : `HTTP ${String(facts.status)}`;
  const found = `that of the call of ${formatInstant(at)} (${outcome})`;
  const message = `expected a name that no call before had, found ${found}: look for what it made`;
  return fail('session.name-used', message, `--${findNameField(route.id) ?? ''}`);
}

/** The venue would not have it; all but such an answer leaves open what it made. */
function isTurnedDown({ facts: { status } }: CallAnswer): boolean {
  return status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
}

const REQUEST_TIMEOUT = 408;

/**
 * The words to be typed before the call; empty where none are needed. `account`: that of a live
 * venue, which is named before anything there takes risk.
 */
export function toPhrase(route: Route, input: Input, account = ''): string {
  const words = toOwnWords(route, input);
  return account === '' || onlyReducesRisk(route) ? words : `${account} ${words}`.trim();
}

function toOwnWords(route: Route, input: Input): string {
  if (route.id === 'withdraw') {
    const { amount, currency, address } = input;
    const tail = typeof address === 'string' ? address.slice(-ADDRESS_TAIL) : '';
    return [amount, currency, tail].map(toWord).join(' ');
  }
  if (route.id === 'updateBrokerBalances') {
    const rows = Array.isArray(input['body']) ? (input['body'] as Input[]) : [];
    return rows
      .map(({ org, amount, currency }) => [org, amount, currency].map(toWord).join(' '))
      .join(', ');
  }
  return route.kind === 'desk' ? route.id : '';
}

function toWord(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '-';
}
