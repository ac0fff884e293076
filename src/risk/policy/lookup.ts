// Finds the rule of a policy that answers a call, a reason or a text.
import type { CallGroup, CodeKind, TransportOutcome } from '../../domain/index.js';
import { type CallContext, findReasonKey, isContextOf, isStatusOf } from './match.js';
import type { HttpRule, Policy, ReasonRule, TransportRule } from './policy.js';

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

/** The rule of a reason code, or the one for a coId that was sent before. */
export function findReason(
  policy: Policy,
  facts: {
    readonly code: string;
    readonly codeKind?: CodeKind | undefined;
    readonly resent?: boolean | undefined;
  },
): ReasonRule {
  const rule = policy.reasons.get(findReasonKey(policy.reasons, facts.code, facts.codeKind));
  if (rule === undefined) throw new RangeError(`K1 was not checked: reason ${facts.code}`);
  return facts.resent === true ? (rule.resent ?? rule) : rule;
}

/** Whether a text of the venue reports a serious error. */
export function isSerious({ seriousTexts }: Policy, text: string): boolean {
  const lower = text.toLowerCase();
  return seriousTexts.some((one) => lower.includes(one));
}
