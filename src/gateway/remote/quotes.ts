// Own quote requests at a venue behind HTTP: sent once, polled until they end; a quote is accepted
// once.
import type { SubmitResultEvent } from '../../domain/events/index.js';
import {
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  NEVER,
  SECOND,
} from '../../domain/index.js';
import type { PlaceCommand, RfsCommand, WithdrawCommand } from '../../domain/orders/index.js';
import type { QuoteReportEvent } from '../../domain/quotes/index.js';
import type { SendOutcome } from '../../protocol/index.js';
import { createDoubling, type Pace, toPollEvent } from '../../polling/index.js';
import { FirstQueryTimes, toQuotes } from '../quotes-event.js';
import type { RemotePorts } from './ports.js';
import { toBackOff } from './retry-delays.js';
import { RetryRequestIds } from './retry-request-ids.js';
import { toSendResult } from '../submit-result.js';

/** Gaps between two polls of a request that waits for quotes. */
const QUOTE_PACE: Pace = { first: 100 * MILLISECOND, most: 400 * MILLISECOND };
/** Time after the request's life until which the venue may still report on it. */
const LIFE_GRACE: Micros = 10 * SECOND;
/** Longest time that a confirmed trade without a record is polled for. */
const TRADE_WAIT: Micros = 30 * SECOND;

interface Followed {
  readonly coId: string;
  readonly instrument: Instrument;
  /** The venue's id; empty while unknown. */
  requestId: string;
  /** When polls end even without a final report; NEVER once an acceptance may have left. */
  endsAt: Instant;
  /** Polls that were sent before this time do not show the acceptance. */
  acceptedAt: Instant;
  readonly first: FirstQueryTimes;
  /** Last reported response; empty: the next one is reported in any case. */
  last: string;
  /** Request id of the withdrawal that waits for the request's id; empty without one. */
  withdrawal: string;
  /** Request ids of withdrawals that a later one replaced. */
  readonly unused: string[];
  isWithdrawing: boolean;
  poll: { stop(): void } | undefined;
}

export class RemoteQuotes {
  readonly #ports: RemotePorts;
  readonly #followed = new Map<string, Followed>();
  #isClosed = false;

  constructor(ports: RemotePorts) {
    this.#ports = ports;
  }

  /** Sends the request in the caller's tick, once. */
  request({ coId, instrument, lifeSeconds }: RfsCommand, body: string): void {
    const { client, clock, poller } = this.#ports;
    const followed = this.#take(coId, '', instrument);
    followed.endsAt = clock.now() + lifeSeconds * SECOND + LIFE_GRACE;
    const sent = poller.requestNow('trading', () => client.quotes.request(body, coId));
    void sent.then((outcome) => {
      if (this.#isClosed) return;
      this.#tell('rfs', coId, outcome);
      if (!this.#followed.has(coId)) return;
      if (outcome.class === 'rejected' || outcome.class === 'not-sent') {
        this.#forget(followed);
        return;
      }
      this.#learn(followed, outcome.orderId);
      this.#poll(followed, QUOTE_PACE);
    });
  }

  /** Sends the acceptance in the caller's tick, once; its result is polled. */
  accept({ coId, instrument, quote }: PlaceCommand, body: string): void {
    const { client, clock, poller, orderPace } = this.#ports;
    const requestId = quote?.requestId ?? '';
    const followed = this.#take(coId, requestId, instrument);
    followed.acceptedAt = NEVER;
    followed.endsAt = NEVER;
    const sent = poller.requestNow('trading', () => client.quotes.accept(requestId, body, coId));
    void sent.then((outcome) => {
      if (this.#isClosed) return;
      // A poll may have reported the end already: the request is polled again for the acceptance.
      const asked = this.#take(coId, requestId, instrument);
      if (asked !== followed) asked.endsAt = clock.now() + TRADE_WAIT;
      asked.acceptedAt = clock.now();
      // An unchanged report now counts again: it may resolve an unknown outcome of the acceptance.
      asked.last = '';
      this.#tell('accept', coId, outcome);
      this.#poll(asked, orderPace);
    });
  }

  /** Withdraws as soon as the venue's id of the request is known. */
  withdraw({ coId, requestId, instrument, endsAt }: WithdrawCommand, name: string): void {
    const known = this.#followed.get(coId);
    // A request of the previous run: withdrawn by its id, or once a poll has returned that.
    if (known === undefined && requestId !== '') {
      void this.#sendWithdrawal(coId, requestId, name, () => true);
      return;
    }
    const followed = known ?? this.#take(coId, '', instrument);
    if (followed.withdrawal !== '') followed.unused.push(followed.withdrawal);
    followed.withdrawal = name;
    if (known === undefined) {
      followed.endsAt = endsAt;
      this.#poll(followed, this.#ports.orderPace);
    }
    this.#learn(followed, requestId);
  }

  /** Polls the result of an acceptance of the previous run. */
  follow(coId: string, requestId: string, instrument: Instrument): void {
    const followed = this.#take(coId, requestId, instrument);
    followed.endsAt = NEVER;
    if (followed.poll === undefined) this.#poll(followed, this.#ports.orderPace);
  }

  close(): void {
    this.#isClosed = true;
    for (const followed of [...this.#followed.values()]) this.#forget(followed);
  }

  #take(coId: string, requestId: string, instrument: Instrument): Followed {
    const known = this.#followed.get(coId);
    if (known !== undefined) return known;
    const followed: Followed = {
      coId,
      requestId,
      instrument,
      endsAt: NEVER,
      acceptedAt: 0,
      last: '',
      first: new FirstQueryTimes(),
      withdrawal: '',
      unused: [],
      isWithdrawing: false,
      poll: undefined,
    };
    this.#followed.set(coId, followed);
    return followed;
  }

  #forget(followed: Followed): void {
    const { coId, poll, unused, withdrawal } = followed;
    poll?.stop();
    this.#followed.delete(coId);
    for (const requestId of [...unused, withdrawal]) {
      if (requestId === '') continue;
      this.#ports.emit({ type: 'send-unused', kind: 'withdraw', coId, requestId });
    }
  }

  #learn(followed: Followed, requestId: string): void {
    if (followed.requestId === '') followed.requestId = requestId;
    const { coId, withdrawal, isWithdrawing } = followed;
    if (withdrawal === '' || isWithdrawing || followed.requestId === '') return;
    followed.isWithdrawing = true;
    followed.withdrawal = '';
    const isOpen = () => this.#followed.has(coId);
    void this.#sendWithdrawal(coId, followed.requestId, withdrawal, isOpen).then((isSettled) => {
      followed.isWithdrawing = false;
      if (!isSettled) followed.last = '';
      // Another withdrawal may have been commanded meanwhile.
      if (isOpen()) this.#learn(followed, '');
    });
  }

  /**
   * Retries while the outcome is unknown and the request is open. Returns whether the outcome is
   * known.
   */
  async #sendWithdrawal(
    coId: string,
    requestId: string,
    id: string,
    isOpen: () => boolean,
  ): Promise<boolean> {
    const { budget, client, clock, emit, poller, random, wait } = this.#ports;
    const name = new RetryRequestIds('withdraw', coId, id);
    const plan = this.#ports.tries.cancel;
    const jitter = random(`withdraw/${coId}`);
    for (let tries = 1; tries <= plan.max && isOpen(); tries++) {
      if (tries > 1) {
        await wait(toBackOff(tries - 1, jitter, plan));
        if (!isOpen()) return true;
        budget.retries.noteRetry(clock.now());
      }
      const sentAs = name.take(emit);
      const outcome = await poller.requestNow('safety', () => {
        return client.quotes.withdraw(requestId, sentAs, () => name.take(emit));
      });
      this.#tell('withdraw', coId, { ...outcome, orderId: requestId });
      const isOpenEnded = outcome.class === 'not-sent' || outcome.class === 'unknown';
      if (!isOpenEnded) return true;
      if (outcome.status === 500) break;
    }
    await wait(toBackOff(plan.max, jitter, plan));
    return false;
  }

  #poll(followed: Followed, pace: Pace): void {
    const { clock, poller } = this.#ports;
    followed.poll?.stop();
    followed.poll = poller.poll({
      key: `rfs/${followed.coId}`,
      lane: 'trading',
      ask: () => this.#ask(followed),
      schedule: createDoubling(clock.now(), pace),
    });
  }

  async #ask(followed: Followed): Promise<boolean> {
    const { client, clock, emit } = this.#ports;
    const { coId, instrument } = followed;
    const startedAt = clock.now();
    const subject = { instrument, dealtCurrency: instrument.base };
    const outcome = await client.quotes.query(followed.requestId, coId, subject);
    if (!this.#followed.has(coId)) return true;
    if (clock.now() >= followed.endsAt) this.#forget(followed);
    if (outcome.class !== 'data') {
      emit(toPollEvent('rfs', coId, outcome));
      return outcome.class === 'empty';
    }
    const { faults } = outcome.value;
    const event = toQuotes(outcome.value, startedAt, followed.first);
    // The poll was on its way when the acceptance was sent.
    const isStale = startedAt < followed.acceptedAt && isQuoting(event);
    if (!isStale) this.#show(followed, event);
    const [fault] = faults;
    if (fault !== undefined) {
      const failed = { class: 'failed', status: 0, message: fault.message } as const;
      emit(toPollEvent('rfs', coId, failed));
    }
    return true;
  }

  #show(followed: Followed, event: QuoteReportEvent): void {
    const { clock, emit } = this.#ports;
    this.#learn(followed, event.requestId);
    const isOver = event.state === 'ended' && event.isKnown;
    const hasTrades = event.trades.length > 0;
    // An unknown status alone changes nothing.
    if (event.state === 'done' && (event.isKnown || hasTrades)) {
      followed.endsAt = Math.min(followed.endsAt, clock.now() + TRADE_WAIT);
    }
    if (isOver || (event.state === 'done' && event.isKnown && hasTrades)) this.#forget(followed);
    const text = JSON.stringify(event);
    // A replacement for a busted trade may follow, so reports with busts are never suppressed.
    if (text === followed.last && event.busts.length === 0) return;
    followed.last = text;
    emit(event);
  }

  #tell(kind: SubmitResultEvent['kind'], coId: string, outcome: SendOutcome): void {
    this.#ports.emit(toSendResult(kind, coId, outcome));
  }
}

function isQuoting({ state }: QuoteReportEvent): boolean {
  return state === 'open' || state === 'quoted';
}
