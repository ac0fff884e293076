// Overrides of a running bot: an operator lets orders beyond one limit for some minutes, or revokes
// that. Checks what has to be true first.
import type { OverrideScope } from '../domain/events/index.js';
import { fail, type Fault, formatInstant, type Instant, SECOND } from '../domain/index.js';
import type { KernelSnapshot } from '../kernel/index.js';
import {
  findMostCap,
  findOwnCap,
  MAX_OVERRIDE_MINUTES,
  MAX_OVERRIDES,
  type Override,
  type RiskRule,
  RULES,
} from '../risk/index.js';
import { MIN_REASON } from './checks.js';
import type { BotControlParts, ControlledSession } from './control-parts.js';
import type { ControlRequest } from './messages.js';
import { countOverride } from './renewals.js';

type GrantRequest = Extract<ControlRequest, { readonly do: 'override' }>;
type RevokeRequest = Extract<ControlRequest, { readonly do: 'revoke' }>;
type Failure = { readonly ok: false; readonly fault: Fault };
type Facts = Pick<BotControlParts, 'bot' | 'instruments' | 'limits' | 'ports' | 'strategies'>;

/** Rule of the largest order size, units of the base currency. */
const ORDER_SIZE: readonly RiskRule[] = RULES.filter(({ id }) => id === 'RC04');
const MAX_NAME = 80;
const MAX_REASON = 500;

/** An override in force, for display. */
export interface OverrideLine extends Override {
  readonly endsAt: string;
  /** Session time, seconds. */
  readonly secondsLeft: number;
}

export function listOverrides(snapshot: KernelSnapshot, now: Instant): readonly OverrideLine[] {
  return (snapshot.gate.overrides ?? [])
    .map((one) => ({
      ...one,
      endsAt: formatInstant(one.until),
      secondsLeft: Math.ceil((one.until - now) / SECOND),
    }))
    .filter(({ secondsLeft }) => secondsLeft > 0);
}

export class OverrideCommands {
  readonly #facts: Facts;
  /** Overrides granted by this run. */
  #count = 0;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Fault codes `control.mode`, `control.words` and `control.override`. */
  obey(session: ControlledSession, request: GrantRequest | RevokeRequest): Failure | undefined {
    const fault = findTextFault(request);
    if (fault !== undefined) return fail('control.words', fault);
    if (request.do === 'revoke') return revoke(session, request);
    return this.#grant(session, request);
  }

  #grant(session: ControlledSession, request: GrantRequest): Failure | undefined {
    const { mode, snapshot } = session.inspect();
    if (mode !== 'ready') {
      return fail(
        'control.mode',
        `cannot override a limit: the bot is ${mode}: wait until it is ready`,
      );
    }
    const { bot, instruments, limits, ports, strategies } = this.#facts;
    const { by, cap, minutes, reason, rule } = request;
    const loosened = findRule(rule);
    if (typeof loosened === 'string') return fail('control.override', loosened);
    if (limits.rules[rule] === 'off') {
      return fail('control.override', `cannot override ${rule}: the limits switch it off`);
    }
    const scope = findScope(
      request.scope,
      instruments.map(({ symbol }) => symbol),
      strategies,
    );
    if (typeof scope === 'string') return fail('control.override', scope);
    const isMeant = ({ symbol }: { symbol: string }) =>
      scope.scope !== 'symbol' || symbol === scope.key;
    const classes = instruments.filter(isMeant).map((one) => one.class);
    const { accountCurrency } = limits;
    // A limit in units of the base currency cannot exceed the largest order size.
    const bounds = loosened.capIn === 'base' ? [loosened, ...ORDER_SIZE] : [loosened];
    const most = Math.min(...bounds.map((one) => findMostCap(one, classes, accountCurrency)));
    const wrong =
      findCapFault(cap, most, findOwnCap(loosened, limits.rules[rule], classes)) ??
      findMinutesFault(minutes) ??
      findRoomFault(snapshot.gate.overrides ?? []);
    if (wrong !== undefined) return fail('control.override', wrong);
    const what = `${rule} for ${[scope.scope, scope.key].join(' ').trim()}`;
    const spent = countOverride(ports.disk, bot.state.control, limits, what);
    if (spent !== undefined) return spent;
    this.#count += 1;
    const id = `O${String(bot.epoch)}-${String(this.#count)}`;
    session.take({ type: 'override', id, rule, ...scope, cap, minutes, by, reason });
    return undefined;
  }
}

function revoke(
  session: ControlledSession,
  { by, id, reason }: RevokeRequest,
): Failure | undefined {
  const ids = (session.inspect().snapshot.gate.overrides ?? []).map((one) => one.id);
  if (!ids.includes(id)) {
    const known = ids.length === 0 ? 'there is none' : ids.join(', ');
    return fail('control.override', `expected an override in force (${known}), found ${id}`);
  }
  session.take({ type: 'revoke', id, by, reason });
  return undefined;
}

/** The rule of this id, or why it cannot be overridden. */
function findRule(id: string): RiskRule | string {
  const rules: readonly RiskRule[] = RULES;
  const loosened = rules.filter(({ capIn }) => capIn !== undefined);
  const found = loosened.find((rule) => rule.id === id);
  if (found !== undefined) return found;
  const known = loosened.map((rule) => rule.id).join(', ');
  const why = 'only limits on amounts can be overridden, no halt, pause, rate or check of prices';
  return `expected one of ${known}, found ${id}: ${why}`;
}

function findScope(
  text: string,
  symbols: readonly string[],
  strategies: readonly string[],
): OverrideScope | string {
  if (text === 'all') return { scope: 'all', key: '' };
  const [, scope, key = ''] = /^(symbol|strategy):(.*)$/.exec(text) ?? [];
  if (scope === 'symbol' && symbols.includes(key)) return { scope, key };
  if (scope === 'strategy' && strategies.includes(key)) return { scope, key };
  const known = `symbol:${symbols.join('|')}, strategy:${strategies.join('|')}`;
  return `expected a scope (all, ${known}), found ${text}`;
}

/** `own` is the limit without an override. */
function findCapFault(cap: number, most: number, own: number): string | undefined {
  if (cap > own && cap <= most) return undefined;
  const limit = own === 0 ? '0' : `the limit in force, ${String(own)},`;
  const bound = most === Infinity ? '' : ` and at most ${String(most)}, whoever signs`;
  return `expected a cap above ${limit}${bound}, found ${String(cap)}`;
}

function findMinutesFault(minutes: number): string | undefined {
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_OVERRIDE_MINUTES)
    return undefined;
  return `expected 1 to ${String(MAX_OVERRIDE_MINUTES)} whole minutes, found ${String(minutes)}`;
}

function findRoomFault({ length }: readonly Override[]): string | undefined {
  if (length < MAX_OVERRIDES) return undefined;
  return `at most ${String(MAX_OVERRIDES)} overrides at once, found ${String(length)}: revoke one`;
}

/** Why the typed name or reason is not accepted, or undefined. */
function findTextFault({ by, reason }: { readonly by: string; readonly reason: string }) {
  if (by.trim() === '' || by.length > MAX_NAME) {
    return `expected a name of 1 to ${String(MAX_NAME)} characters, found ${String(by.length)}`;
  }
  if (reason.trim().length < MIN_REASON || reason.length > MAX_REASON) {
    const most = `${String(MIN_REASON)} to ${String(MAX_REASON)} characters`;
    return `expected a reason of ${most}, found ${String(reason.trim().length)}`;
  }
  // Both appear unescaped in journals, terminals and reports.
  const isPlain = [by, reason].every((text) => !/\p{C}|\p{Zl}|\p{Zp}/u.test(text));
  return isPlain ? undefined : 'expected a name and a reason without control characters';
}
