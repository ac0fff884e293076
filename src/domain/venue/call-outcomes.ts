// The words for what a call to the venue was and how it ended: what the policy judges by.

/** Groups of calls that the policy tells apart (`docs/risk-and-stop-rules.md`). */
export const CALL_GROUPS = [
  'login',
  'renew',
  'data',
  'find',
  'stp',
  'place',
  'cancel',
  'rfs',
  'accept',
  'desk',
] as const;
export type CallGroup = (typeof CALL_GROUPS)[number];

/** What a call that changes something is; `withdraw`: of a request for quotes (`rfs`). */
export type WriteKind = 'place' | 'cancel' | 'accept' | 'rfs' | 'withdraw';

/** Why a call brought no answer, or none that is what was asked for. */
export const TRANSPORT_OUTCOMES = [
  // Proven: nothing left.
  'dns',
  'connect-refused',
  'connect-timeout',
  'tls',
  'gate',
  // An answer came that is not what was asked for.
  'echo-differs',
  'echo-missing',
  'not-json',
  'wrong-content-type',
  'schema',
  'too-large',
  // No whole answer came, and bytes may have left.
  'timeout',
  'reset',
  'closed',
  'protocol',
  'cut-short',
  'aborted',
] as const;
export type TransportOutcome = (typeof TRANSPORT_OUTCOMES)[number];

/** Outcomes after which no byte of the request has left. */
export const NOT_SENT_OUTCOMES: ReadonlySet<TransportOutcome> = new Set<TransportOutcome>([
  'dns',
  'connect-refused',
  'connect-timeout',
  'tls',
  'gate',
]);

/**
 * What a text of the venue says about a reason: `none`: no code · `known`: one of the 20 validation
 * codes · `unlisted`: another `RequestValidationError` · `other`: another code or text ·
 * `conflict`: two different codes.
 */
export const CODE_KINDS = ['none', 'known', 'unlisted', 'other', 'conflict'] as const;
export type ReasonCodeKind = (typeof CODE_KINDS)[number];

/** A status after which everything halts, whatever was called: 500, any 5xx but 502 to 504. */
export function isFatalServerError(status: number): boolean {
  return status >= 500 && (status < 502 || status > 504);
}
