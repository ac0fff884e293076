// Checks that make a policy safe to load: K2 to K10 here, K1 in coverage.ts.
import { isTerminalStatus } from '../domain/orders/index.js';
import {
  CALL_GROUPS,
  type CallGroup,
  NOT_SENT_OUTCOMES,
  REASON_PREFIX,
  TRANSPORT_OUTCOMES,
} from '../domain/venue/index.js';
import { type CheckProblem, checkCoverage } from './coverage.js';
import { toGroups } from './match.js';
import type { ActionEntry, PolicyFile, StepEntry, TransportEntry } from './schema.js';
import { expandHttp, listMatches, type Match } from './http-table.js';
import { GROUP_SETS, type StatusState } from './vocabulary.js';

type Check = (file: PolicyFile, matches: readonly Match[]) => Generator<CheckProblem>;

/** Codes that our own checks should have prevented: such a rejection proves a defect. */
const ESCAPES = [
  'CoIdNotSpecified',
  'TypeNotSpecified',
  'TIFNotSpecified',
  'SideNotSpecified',
  'CurrencyNotSpecified',
  'InvalidDealtCcy',
  'SymbolNotSpecified',
  'SizeNotSpecified',
  'BuySellMismatch',
  'LegalEntitySetIncorrectly',
];
const HALTS_ALL = ['CoIdNotSpecified', 'SideNotSpecified', 'LegalEntitySetIncorrectly'];
/** After this status polls of data stop until an operator resumes. */
const BAD_REQUEST = 400;
/** Server errors that are known to be temporary. */
const PASSING = [502, 503, 504];
const ONCE_ONLY = ['place', 'rfs', 'accept', 'desk', 'stp'] as const;
const AGAIN_CALLS: readonly CallGroup[] = ['place', 'cancel', 'find', 'data'];
const REJECTABLE: readonly CallGroup[] = ['place', 'rfs', 'accept'];

/** All faults of a policy, in the order of the checks. */
export function checkPolicy(file: PolicyFile): readonly CheckProblem[] {
  const table = expandHttp(file.http);
  const matches = listMatches(file.http, table);
  const checks = [checkSerious, checkUnclear, checkNotFound, checkCodes, checkTries];
  return [
    ...checkCoverage(file, table),
    ...[...checks, checkWords, checkRejects, checkResting].flatMap((check) => [
      ...check(file, matches),
    ]),
  ];
}

/** K2: a serious error halts everything, pages, and cancels unless the policy freezes orders. */
const checkSerious: Check = function* ({ serious, onSeriousError }, matches) {
  const lacks = (actions: readonly ActionEntry[] | undefined) => {
    const missing = [
      ...(hasHalt(actions, ['all']) ? [] : ['halt: all']),
      ...(actions?.some((one) => 'alert' in one && one.alert === 'page') ? [] : ['alert: page']),
      ...(onSeriousError === 'freeze' ||
      actions?.some((one) => 'cancel' in one && one.cancel === 'all')
        ? []
        : ['cancel: all']),
    ];
    return missing.length === 0 ? undefined : missing.join(', ');
  };
  const missing = lacks(serious.do);
  if (missing !== undefined) yield toSerious(['serious'], 'a serious text', missing);
  const seen = new Set<number>();
  for (const { index, status, group, rule } of matches) {
    if (status < 500 || PASSING.includes(status) || seen.has(index)) continue;
    seen.add(index);
    const short = lacks(rule.do);
    if (short !== undefined) {
      yield toSerious(['http', index], `status ${String(status)} of ${group}`, short);
    }
  }
};

function toSerious(path: CheckProblem['path'], what: string, missing: string): CheckProblem {
  const message = `expected ${what} to halt and cancel everything, found no ${missing}`;
  return { check: 'K2', path, message };
}

/** K3: the outcome of a request that may have arrived is unknown. */
const checkUnclear: Check = function* ({ transport }, matches) {
  const writes: readonly CallGroup[] = GROUP_SETS.write;
  for (const { index, status, group, rule } of matches) {
    if (!PASSING.includes(status) || !writes.includes(group) || rule.class === 'unknown') continue;
    yield toUnclear(['http', index], `status ${String(status)} of ${group}`, rule.class);
    break;
  }
  const reported = new Set<TransportEntry>();
  for (const outcome of TRANSPORT_OUTCOMES.filter((one) => !NOT_SENT_OUTCOMES.has(one))) {
    for (const group of CALL_GROUPS) {
      const rule = transport.find(
        (one) => one.outcome.includes(outcome) && toGroups(one.calls).has(group),
      );
      const isRead = !writes.includes(group) && rule?.class === 'failed';
      if (rule === undefined || rule.class === 'unknown' || isRead || reported.has(rule)) continue;
      reported.add(rule);
      const path = ['transport', transport.indexOf(rule)];
      yield toUnclear(path, `${outcome} of ${group}`, rule.class);
    }
  }
};

function toUnclear(path: CheckProblem['path'], what: string, found: string): CheckProblem {
  return { check: 'K3', path, message: `expected ${what} to be \`unknown\`, found \`${found}\`` };
}

/** K4: "not found" is never a rejection. */
const checkNotFound: Check = function* (_, matches) {
  const reported = new Set<number>();
  for (const { index, status, group, rule } of matches) {
    if (status !== 404 || reported.has(index)) continue;
    const isFind = group === 'find' && rule.class !== 'empty' && rule.class !== 'failed';
    if (rule.class !== 'rejected' && !isFind) continue;
    reported.add(index);
    const expected = group === 'find' ? '`empty` or `failed`' : 'another class than `rejected`';
    const message = `expected ${expected} for 404 of ${group}, found \`${rule.class}\``;
    yield { check: 'K4', path: ['http', index], message };
  }
};

/** K5 and K6: actions that single codes require. */
const checkCodes: Check = function* ({ reasons }) {
  const duplicate = reasons[`${REASON_PREFIX}DuplicateOrder`];
  const path = ['reasons', `${REASON_PREFIX}DuplicateOrder`];
  if (duplicate !== undefined) {
    const { class: found, resent } = duplicate;
    if (found !== 'duplicate' || (resent !== undefined && resent.class !== 'duplicate')) {
      const message = `expected the class \`duplicate\`, found \`${resent?.class ?? found}\``;
      yield { check: 'K5', path, message };
    }
    if (!hasHalt(duplicate.do, ['all'])) {
      const message = 'expected a first attempt to halt all, found no `halt: all`';
      yield { check: 'K5', path, message };
    }
  }
  for (const code of ESCAPES) {
    const key = `${REASON_PREFIX}${code}`;
    const rule = reasons[key];
    if (rule === undefined) continue;
    const scopes = HALTS_ALL.includes(code) ? ['all'] : ['all', 'strategy'];
    if (hasHalt(rule.do, scopes)) continue;
    // unreached: none of the lists is empty
    const message = `expected \`halt: ${scopes.at(-1) ?? ''}\` at least, found none`;
    yield { check: 'K6', path: ['reasons', key], message };
  }
};

/** K7: a call that is not known to be safe to repeat is sent once. */
const checkTries: Check = function* ({ tries, http }) {
  for (const group of ONCE_ONLY) {
    const found = tries[group];
    const most = typeof found === 'number' ? found : found.max;
    if (most === 1) continue;
    const message = `expected 1, since this call is never repeated by code, found ${String(most)}`;
    yield { check: 'K7', path: ['tries', group], message };
  }
  for (const [index, { again, status, calls }] of http.entries()) {
    if (again === undefined) continue;
    const strange = [...toGroups(calls)].filter((group) => !AGAIN_CALLS.includes(group));
    const is401 = [status].flat().every((one) => one === '401');
    if (strange.length === 0 && is401) continue;
    const found = is401 ? strange.join(', ') : `status ${[status].flat().join(', ')}`;
    const message = `expected \`again\` only on 401 of ${AGAIN_CALLS.join(', ')}, found ${found}`;
    yield { check: 'K7', path: ['http', index, 'again'], message };
  }
};

/** K8: an unknown status ends no order; a failure with an unlisted reason halts everything. */
const checkWords: Check = function* ({ statuses }) {
  const { unknown, FAILED: failed } = statuses;
  const state: StatusState | undefined = unknown?.state;
  if (state !== undefined && isTerminalStatus(state)) {
    const message = `expected \`unknown\` to map to a live state, found ${state}: it may fill`;
    yield { check: 'K8', path: ['statuses', 'unknown'], message };
  }
  if (failed === undefined) return;
  const isStopped = failed.steps?.some(
    (step) => isPlainWhen(step, 'unlisted-reason') && hasHalt(step.do, ['all']),
  );
  if (isStopped === true) return;
  const message =
    'expected a step `when: unlisted-reason` with `halt: all` and no `after`, found none';
  yield { check: 'K8', path: ['statuses', 'FAILED'], message };
};

function isPlainWhen(step: StepEntry, when: string): boolean {
  return 'when' in step && step.when === when && !('after' in step);
}

/** K9: a rejection has a reject code for the strategy. */
const checkRejects: Check = function* ({ http, transport, reasons }) {
  for (const [list, rules] of [
    ['http', http],
    ['transport', transport],
  ] as const) {
    for (const [index, rule] of rules.entries()) {
      const isTold = REJECTABLE.some((group) => toGroups(rule.calls).has(group));
      if (isTold) yield* findMissingReject([list, index], rule.class, rule.do);
    }
  }
  for (const [key, rule] of Object.entries(reasons)) {
    yield* findMissingReject(['reasons', key], rule.class, rule.do);
    if (rule.resent !== undefined) {
      yield* findMissingReject(['reasons', key, 'resent'], rule.resent.class, rule.resent.do);
    }
  }
};

function* findMissingReject(
  path: CheckProblem['path'],
  found: string,
  actions: readonly ActionEntry[] | undefined,
): Generator<CheckProblem> {
  if (found !== 'rejected' && found !== 'weak') return;
  if (actions?.some((one) => 'reject' in one) === true) return;
  const message = `expected a \`reject\` beside the class \`${found}\`, found none`;
  yield { check: 'K9', path, message };
}

/** K10: a poll that stops after a 400 needs a visible pause that only an operator ends. */
const checkResting: Check = function* (_, matches) {
  const reported = new Set<number>();
  for (const { index, status, group, rule } of matches) {
    if (status !== BAD_REQUEST || group !== 'data' || reported.has(index)) continue;
    reported.add(index);
    if (hasHalt(rule.do, ['all']) || rule.do?.some(isHold) === true) continue;
    const message =
      'expected `{pause: symbol, until: resume}` for status 400 of data, found no such pause';
    yield { check: 'K10', path: ['http', index], message };
  }
};

function isHold(action: ActionEntry): boolean {
  if (!('pause' in action && 'until' in action) || action.until !== 'resume') return false;
  return action.pause === 'symbol' || action.pause === 'all';
}

function hasHalt(actions: readonly ActionEntry[] | undefined, scopes: readonly string[]): boolean {
  return actions?.some((one) => 'halt' in one && scopes.includes(one.halt)) === true;
}
