// Which rule of a policy answers a call: the first in its list that fits.
import {
  CALL_GROUPS,
  type CallGroup,
  type ReasonCodeKind,
  isReasonCode,
  REASON_PREFIX,
} from '../domain/index.js';
import { type CallGroupName, GROUP_SETS, WILDCARD } from './vocabulary.js';

/** What `when` of a rule may ask for. */
export interface CallContext {
  readonly login: 'token' | 'hmac';
  /** A resend of STP messages. */
  readonly isResend: boolean;
}

export const CONTEXTS: readonly CallContext[] = [
  { login: 'token', isResend: false },
  { login: 'hmac', isResend: false },
  { login: 'token', isResend: true },
  { login: 'hmac', isResend: true },
];

/** A rule of a list, as far as it decides whether it fits. */
export interface CallRule {
  readonly calls: readonly CallGroupName[];
  readonly when?: 'token' | 'hmac' | 'resend' | undefined;
}

/** The groups that words stand for. */
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

/** Whether a rule of a list is for calls like this, whatever they brought. */
export function isCallMatch(rule: CallRule, group: CallGroup, context: CallContext): boolean {
  return isContextOf(rule.when, context) && toGroups(rule.calls).has(group);
}

/** Whether a status word such as `404`, `4xx` or `other` stands for the status. */
export function isStatusOf(word: string, status: number): boolean {
  if (word === 'other') return true;
  return word.endsWith('xx')
    ? Math.floor(status / 100) === Number(word[0])
    : Number(word) === status;
}

/** The key of `reasons` for what was read of a reason. */
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

/** Whether a key of `reasons` stands for what is not listed. */
export function isOpenKey(key: string): boolean {
  return key === WILDCARD || key === 'none' || key === 'conflict' || key === 'other';
}

function guessKind(code: string): ReasonCodeKind {
  if (code === '') return 'none';
  return isReasonCode(code) ? 'known' : 'other';
}
