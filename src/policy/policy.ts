// A compiled policy: rules with sorted actions, steps and controls, as the engine uses them.
import type { Halt } from '../domain/events/index.js';
import type { Micros } from '../domain/index.js';
import type { CallGroup, TransportOutcome } from '../domain/venue/index.js';
import { findCallControl, findReasonControl, findStatusControl } from './controls.js';
import { toGroups } from './match.js';
import type {
  ActionEntry,
  HttpEntry,
  PolicyFile,
  ReasonEntry,
  StepEntry,
  TransportEntry,
} from './schema.js';
import {
  type ActionSpec,
  ACTION_ORDER,
  type OUTCOME_NAMES,
  COUNT_SCOPES,
  type PauseScope,
  type OutcomeClass,
  type RejectCode,
  type RULE_CONDITIONS,
  type StatusState,
  type StepCondition,
} from './vocabulary.js';

export interface EscalationStep {
  /** Unique within the policy. */
  readonly id: string;
  /** Number of hits within `span`; 0 without a count. */
  readonly count: number;
  readonly span: Micros;
  /** The state must last this long; 0 means at once. */
  readonly after: Micros;
  readonly when: StepCondition | undefined;
  readonly per: PauseScope;
  /** Counts equal codes. */
  readonly same: boolean;
  readonly actions: readonly ActionSpec[];
}

export interface Rule {
  /** `http 502, 503, 504`, `reasons RequestValidationError.amount`. */
  readonly name: string;
  readonly path: readonly (string | number)[];
  /** Control of the rule, e.g. `RC39`. */
  readonly control: string;
  readonly actions: readonly ActionSpec[];
  readonly steps: readonly EscalationStep[];
  /** A hit has no action and is not counted. */
  readonly isQuiet: boolean;
  /** Shortest `after` of its steps without `when`; 0 without one. */
  readonly firstAfter: Micros;
}

export interface HttpRule extends Rule {
  readonly words: readonly string[];
  readonly groups: ReadonlySet<CallGroup>;
  readonly when: (typeof RULE_CONDITIONS)[number] | undefined;
  readonly class: (typeof OUTCOME_NAMES)[number];
  readonly again: boolean;
}

export interface TransportRule extends Rule {
  readonly outcomes: ReadonlySet<TransportOutcome>;
  readonly groups: ReadonlySet<CallGroup>;
  readonly when: (typeof RULE_CONDITIONS)[number] | undefined;
  readonly class: OutcomeClass;
}

export interface ReasonRule extends Rule {
  readonly class: OutcomeClass;
  readonly resent: ReasonRule | undefined;
}

export interface StatusRule extends Rule {
  readonly word: string;
  readonly state: StatusState;
  /** True when `reason` is looked up in the reasons. */
  readonly readsReason: boolean;
}

export interface RfsRule extends Rule {
  readonly state: PolicyFile['rfsEvents'][string]['state'];
}

export interface Policy {
  readonly name: string;
  /** Hash of the policy's text; refusals name it. */
  readonly version: string;
  /** Own orders are not cancelled after a serious error (`freeze`). */
  readonly freezes: boolean;
  /** In lower case. */
  readonly seriousTexts: readonly string[];
  readonly codeFields: readonly string[];
  readonly tries: PolicyFile['tries'];
  readonly serious: Rule;
  readonly http: readonly HttpRule[];
  readonly transport: readonly TransportRule[];
  readonly reasons: ReadonlyMap<string, ReasonRule>;
  /** By status and alias. */
  readonly statuses: ReadonlyMap<string, StatusRule>;
  readonly unknownStatus: StatusRule;
  readonly rfsEvents: ReadonlyMap<string, RfsRule>;
  readonly unknowns: readonly EscalationStep[];
  readonly bursts: readonly EscalationStep[];
}

/**
 * True when a serious error halted everything and the policy freezes own orders until an operator
 * halts as well.
 */
export function keepsOrdersOnHalt(
  { freezes }: Pick<Policy, 'freezes'>,
  { all, isByHand }: { readonly all: Halt | undefined; readonly isByHand: boolean },
): boolean {
  return freezes && all?.rule === 'RC52' && !isByHand;
}

/** Compiles a checked policy file; `version` is the hash of its text. */
export function compilePolicy(file: PolicyFile, version: string): Policy {
  const statuses = toStatuses(file.statuses);
  const unknownStatus = statuses.get('unknown');
  // unreached: K1 sees to it at load
  if (unknownStatus === undefined) throw new RangeError('K1 was not checked');
  const { reasons, rfsEvents } = file;
  return {
    name: file.name,
    version,
    freezes: file.onSeriousError === 'freeze',
    seriousTexts: file.text.serious.map((text) => text.toLowerCase()),
    codeFields: file.text.codeFields,
    tries: file.tries,
    serious: toRule(['serious'], 'serious text', 'RC52', file.serious),
    http: file.http.map(toHttpRule),
    transport: file.transport.map(toTransportRule),
    reasons: new Map(Object.entries(reasons).map(([key, entry]) => [key, toReason(key, entry)])),
    statuses,
    unknownStatus,
    rfsEvents: new Map(
      Object.entries(rfsEvents).map(([word, entry]) => {
        const rule = toRule(['rfsEvents', word], `rfs ${word}`, 'RC39', entry);
        return [word, { ...rule, state: entry.state }];
      }),
    ),
    unknowns: file.unknowns.map((entry, index) => toStep(`unknowns.${String(index)}`, entry)),
    bursts: file.bursts.map((entry, index) => toStep(`bursts.${String(index)}`, entry)),
  };
}

function toStatuses(entries: PolicyFile['statuses']): ReadonlyMap<string, StatusRule> {
  const statuses = new Map<string, StatusRule>();
  for (const [word, entry] of Object.entries(entries)) {
    const rule = {
      ...toRule(['statuses', word], `status ${word}`, findStatusControl(word), entry),
      word,
      state: entry.state,
      readsReason: entry.reasons === true,
    };
    for (const name of [word, ...(entry.aliases ?? [])]) statuses.set(name, rule);
  }
  return statuses;
}

function toHttpRule(entry: HttpEntry, index: number): HttpRule {
  const { calls, when, again } = entry;
  const statuses = [entry.status].flat();
  const control = findCallControl(calls, entry.class, statuses);
  return {
    ...toRule(['http', index], `http ${statuses.join(', ')}`, control, entry),
    words: statuses,
    groups: toGroups(calls),
    when,
    class: entry.class,
    again: again !== undefined,
  };
}

function toTransportRule(entry: TransportEntry, index: number): TransportRule {
  const { calls, when, outcome } = entry;
  const isOther = outcome.includes('echo-differs');
  const control = isOther ? 'RC52' : findCallControl(calls, entry.class);
  return {
    ...toRule(['transport', index], `transport ${outcome.join(', ')}`, control, entry),
    outcomes: new Set(outcome),
    groups: toGroups(calls),
    when,
    class: entry.class,
  };
}

function toReason(key: string, entry: ReasonEntry): ReasonRule {
  const name = `reason ${key}`;
  const control = findReasonControl(key);
  const path = ['reasons', key];
  const { resent } = entry;
  const rule = toRule(path, name, control, entry);
  if (resent === undefined) return { ...rule, class: entry.class, resent: undefined };
  const again = toRule([...path, 'resent'], `${name}, sent before`, control, resent);
  return {
    ...rule,
    class: entry.class,
    resent: { ...again, class: resent.class, resent: undefined },
  };
}

function toRule(
  path: Rule['path'],
  name: string,
  control: string,
  entry: {
    readonly do?: readonly ActionEntry[] | undefined;
    readonly steps?: readonly StepEntry[] | undefined;
  },
): Rule {
  const actions = toActions(entry.do ?? []);
  const steps = (entry.steps ?? []).map((step, index) => {
    return toStep(`${path.join('.')}.steps.${String(index)}`, step);
  });
  const afters = steps.filter(({ after, when }) => after > 0 && when === undefined);
  return {
    name,
    path,
    control,
    actions,
    steps,
    isQuiet: actions.length === 0 && steps.length === 0,
    firstAfter: afters.length === 0 ? 0 : Math.min(...afters.map(({ after }) => after)),
  };
}

interface AnyStep {
  readonly count?: number;
  readonly in?: number;
  readonly after?: number;
  readonly when?: StepCondition | undefined;
  readonly per?: PauseScope | undefined;
  readonly same?: 'code' | undefined;
  readonly do: readonly ActionEntry[];
}

function toStep(id: string, entry: AnyStep): EscalationStep {
  const actions = toActions(entry.do);
  const span = entry.in ?? entry.after ?? 0;
  return {
    id,
    count: entry.count ?? 0,
    span,
    after: entry.after ?? 0,
    when: entry.when,
    per: entry.per ?? findScope(actions),
    same: entry.same !== undefined,
    actions,
  };
}

/** Default scope that a step counts by: that of its first pause or halt. */
function findScope(actions: readonly ActionSpec[]): PauseScope {
  const first = actions.find((one) => one.do === 'pause' || one.do === 'halt');
  return COUNT_SCOPES.find((scope) => first !== undefined && scope === first.scope) ?? 'all';
}

function toActions(entries: readonly ActionEntry[]): readonly ActionSpec[] {
  return entries
    .map(toAction)
    .sort((a, b) => ACTION_ORDER.indexOf(a.do) - ACTION_ORDER.indexOf(b.do));
}

function toAction(entry: ActionEntry): ActionSpec {
  if ('reject' in entry) return { do: 'reject', code: entry.reject };
  if ('refresh' in entry) return { do: 'refresh', what: entry.refresh };
  if ('throttle' in entry) return { do: 'throttle', share: entry.throttle, span: entry.for };
  if ('pause' in entry) {
    return { do: 'pause', scope: entry.pause, end: 'for' in entry ? entry.for : entry.until };
  }
  if ('halt' in entry) return { do: 'halt', scope: entry.halt };
  if ('cancel' in entry) return { do: 'cancel', scope: entry.cancel };
  if ('probe' in entry) return { do: 'probe', what: entry.probe };
  return { do: 'alert', level: entry.alert };
}

/** Reject code for the strategy in a list of actions; empty without one. */
export function findReject(actions: readonly ActionSpec[]): RejectCode | '' {
  const [first] = actions;
  return first?.do === 'reject' ? first.code : '';
}
