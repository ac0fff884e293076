// Confirmation of calls that move trades or money: the text that an operator has to type, and the
// keys that a configuration needs.
import { type CallAnswer, findNameField, toMade } from '../policy/index.js';
import { fail, formatInstant, ok, type Result } from '../domain/index.js';
import type { Route } from '../protocol/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import { onlyReducesRisk } from './bot-state.js';
import type { SessionConfig } from '../plan/index.js';

type Input = Readonly<Record<string, unknown>>;

/** Last characters of an address that have to be typed. */
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
  // The field names of these bodies are unpublished: a wrong name could send another amount, or to
  // another address.
  const message = 'expected `custodyNames: confirmed` in the profile of a live venue';
  return fail('session.not-allowed', `${message}, found ${custodyNames}`);
}

function failNotAllowed(key: string) {
  return fail(
    'session.not-allowed',
    `this call is switched off: set \`allow: { ${key}: true }\` to enable it`,
  );
}

/**
 * Requires an id of the operator's own: only by it can the result of such a call be found. Fault
 * code `session.no-name`.
 */
export function checkNamed({ id }: Route, input: Input): Result<null> {
  const name = findNameField(id);
  if (name === undefined || typeof input[name] === 'string') return ok(null);
  const message =
    'choose an id of your own that no other call has: it identifies the result at the venue';
  return fail('session.no-name', message, `--${name}`);
}

/**
 * Refuses an id of an earlier call that may have succeeded: a second call with it could repeat the
 * transaction, or its result could not be found. Fault code `session.name-used`.
 */
export function checkUnused(
  route: Route,
  input: Input,
  before: readonly CallAnswer[],
): Result<null> {
  const made = toMade(route, input);
  const twin = made && before.findLast((one) => one.made === made && !isRejected(one));
  if (!twin) return ok(null);
  const { at, facts } = twin;
  const outcome = facts.status === 0 ? 'no answer' : `HTTP ${String(facts.status)}`;
  const found = `the call of ${formatInstant(at)} (${outcome})`;
  const message = `this id was used by ${found}: check its result at the venue, then use a new id`;
  return fail('session.name-used', message, `--${findNameField(route.id) ?? ''}`);
}

/** The venue rejected the call; any other result leaves open whether it succeeded. */
function isRejected({ facts: { status } }: CallAnswer): boolean {
  return status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
}

const REQUEST_TIMEOUT = 408;

/**
 * Text to be typed before the call; empty where none is needed. `account`: that of a live venue,
 * which has to be typed before any call that adds risk.
 */
export function toPhrase(route: Route, input: Input, account = ''): string {
  const text = toOwnWords(route, input);
  return account === '' || onlyReducesRisk(route) ? text : `${account} ${text}`.trim();
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
