// Groups of venue calls and the outcomes of a call. The policy decides by these two.

/** Groups of calls that the policy distinguishes (`docs/risk-and-stop-rules.md`). */
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

/** Calls that change something at the venue; `rfs` sends a quote request, `withdraw` ends it. */
export type WriteKind = 'place' | 'cancel' | 'accept' | 'rfs' | 'withdraw';

/** Why a call has no response, or none that answers the request. */
export const TRANSPORT_OUTCOMES = [
  // Proven: nothing left.
  'dns',
  'connect-refused',
  'connect-timeout',
  'tls',
  'gate',
  // A response came that does not answer the request.
  'echo-differs',
  'echo-missing',
  'not-json',
  'wrong-content-type',
  'schema',
  'too-large',
  // No complete response came, and bytes may have left.
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
 * Kind of reason code in a text of the venue. `none`: no code · `known`: one of the 20 validation
 * codes · `unlisted`: another `RequestValidationError` · `other`: another code or text ·
 * `conflict`: two different codes.
 */
export const CODE_KINDS = ['none', 'known', 'unlisted', 'other', 'conflict'] as const;
export type ReasonCodeKind = (typeof CODE_KINDS)[number];

/** True for a status after which everything halts: 500, and any 5xx but 502 to 504. */
export function isFatalServerError(status: number): boolean {
  return status >= 500 && (status < 502 || status > 504);
}
