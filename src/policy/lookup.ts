// Finds the rule of a policy for a call, a reason or a text.
import { SUBMIT_OUTCOMES, type SubmitOutcome } from '../domain/events/index.js';
import type { CallGroup, ReasonCodeKind, TransportOutcome } from '../domain/venue/index.js';
import { type CallContext, findReasonKey, isContextOf, isStatusOf } from './match.js';
import type { CallOutcome } from './verdict.js';
import type { HttpRule, Policy, ReasonRule, StatusRule, TransportRule } from './policy.js';
import type { OutcomeClass } from './vocabulary.js';

export function findHttpRule(
  policy: Policy,
  group: CallGroup,
  status: number,
  context: CallContext,
): HttpRule {
  for (const rule of policy.http) {
    if (!rule.groups.has(group) || !isContextOf(rule.when, context)) continue;
    for (const word of rule.words) if (isStatusOf(word, status)) return rule;
  }
  throw new RangeError(`K1 was not checked: status ${String(status)} of ${group}`);
}

export function findTransportRule(
  policy: Policy,
  group: CallGroup,
  outcome: TransportOutcome,
  context: CallContext,
): TransportRule {
  for (const rule of policy.transport) {
    const fits = rule.outcomes.has(outcome) && rule.groups.has(group);
    if (fits && isContextOf(rule.when, context)) return rule;
  }
  throw new RangeError(`K1 was not checked: ${outcome} of ${group}`);
}

/** The rule of a reason code; its `resent` rule if this coId was sent before. */
export function findReason(
  policy: Policy,
  facts: {
    readonly code: string;
    readonly codeKind?: ReasonCodeKind | undefined;
    readonly resent?: boolean | undefined;
  },
): ReasonRule {
  const rule = policy.reasons.get(findReasonKey(policy.reasons, facts.code, facts.codeKind));
  // unreached: K1 sees to it at load
  if (rule === undefined) throw new RangeError(`K1 was not checked: reason ${facts.code}`);
  return facts.resent === true ? (rule.resent ?? rule) : rule;
}

/** True when a text of the venue reports a serious error. */
export function isSerious({ seriousTexts }: Policy, text: string): boolean {
  const lower = text.toLowerCase();
  return seriousTexts.some((one) => lower.includes(one));
}

/**
 * The rule for a finished call. A server error counts by its status even when its body broke off; a
 * call without status and transport outcome broke the protocol.
 */
export function findCallRule(
  policy: Policy,
  login: CallContext['login'],
  { group, status, transport, isResend }: CallOutcome,
): HttpRule | TransportRule {
  const context = { login, isResend: isResend === true };
  if (status >= 500 || (transport === undefined && status > 0)) {
    return findHttpRule(policy, group, status, context);
  }
  return findTransportRule(policy, group, transport ?? 'protocol', context);
}

/** The class of a call by a policy; counts nothing. */
export function classifyCall(
  policy: Policy,
  login: CallContext['login'],
  facts: CallOutcome,
): OutcomeClass {
  const found = findCallRule(policy, login, facts).class;
  return found === 'by-reason' ? findReason(policy, facts).class : found;
}

const SUBMIT: ReadonlySet<string> = new Set(SUBMIT_OUTCOMES);

/** The outcome of a place by a policy; a class that is no submit outcome becomes `unknown`. */
export function classifySubmit(
  policy: Policy,
  login: CallContext['login'],
  facts: Omit<CallOutcome, 'group'>,
): SubmitOutcome {
  const found = classifyCall(policy, login, { ...facts, group: 'place' });
  return SUBMIT.has(found) ? (found as SubmitOutcome) : 'unknown';
}

/** The rule for a status of an order, in any letter case. */
export function findStatusRule({ statuses, unknownStatus }: Policy, word: string): StatusRule {
  const known = statuses.get(word) ?? statuses.get(word.toUpperCase());
  return word === 'unknown' ? unknownStatus : (known ?? unknownStatus);
}
