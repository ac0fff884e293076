// Applies the policy to manual calls: each result together with those of earlier calls.
import type { Alert, Halt } from '../domain/events/index.js';
import { formatInstant, type Instant } from '../domain/index.js';
import {
  type CallAnswer,
  type CallOutcome,
  type CallScope,
  type PolicyAction,
  OPERATOR,
  type Policy,
  type OutcomeClass,
  PolicyEngine,
} from '../policy/index.js';

export interface CallVerdict {
  readonly class: OutcomeClass;
  /** Halts to be latched until an operator resumes. */
  readonly halts: readonly Halt[];
  /** Own orders have to be cancelled, whoever placed them. */
  readonly cancels: boolean;
  readonly alerts: readonly Alert[];
}

export interface CallPolicySetup {
  readonly policy: Policy;
  readonly login: 'token' | 'hmac';
  readonly seriousWords: readonly string[];
  /** Results of earlier calls, oldest first. */
  readonly before: readonly CallAnswer[];
  /** Only serious errors halt: the venue's other responses are what the probe is for. */
  readonly isProbe: boolean;
}

/** Control of serious errors. */
const SERIOUS = 'RC52';

interface TimedPause {
  readonly policyAction: PolicyAction;
  readonly until: Instant;
}

export class CallPolicy {
  readonly #engine: PolicyEngine;
  readonly #setup: CallPolicySetup;
  readonly #pauses: readonly TimedPause[];
  #late: (() => void)[] = [];
  #lateActions: PolicyAction[] = [];

  constructor(setup: CallPolicySetup) {
    this.#setup = setup;
    this.#engine = new PolicyEngine(setup, {
      at: (_, action) => {
        this.#late.push(action);
        return { cancel: () => undefined };
      },
      applyActions: (actions) => this.#lateActions.push(...actions),
    });
    const before = setup.isProbe ? [] : setup.before;
    this.#pauses = before.flatMap((answer) => {
      return this.#take(answer).actions.flatMap((policyAction) => toPause(policyAction, answer.at));
    });
  }

  /** The pause that covers a call, as a refusal. */
  findPause(at: Instant, scope: CallScope) {
    const found = this.#pauses.find(
      ({ policyAction, until }) => at < until && isUnder(policyAction, scope),
    );
    if (found === undefined) return undefined;
    const { control, reason } = found.policyAction;
    return { rule: control, message: `paused until ${formatInstant(found.until)}: ${reason}` };
  }

  /** Result of a call; a coId of an earlier call counts as resent. */
  toAnswer(at: Instant, facts: CallOutcome, scope: CallScope): CallAnswer {
    const isSent = ({ scope: { coId } }: CallAnswer) => coId === scope.coId;
    const resent = facts.group === 'place' && this.#setup.before.some(isSent);
    return { at, scope, facts: resent ? { ...facts, resent } : facts };
  }

  evaluate(answer: CallAnswer): CallVerdict {
    const { class: found, actions } = this.#take(answer);
    const { isProbe } = this.#setup;
    const obeyed = actions.filter(({ control }) => !isProbe || control === SERIOUS);
    // The first halt of each scope.
    const halts = new Map<string, Halt>();
    for (const halt of obeyed.flatMap((policyAction) => toHalt(policyAction, answer.at))) {
      const place = `${halt.scope} ${halt.symbol ?? ''}`;
      if (!halts.has(place)) halts.set(place, halt);
    }
    return {
      class: found,
      halts: [...halts.values()],
      cancels: obeyed.some(({ action }) => action.do === 'cancel' && action.scope === 'all'),
      alerts: actions.flatMap((policyAction) => toAlert(policyAction, answer.at)),
    };
  }

  /** Applies delayed actions at once: nobody monitors an unknown outcome after its call. */
  #take({ at, facts, scope }: CallAnswer): Pick<CallVerdict, 'class'> & {
    readonly actions: readonly PolicyAction[];
  } {
    const end = { isOpen: false };
    const verdict = this.#engine.answer(at, facts, scope, () => end.isOpen);
    end.isOpen = verdict.class === 'unknown';
    for (const late of this.#late.splice(0)) late();
    return { class: verdict.class, actions: [...verdict.actions, ...this.#lateActions.splice(0)] };
  }
}

/** A pause with an end condition ends with its call, since nobody would notice the condition. */
function toPause(policyAction: PolicyAction, at: Instant): readonly TimedPause[] {
  const { action } = policyAction;
  if (action.do !== 'pause' || typeof action.end !== 'number') return [];
  return [{ policyAction, until: at + action.end }];
}

function isUnder({ action, scope }: PolicyAction, asked: CallScope): boolean {
  if (action.do !== 'pause' || action.scope === 'all') return true;
  const key = scope[action.scope];
  return key === '' || key === asked[action.scope];
}

/** A pause until resume becomes a halt, since no bot runs that could keep a pause. */
function toHalt(
  { action, control: rule, reason, scope }: PolicyAction,
  at: Instant,
): readonly Halt[] {
  const isPause = action.do === 'pause' && action.end === 'resume';
  if (action.do !== 'halt' && !isPause) return [];
  const place = { at, rule, reason } as const;
  const { symbol } = scope;
  if (action.scope === 'symbol' && symbol !== '') {
    return [{ ...place, scope: 'symbol', strategy: '', symbol }];
  }
  const isAll = action.scope === 'all' || action.scope === 'symbol';
  return [
    isAll
      ? { ...place, scope: 'all', strategy: '' }
      : { ...place, scope: 'strategy', strategy: OPERATOR },
  ];
}

function toAlert({ action, control: rule, reason: text, scope }: PolicyAction, at: Instant) {
  if (action.do !== 'alert') return [];
  const { strategy, symbol } = scope;
  return [{ at, level: action.level, rule, strategy, symbol, text }];
}
