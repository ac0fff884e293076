// Outcome classes of writes, with the venue's response where it is complete.
import { hash } from 'node:crypto';
import type { Instant } from '../domain/index.js';
import type { ReasonCodeKind, TransportOutcome } from '../domain/venue/index.js';
import { describeIssues } from '../validation/index.js';
import {
  classifyCancel,
  classifyPlace,
  classifyQuoteWrite,
  type CallKind,
  parseExactJson,
  parseJson,
  type Route,
  type SendOutcome,
} from '../protocol/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import { findDate, findJsonText } from './transport/response-headers.js';
import type { Exchange } from './transport/transport.js';

/** Returns the outcome class of a status and the text of a body, where there is one. */
export type Classify = (status: number, bodyText: string | undefined) => SendOutcome;

/**
 * `accepted`: the venue took it. `rejected`, `duplicate`: it did not, by its own code. `weak`:
 * probably not. `unknown`: it may have; query before anything else. `not-sent`: nothing left.
 */
export type WriteOutcome<T> =
  | {
      readonly class: 'accepted';
      readonly status: number;
      readonly value: T;
      /** The venue's time from the Date header, whole seconds. */
      readonly serverAt?: Instant;
    }
  | {
      readonly class: Exclude<SendOutcome['class'], 'accepted'>;
      readonly status: number;
      /** Why there is no usable response; absent when the status says it. */
      readonly transport?: TransportOutcome;
      /** Kind of the reason code in the response; absent when the code is empty or known. */
      readonly codeKind?: ReasonCodeKind;
      readonly code: string;
      readonly message: string;
    };

/** Outcome class of a write; `coId` is that of a place. */
export function toWriteOutcome(
  exchange: Exchange,
  route: Route,
  coId: string,
  profile: VenueProfile,
): WriteOutcome<unknown> {
  const { status } = exchange;
  if (!exchange.ok) {
    const found = exchange.sent ? 'unknown' : 'not-sent';
    const { transport, message } = exchange;
    return { class: found, status, transport, code: '', message };
  }
  const text = findJsonText(exchange);
  const outcome = classify(route.kind, status, text, coId, profile);
  if (outcome.class !== 'accepted') {
    const { class: found, code, codeKind, message, transport } = outcome;
    return {
      class: found,
      status,
      code,
      message,
      ...(codeKind === undefined ? {} : { codeKind }),
      ...(transport === undefined ? {} : { transport }),
    };
  }
  const parse = route.exact === true ? parseExactJson : parseJson;
  const body = text === undefined || text.trim() === '' ? undefined : parse(text);
  const parsed = route.response.safeParse(body);
  if (!parsed.success) {
    const message = describeIssues(route.response, body, ['answer']);
    return { class: 'unknown', status, transport: 'schema', code: '', message };
  }
  const serverAt = findDate(exchange);
  const accepted = { class: 'accepted', status, value: parsed.data } as const;
  return serverAt === undefined ? accepted : { ...accepted, serverAt };
}

/** Outcome class of a submit without its value, with texts without secrets. */
export function toRedactedSubmitOutcome(
  exchange: Exchange,
  classifyAnswer: Classify,
  redact: (text: string) => string,
): SendOutcome {
  const { status } = exchange;
  if (!exchange.ok) {
    const { sent, transport, message } = exchange;
    const outcome = sent ? 'unknown' : 'not-sent';
    return { class: outcome, status, transport, code: '', message, orderId: '' };
  }
  const isSuccess = status >= 200 && status < 300;
  const text = isSuccess ? findJsonText(exchange) : exchange.body;
  const sha256 = hash('sha256', exchange.raw);
  const outcome = { ...classifyAnswer(status, text), sha256 };
  if (outcome.message === '' && outcome.code === '') return outcome;
  // Classification truncates texts: secrets have to be removed first.
  const { code, message } = classifyAnswer(status, text === undefined ? text : redact(text));
  return { ...outcome, code: redact(code), message: redact(message) };
}

function classify(
  kind: CallKind,
  status: number,
  text: string | undefined,
  coId: string,
  profile: VenueProfile,
): SendOutcome {
  if (kind === 'place') return classifyPlace(status, text, coId, profile);
  // Other writes have no coId to compare: a listed code or a plain 400 is a rejection.
  return kind === 'cancel'
    ? classifyCancel(status, text, profile)
    : classifyQuoteWrite(status, text, profile);
}
