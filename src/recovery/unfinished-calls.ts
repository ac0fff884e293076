// A single call whose command is durable and whose result is missing: its process died in between,
// so the venue may have it. It counts as a call without a response.
import { type CallAnswer, toCallGroup, toCallScope, toMade } from '../policy/index.js';
import { formatInstant, type Instant } from '../domain/index.js';
import type { JournalRecord } from '../journal/index.js';
import { ROUTES } from '../protocol/index.js';

/** Type of the record that begins the session of a call. */
export const CALL_TYPE = 'call-session';

/** A call whose process died before its result. */
export interface UnfinishedCall {
  readonly at: Instant;
  /** Method and path, as sent. */
  readonly what: string;
  /** Epoch of the call. */
  readonly epoch: number;
  /** Our own id: coId, `clientRequestId` or `clientWithdrawId`; empty without one. */
  readonly name: string;
}

interface CallSession {
  readonly call: string;
  readonly input: string;
  readonly isProbe?: true;
}

interface Found {
  readonly lost: UnfinishedCall;
  /** Absent for a probe: its result means nothing for later calls. */
  readonly answer?: CallAnswer;
}

/** Follows the records of calls and finds one without a result. */
export class OpenCalls {
  #session: CallSession | undefined;
  #open: Found | undefined;

  take({ type, stamp, data }: JournalRecord, epoch: number): void {
    switch (type) {
      case CALL_TYPE:
        this.#session = data as CallSession;
        return;
      case 'command':
        if (this.#session !== undefined) {
          const sent = data as { readonly method: string; readonly path: string };
          this.#open = toFound(this.#session, sent, stamp.session, epoch);
        }
        return;
      case 'refused':
      case 'send-result':
        this.#open = undefined;
    }
  }

  /** The call that was open when its process ended; returned once. */
  end(): Found | undefined {
    const open = this.#open;
    this.#open = undefined;
    this.#session = undefined;
    return open;
  }
}

function toFound(
  { call, input: text, isProbe }: CallSession,
  { method, path }: { readonly method: string; readonly path: string },
  at: Instant,
  epoch: number,
): Found {
  const input = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const name = NAMES.map((one) => input[one]).find((one) => typeof one === 'string') ?? '';
  const lost = { at, what: `${method} ${path}`, epoch, name };
  const route = Object.values(ROUTES).find(({ id }) => id === call);
  if (isProbe === true || route === undefined) return { lost };
  const facts = {
    ...({ group: toCallGroup(route), status: 0, transport: 'aborted', code: '' } as const),
    message: 'its process ended before an answer was recorded',
  };
  const made = toMade(route, input);
  const answer = { at, facts, scope: toCallScope(input) };
  return { lost, answer: made === undefined ? answer : { ...answer, made } };
}

const NAMES = ['coId', 'clientRequestId', 'clientWithdrawId', 'requestId'];

/** Message for the operator on such a call. */
export function describeLost({ at, epoch, name, what }: UnfinishedCall): string {
  const call = name === '' ? what : `${what} of ${name}`;
  const when = `sent at ${formatInstant(at)}, may have reached the venue`;
  return `${call}, ${when}: epoch ${String(epoch)} ended before its answer; ask for its outcome`;
}
