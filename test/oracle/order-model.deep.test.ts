// The naive model of an order's life on cases worked out by hand: sending and classification.
import { describe, expect, it } from 'vitest';
import { classify } from './order-model-policy.js';
import {
  answer,
  at,
  bad,
  halts,
  make,
  order,
  PLACE,
  play,
  probe,
  say,
  send,
  TAKEN,
  TERMS,
  TIMEOUT,
} from './order-model-script.js';
import type { ModelInput, SendOutcome } from './order-model-inputs.js';

describe('order model: submit', () => {
  const intend: ModelInput = { ...at(1), kind: 'intend', coId: 'bot-1', terms: TERMS };

  it('order has no exposure before its approval', () => {
    expect(order(play([intend]))).toMatchObject({ state: 'INTENDED', open: 0 });
  });

  it('order that the gate refuses ends as REFUSED without exposure', () => {
    const view = play([intend, say(1, 'refuse')]);
    expect(order(view)).toMatchObject({ state: 'REFUSED', open: 0, isTerminal: true });
  });

  it('order has full exposure from its approval on', () => {
    const view = play([intend, say(1, 'approve')]);
    expect(order(view)).toMatchObject({ state: 'APPROVED', open: 100 });
    expect(order(play([make()]))).toMatchObject({ state: 'JOURNALED', open: 100 });
    expect(order(play([make(), say(1, 'send-started')]))).toMatchObject({ state: 'SENDING' });
    expect(order(play(send(1, TAKEN)))).toMatchObject({ state: 'PENDING_VENUE', open: 100 });
  });

  it('order that the egress check refuses is ABANDONED without exposure', () => {
    const view = play([make(), { ...at(1), kind: 'egress-refused', coId: 'bot-1' }]);
    expect(order(view)).toMatchObject({ state: 'ABANDONED', open: 0, reject: 'NOT_SENT' });
  });

  it('second use of a client order id halts everything', () => {
    expect(halts(play([make(1), make(2)]))).toEqual(['all: coId used twice']);
  });

  it('order whose send failed may be sent again only shortly afterwards', () => {
    const start = send(1, { kind: 'transport', outcome: 'dns' });
    expect(order(play([...start, say(2, 'send-started')]))).toMatchObject({ state: 'SENDING' });
    expect(play([...start, say(4, 'send-started')]).breaches).toHaveLength(1);
  });

  it('sending an order under a halt is a breach', () => {
    const view = play([...send(1, bad(undefined, 500)), make(2, {}, 'bot-2')]);
    expect(view.breaches).toEqual([]);
    const sent = play([
      ...send(1, bad(undefined, 500)),
      make(2, {}, 'bot-2'),
      say(2, 'send-started', 'bot-2'),
    ]);
    expect(sent.breaches).toHaveLength(1);
  });
});

describe('order model: response to a submit', () => {
  it.each<[string, SendOutcome, string]>([
    ['202', TAKEN, 'accepted'],
    ['202 with another coId', { ...TAKEN, echo: 'differs' } as SendOutcome, 'unknown'],
    ['202 with an unreadable body', { ...TAKEN, echo: 'unreadable' } as SendOutcome, 'unknown'],
    ['201', { kind: 'http', status: 201 }, 'unknown'],
    ['307', bad(undefined, 307), 'unknown'],
    ['400 with a code', bad(`${PLACE}InvalidPrice`), 'rejected'],
    ['400 with a code in lower case', bad(`${PLACE}invalidprice`), 'rejected'],
    ['400 DuplicateOrder', bad(`${PLACE}DuplicateOrder`), 'duplicate'],
    ['400 with an unlisted code', bad(`${PLACE}Brand`), 'weak'],
    ['400 with free text', bad('nope'), 'unknown'],
    ['400 with two codes', bad('conflict'), 'unknown'],
    ['400 without code', bad(), 'weak'],
    ['401', bad(undefined, 401), 'rejected'],
    ['404', bad(undefined, 404), 'unknown'],
    ['408', bad(undefined, 408), 'unknown'],
    ['409', bad(undefined, 409), 'weak'],
    ['418', bad(undefined, 418), 'unknown'],
    ['429', bad(undefined, 429), 'weak'],
    ['500', bad(undefined, 500), 'unknown'],
    ['503', bad(undefined, 503), 'unknown'],
    ['a time-out', TIMEOUT, 'unknown'],
    ['a refused connection', { kind: 'transport', outcome: 'connect-refused' }, 'not-sent'],
  ])('response %s has the expected class', (_, outcome, expected) => {
    expect(classify(outcome, 'place', 'token').class).toBe(expected);
  });

  it('response 404 or 500 to a cancel does not prove its outcome', () => {
    expect(classify(bad(undefined, 404), 'cancel', 'token').class).toBe('weak');
    expect(classify(bad(undefined, 500), 'cancel', 'token').class).toBe('unknown');
  });

  it.each([
    ['CoIdNotSpecified', 'all', 'INTERNAL'],
    ['SideNotSpecified', 'all', 'INTERNAL'],
    ['LegalEntitySetIncorrectly', 'all', 'ACCOUNT_INVALID'],
    ['BuySellMismatch', 'strategy', 'SIDE_MISMATCH'],
    ['InvalidDealtCcy', 'strategy', 'CURRENCY_INVALID'],
    ['SizeNotSpecified', 'strategy', 'INTERNAL'],
  ])('rejection with %s, which the gate should have caught, halts %s', (code, scope, reject) => {
    const view = play(send(1, bad(PLACE + code)));
    expect(order(view)).toMatchObject({ state: 'REJECTED', open: 0, reject });
    expect(halts(view)).toEqual([`${scope}: ${code}`]);
  });

  it('second rejection for a wrong size in ten minutes halts the strategy', () => {
    const both = (seconds: number) =>
      play([
        ...send(1, bad(`${PLACE}amount`)),
        ...send(seconds, bad(`${PLACE}amount`), {}, 'bot-2'),
      ]);
    expect(halts(both(500))).toEqual(['strategy: amount']);
    expect(halts(both(700))).toEqual([]);
  });

  it('rejection with tradingDisabled pauses everything until a resume', () => {
    const view = play(send(1, bad(`${PLACE}tradingDisabled`)));
    expect(view.pauses).toMatchObject([{ scope: 'all', until: 'resume' }]);
  });

  it('order with response 401 is sent once more with the same coId, then REJECTED', () => {
    const first = send(1, bad(undefined, 401));
    expect(order(play(first))).toMatchObject({ state: 'JOURNALED', open: 100 });
    const again = [...first, say(2, 'send-started'), answer(2, bad(undefined, 401))];
    expect(order(play(again))).toMatchObject({ state: 'REJECTED', reject: 'AUTH' });
    const late = play([...first, { ...at(4), kind: 'time' }]);
    expect(order(late)).toMatchObject({ state: 'REJECTED', reject: 'AUTH', open: 0 });
  });

  it('response 500, or a serious text in a response, halts everything', () => {
    expect(halts(play(send(1, bad(undefined, 500))))).toEqual(['all: place 500']);
    const text: SendOutcome = { kind: 'http', status: 400, text: 'A Serious matter' };
    expect(halts(play(send(1, text)))).toEqual(['all: 400 without code']);
  });

  it('order unresolved 30 s after a gateway error halts everything', () => {
    const start = send(1, bad(undefined, 503));
    expect(halts(play([...start, { ...at(30), kind: 'time' }]))).toEqual([]);
    expect(halts(play([...start, { ...at(31), kind: 'time' }]))).toHaveLength(1);
  });

  it('weak rejection is REJECTED after three negative probes over five seconds', () => {
    const start = send(1, bad());
    const early = play([...start, probe(2), probe(3), probe(5)]);
    expect(order(early)).toMatchObject({ state: 'QUARANTINED', isWeak: true, open: 100 });
    const view = play([...start, probe(2), probe(3), probe(6)]);
    expect(order(view)).toMatchObject({ state: 'REJECTED', reject: 'VENUE_REJECTED', open: 0 });
  });

  it('probe that finds a changed trade list turns a weak rejection into an unknown outcome', () => {
    const contradicted = [probe(2), probe(3, { trades: 'changed' })];
    const view = play([...send(1, bad()), ...contradicted, probe(6), probe(7), probe(8)]);
    expect(order(view)).toMatchObject({ state: 'QUARANTINED', isWeak: false, negatives: 3 });
  });

  it('DuplicateOrder on the first attempt halts everything; the order is UNKNOWN', () => {
    const view = play(send(1, bad(`${PLACE}DuplicateOrder`)));
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', open: 100 });
    expect(halts(view)).toEqual(['all: DuplicateOrder']);
  });

  it('DuplicateOrder on the second attempt counts as acceptance', () => {
    const again = [say(2, 'send-started'), answer(2, bad(`${PLACE}DuplicateOrder`))];
    const view = play([...send(1, bad(undefined, 401)), ...again]);
    expect(order(view)).toMatchObject({ state: 'PENDING_VENUE' });
    expect(halts(view)).toEqual([]);
  });
});
