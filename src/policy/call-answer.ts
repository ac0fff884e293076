// How a single call ended, as the policy judges it: its group, its scope, what it made.
import type { CallGroup, Instant } from '../domain/index.js';
import type { Route } from '../protocol/index.js';
import type { CallOutcome, CallScope } from './verdict.js';

type Input = Readonly<Record<string, unknown>>;

/** What makes something new at the venue, and the caller's name for it. */
const NAMES: Partial<Record<Route['id'], string>> = {
  bookTrade: 'clientRequestId',
  withdraw: 'clientWithdrawId',
};

export function findNameField(id: Route['id']): string | undefined {
  return NAMES[id];
}

/** The call with the name of what it makes; undefined of one that makes nothing new. */
export function toMade(
  { id }: Pick<Route, 'id'>,
  input: Readonly<Record<string, unknown>>,
): string | undefined {
  const key = findNameField(id);
  const name = key === undefined ? undefined : input[key];
  return typeof name === 'string' ? `${id} ${name}` : undefined;
}

/** How a call ended, as the journal keeps it for the calls that follow. */
export interface CallAnswer {
  readonly at: Instant;
  readonly facts: CallOutcome;
  readonly scope: CallScope;
  /** `bookTrade NAME`: of a call that makes something new, found by the caller's name for it. */
  readonly made?: string;
}

/** Whom calls by hand belong to, where a bot has strategies. */
export const OPERATOR = 'operator';
/** The policy's group of a call. */
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

/** What a call is about; of one by hand the strategy is the operator. */
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
