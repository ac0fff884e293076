// Result of a submit or cancel as an event: facts that the kernel's policy classifies.
import type { SubmitResultEvent } from '../domain/events/index.js';
import type { SendOutcome } from '../protocol/index.js';

export function toSendResult(
  kind: SubmitResultEvent['kind'],
  coId: string,
  outcome: SendOutcome,
  isResent = false,
): SubmitResultEvent {
  const { status, sha256, transport, codeKind, isInexact, code, message, orderId } = outcome;
  return {
    type: 'send-result',
    kind,
    coId,
    class: outcome.class,
    status,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(transport === undefined ? {} : { transport }),
    ...(codeKind === undefined ? {} : { codeKind }),
    ...(isInexact === undefined ? {} : { isInexact }),
    code,
    message,
    orderId,
    ...(isResent ? { resent: true } : {}),
  };
}
