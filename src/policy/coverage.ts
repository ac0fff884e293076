// Check K1 of a policy: every possible outcome has a rule, and every rule can be reached.
import { ORDER_STATUSES } from '../domain/orders/index.js';
import { RFS_EVENTS } from '../domain/quotes/index.js';
import { CALL_GROUPS, TRANSPORT_OUTCOMES } from '../domain/venue/index.js';
import { CONTEXTS, isCallMatch } from './match.js';
import type { PolicyFile } from './schema.js';
import type { HttpTable } from './http-table.js';
import { ALL_REASONS, REASON_KEYS } from './vocabulary.js';

export interface CheckProblem {
  /** `K1` to `K10`. */
  readonly check: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function checkCoverage(file: PolicyFile, table: HttpTable): readonly CheckProblem[] {
  return [...checkHttp(file, table), ...checkTransport(file), ...checkMaps(file)];
}

/** K1: every status of every call group has a rule, and every rule answers one. */
function* checkHttp({ http }: PolicyFile, table: HttpTable): Generator<CheckProblem> {
  const used = new Set<number>();
  for (const { group, status, index } of table) {
    used.add(index);
    if (index >= 0) continue;
    const found = `found none for status ${String(status)} of ${group}`;
    yield { check: 'K1', path: ['http'], message: `expected a rule for each status, ${found}` };
    return;
  }
  yield* findUnused('http', http.length, used);
}

/** K1: the same for transport outcomes. */
function* checkTransport({ transport }: PolicyFile): Generator<CheckProblem> {
  const used = new Set<number>();
  for (const group of CALL_GROUPS) {
    for (const outcome of TRANSPORT_OUTCOMES) {
      for (const context of CONTEXTS) {
        const index = transport.findIndex(
          (rule) => rule.outcome.includes(outcome) && isCallMatch(rule, group, context),
        );
        if (index >= 0) {
          used.add(index);
          continue;
        }
        const message = `expected a rule for each outcome, found none for ${outcome} of ${group}`;
        yield { check: 'K1', path: ['transport'], message };
        return;
      }
    }
  }
  yield* findUnused('transport', transport.length, used);
}

function* findUnused(
  list: string,
  length: number,
  used: ReadonlySet<number>,
): Generator<CheckProblem> {
  for (let index = 0; index < length; index++) {
    if (used.has(index)) continue;
    const message =
      'expected a rule that some call reaches, found every case covered by rules above';
    yield { check: 'K1', path: [list, index], message };
  }
}

/** K1: every code, status and event has a key, and every key is possible. */
function* checkMaps({ reasons, statuses, rfsEvents }: PolicyFile): Generator<CheckProblem> {
  yield* findMissing('reasons', reasons, [...ALL_REASONS, ...REASON_KEYS]);
  yield* findMissing('statuses', statuses, [...ORDER_STATUSES, 'unknown']);
  yield* findMissing('rfsEvents', rfsEvents, [...RFS_EVENTS, 'unknown']);
  yield* findStrange('rfsEvents', rfsEvents, [...RFS_EVENTS, 'unknown']);
  const known = new Map(Object.keys(statuses).map((key) => [key, key]));
  for (const [key, { aliases = [] }] of Object.entries(statuses)) {
    for (const [index, alias] of aliases.entries()) {
      const taken = known.get(alias);
      if (taken !== undefined) {
        const message = `expected an unused alias, found \`${alias}\`, which stands for ${taken}`;
        yield { check: 'K1', path: ['statuses', key, 'aliases', index], message };
      }
      known.set(alias, key);
    }
  }
}

function* findMissing(
  map: string,
  rules: object,
  expected: readonly string[],
): Generator<CheckProblem> {
  const missing = expected.filter((key) => !Object.hasOwn(rules, key));
  if (missing.length === 0) return;
  const message = `expected a rule for each key, found none for ${missing.join(', ')}`;
  yield { check: 'K1', path: [map], message };
}

function* findStrange(
  map: string,
  rules: object,
  known: readonly string[],
): Generator<CheckProblem> {
  for (const key of Object.keys(rules).filter((one) => !known.includes(one))) {
    const message = `expected one of ${known.join(', ')}, found \`${key}\``;
    yield { check: 'K1', path: [map, key], message };
  }
}
