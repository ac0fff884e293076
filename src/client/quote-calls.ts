// Calls for own quote requests: request, query, accept and withdraw.
import { fail, ok, type Result } from '../domain/index.js';
import type { RfsView } from '../domain/quotes/index.js';
import { decodeRfs, type RfsSubject } from '../protocol/codecs/index.js';
import {
  classifyCancel,
  classifyQuoteRequest,
  classifyQuoteWrite,
  formatPath,
  ROUTES,
  type SendOutcome,
} from '../protocol/index.js';
import type { VenueProfile } from '../protocol/profile/index.js';
import type { ReadOutcome } from './read.js';
import type { Call } from './sender.js';
import type { Classify } from './write.js';

/** Functions of the login's owner that send calls. */
export interface QuoteCarrier {
  /** Sends a request in the caller's tick, once. */
  sendOnce(call: Call, classify: Classify): Promise<SendOutcome>;
  /** Sends again after a 401. */
  send(call: Call, classify: Classify): Promise<SendOutcome>;
  read<T>(
    route: Call['route'],
    path: string,
    decode: (body: unknown) => Result<T | undefined>,
  ): Promise<ReadOutcome<T>>;
}

export class QuoteCalls {
  readonly #carrier: QuoteCarrier;
  readonly #profile: VenueProfile;

  constructor(carrier: QuoteCarrier, profile: VenueProfile) {
    this.#carrier = carrier;
    this.#profile = profile;
  }

  /** Requests quotes with a canonical body. The request leaves in the caller's tick, once. */
  request(body: string, coId: string): Promise<SendOutcome> {
    const route = ROUTES.requestQuotes;
    const call = { route, path: route.path, requestId: `${coId}.rfs`, body };
    return this.#carrier.sendOnce(call, (status, text) =>
      classifyQuoteRequest(status, text, coId, this.#profile),
    );
  }

  /** Accepts a quote with a canonical body. The request leaves in the caller's tick, once. */
  accept(requestId: string, body: string, coId: string): Promise<SendOutcome> {
    const route = ROUTES.acceptQuote;
    const path = formatPath(route, { requestId });
    const call = { route, path, requestId: `${coId}.1`, body };
    return this.#carrier.sendOnce(call, (status, text) =>
      classifyQuoteWrite(status, text, this.#profile),
    );
  }

  /** Withdraws a request by the venue's id; repeated once after a 401, under the id of `again`. */
  withdraw(id: string, requestId: string, again: () => string): Promise<SendOutcome> {
    const route = ROUTES.withdrawRfs;
    const path = formatPath(route, { requestId: id });
    const call = { route, path, requestId, again };
    return this.#carrier.send(call, (status, text) => classifyCancel(status, text, this.#profile));
  }

  /** Queries a request by the venue's id, or by the coId while that is unknown. */
  query(requestId: string, coId: string, subject: RfsSubject): Promise<ReadOutcome<RfsView>> {
    const isKnown = requestId !== '';
    const route = isKnown ? ROUTES.queryRfs : ROUTES.queryRfsByClientId;
    const path = isKnown
      ? formatPath(ROUTES.queryRfs, { requestId })
      : formatPath(ROUTES.queryRfsByClientId, {}, { clOrderId: coId });
    return this.#carrier.read(route, path, (body) => {
      const view = decodeRfs(body, subject, this.#profile);
      return view.ok ? checkEcho(view.value, requestId, coId) : view;
    });
  }
}

/** Rejects a response on another request than the queried one. */
function checkEcho(view: RfsView, requestId: string, coId: string): Result<RfsView> {
  const asked = { clOrderId: coId, requestId: requestId === '' ? view.requestId : requestId };
  for (const key of ['clOrderId', 'requestId'] as const) {
    if (view[key] === asked[key]) continue;
    return fail('client.answer', `rfs query: expected ${key} ${asked[key]}, found "${view[key]}"`);
  }
  return ok(view);
}
