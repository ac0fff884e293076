// Decides whether a rule of a policy applies to a call; the first one that does wins.
import {
  CALL_GROUPS,
  type CallGroup,
  type ReasonCodeKind,
  isReasonCode,
  REASON_PREFIX,
} from '../domain/venue/index.js';
import { type CallGroupName, GROUP_SETS, WILDCARD } from './vocabulary.js';

/** Properties that `when` of a rule can require. */
export interface CallContext {
  readonly login: 'token' | 'hmac';
  /** The call is a resend of STP messages. */
  readonly isResend: boolean;
}

export const CONTEXTS: readonly CallContext[] = [
  { login: 'token', isResend: false },
  { login: 'hmac', isResend: false },
  { login: 'token', isResend: true },
  { login: 'hmac', isResend: true },
];

/** Fields of a rule that decide whether it applies. */
export interface CallRule {
  readonly calls: readonly CallGroupName[];
  readonly when?: 'token' | 'hmac' | 'resend' | undefined;
}

/** The call groups that the names stand for. */
export function toGroups(words: readonly CallGroupName[]): ReadonlySet<CallGroup> {
  const groups = words.flatMap((word): readonly CallGroup[] => {
    return word in GROUP_SETS
      ? GROUP_SETS[word as keyof typeof GROUP_SETS]
      : CALL_GROUPS.filter((group) => group === word);
  });
  return new Set(groups);
}

export function isContextOf(when: CallRule['when'], context: CallContext): boolean {
  if (when === undefined) return true;
  return when === 'resend' ? context.isResend : when === context.login;
}

/** True when the rule applies to calls of this group and context, whatever their result. */
export function isCallMatch(rule: CallRule, group: CallGroup, context: CallContext): boolean {
  return isContextOf(rule.when, context) && toGroups(rule.calls).has(group);
}

/** True when a pattern such as `404`, `4xx` or `other` matches the status. */
export function isStatusOf(word: string, status: number): boolean {
  if (word === 'other') return true;
  return word.endsWith('xx')
    ? Math.floor(status / 100) === Number(word[0])
    : Number(word) === status;
}

/** The key in `reasons` for a reason that was read from a response. */
export function findReasonKey(
  reasons: ReadonlyMap<string, unknown>,
  code: string,
  kind: ReasonCodeKind = guessKind(code),
): string {
  switch (kind) {
    case 'none':
    case 'conflict':
      return kind;
    case 'known':
    case 'unlisted': {
      const key = `${REASON_PREFIX}${code}`;
      return code !== '*' && reasons.has(key) ? key : WILDCARD;
    }
    case 'other': {
      const isWord = code === 'none' || code === 'conflict' || code.startsWith(REASON_PREFIX);
      return !isWord && reasons.has(code) ? code : 'other';
    }
  }
}

/** True when a key of `reasons` stands for codes that are not listed. */
export function isOpenKey(key: string): boolean {
  return key === WILDCARD || key === 'none' || key === 'conflict' || key === 'other';
}

function guessKind(code: string): ReasonCodeKind {
  if (code === '') return 'none';
  return isReasonCode(code) ? 'known' : 'other';
}
