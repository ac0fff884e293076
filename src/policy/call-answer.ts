// Describes a finished call of an operator for the policy: its group, its scope, and what it
// created at the venue.
import type { Instant } from '../domain/index.js';
import type { CallGroup } from '../domain/venue/index.js';
import type { Route } from '../protocol/index.js';
import type { CallOutcome, CallScope } from './verdict.js';

type Input = Readonly<Record<string, unknown>>;

/** Fields by which the caller names what a call creates at the venue. */
const NAMES: Partial<Record<Route['id'], string>> = {
  bookTrade: 'clientRequestId',
  withdraw: 'clientWithdrawId',
};

export function findNameField(id: Route['id']): string | undefined {
  return NAMES[id];
}

/** Call and name of what it creates; undefined for a call that creates nothing. */
export function toMade(
  { id }: Pick<Route, 'id'>,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const key = findNameField(id);
  const name = key === undefined ? undefined : input[key];
  return typeof name === 'string' ? `${id} ${name}` : undefined;
}

/** The outcome of a call, as the journal keeps it for later calls. */
export interface CallAnswer {
  readonly at: Instant;
  readonly facts: CallOutcome;
  readonly scope: CallScope;
  /** `bookTrade NAME` for a call that creates something; the name is the caller's. */
  readonly made?: string;
}

/** Strategy name of calls by an operator, where a bot has strategies. */
export const OPERATOR = 'operator';
export function toCallGroup({ area, id, kind }: Route): CallGroup {
  switch (kind) {
    case 'login':
      return id === 'renewToken' ? 'renew' : 'login';
    case 'read':
      return FINDING.has(area) || id === 'withdrawHistory' ? 'find' : 'data';
    case 'consume':
      return 'stp';
    case 'place':
    case 'cancel':
      return kind;
    case 'quote':
      return QUOTE_GROUPS[id] ?? 'rfs';
    case 'desk':
      return area === 'stp' ? 'stp' : 'desk';
    case 'custody':
      return 'desk';
  }
}

const FINDING: ReadonlySet<string> = new Set(['orders', 'trades', 'rfs']);
const QUOTE_GROUPS: Readonly<Record<string, CallGroup>> = {
  acceptQuote: 'accept',
  withdrawRfs: 'cancel',
};

/** Scope of a call; a call by an operator has the strategy `operator`. */
export function toCallScope(input: Input): CallScope {
  const [type, timeInForce] = [readWord(input['type']), readWord(input['timeInForce'])];
  return {
    strategy: OPERATOR,
    symbol: readWord(input['symbol']),
    type: type === '' ? '' : `${type}/${timeInForce}`,
    coId: readWord(input['coId']),
  };
}

function readWord(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
