// Assigns a control (RC id) to each rule of the policy, for refusals, halts and alerts.
import { REASON_PREFIX } from '../domain/venue/index.js';
import type { CallGroupName, OUTCOME_NAMES } from './vocabulary.js';

/** Codes whose cause is the state of the venue, not our order. */
const VENUE_CODES: ReadonlySet<string> = new Set([
  `${REASON_PREFIX}tradingDisabled`,
  `${REASON_PREFIX}InvalidCurrencyPair`,
  'MarketClosed',
]);
/** The login may not deal for this account: every order would be rejected. */
const ACCOUNT_CODE = `${REASON_PREFIX}LegalEntitySetIncorrectly`;
const READS: ReadonlySet<CallGroupName> = new Set<CallGroupName>(['data', 'find', 'stp', 'read']);
const LOGINS: ReadonlySet<CallGroupName> = new Set<CallGroupName>(['login', 'renew', 'auth']);
/** Client errors that prove a fault of protocol or deployment. */
const PROTOCOL = ['403', '404', '405', '406', '411', '415'];
const SERVER = ['500', '501', '505', '5xx'];
/** Statuses that concern more than one order. */
const STATUS_CONTROLS: Readonly<Record<string, string>> = { FAILED: 'RC52', REPLACED: 'RC48' };

/** RC52 serious · RC54 login · RC56 reads · RC53 unknown outcomes · RC39 rejections. */
export function findCallControl(
  calls: readonly CallGroupName[],
  found: (typeof OUTCOME_NAMES)[number],
  words: readonly string[] = [],
): string {
  if (words.some((word) => SERVER.includes(word) || word.startsWith('3'))) return 'RC52';
  if (words.includes('401') || calls.every((call) => LOGINS.has(call))) return 'RC54';
  if (calls.every((call) => READS.has(call))) return 'RC56';
  if (words.some((word) => PROTOCOL.includes(word))) return 'RC52';
  if (found === 'unknown') return 'RC53';
  return found === 'not-sent' || found === 'failed' ? 'RC56' : 'RC39';
}

export function findReasonControl(key: string): string {
  if (key === ACCOUNT_CODE) return 'RC54';
  return VENUE_CODES.has(key) ? 'RC51' : 'RC39';
}

export function findStatusControl(word: string): string {
  return STATUS_CONTROLS[word] ?? 'RC51';
}
