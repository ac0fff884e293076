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

describe('the submit path', () => {
  const intend: ModelInput = { ...at(1), kind: 'intend', coId: 'bot-1', terms: TERMS };

  it('counts nothing before the approval', () => {
    expect(order(play([intend]))).toMatchObject({ state: 'INTENDED', open: 0 });
  });

  it('ends what our gate refuses', () => {
    const view = play([intend, say(1, 'refuse')]);
    expect(order(view)).toMatchObject({ state: 'REFUSED', open: 0, isTerminal: true });
  });

  it('counts full size from the approval on', () => {
    const view = play([intend, say(1, 'approve')]);
    expect(order(view)).toMatchObject({ state: 'APPROVED', open: 100 });
    expect(order(play([make()]))).toMatchObject({ state: 'JOURNALED', open: 100 });
    expect(order(play([make(), say(1, 'send-started')]))).toMatchObject({ state: 'SENDING' });
    expect(order(play(send(1, TAKEN)))).toMatchObject({ state: 'PENDING_VENUE', open: 100 });
  });

  it('abandons what the last gate refuses', () => {
    const view = play([make(), { ...at(1), kind: 'egress-refused', coId: 'bot-1' }]);
    expect(order(view)).toMatchObject({ state: 'ABANDONED', open: 0, reject: 'NOT_SENT' });
  });

  it('halts all when a coId is used twice', () => {
    expect(halts(play([make(1), make(2)]))).toEqual(['all: coId used twice']);
  });

  it('sends an abandoned order again only while it is young', () => {
    const start = send(1, { kind: 'transport', outcome: 'dns' });
    expect(order(play([...start, say(2, 'send-started')]))).toMatchObject({ state: 'SENDING' });
    expect(play([...start, say(4, 'send-started')]).breaches).toHaveLength(1);
  });

  it('takes a send under a halt for a breach', () => {
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

describe('the classification of a place', () => {
  it.each<[string, SendOutcome, string]>([
    ['202', TAKEN, 'accepted'],
    ['202 of another coId', { ...TAKEN, echo: 'differs' } as SendOutcome, 'unknown'],
    ['202 cut', { ...TAKEN, echo: 'unreadable' } as SendOutcome, 'unknown'],
    ['201', { kind: 'http', status: 201 }, 'unknown'],
    ['307', bad(undefined, 307), 'unknown'],
    ['400 with a code', bad(`${PLACE}InvalidPrice`), 'rejected'],
    ['400 with a code in small letters', bad(`${PLACE}invalidprice`), 'rejected'],
    ['400 DuplicateOrder', bad(`${PLACE}DuplicateOrder`), 'duplicate'],
    ['400 with a new code', bad(`${PLACE}Brand`), 'weak'],
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
  ])('of %s', (_, outcome, expected) => {
    expect(classify(outcome, 'place', 'token').class).toBe(expected);
  });

  it('knows no 404 and no 500 of a cancel as its end', () => {
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
  ])('lets the escape %s halt %s', (code, scope, reject) => {
    const view = play(send(1, bad(PLACE + code)));
    expect(order(view)).toMatchObject({ state: 'REJECTED', open: 0, reject });
    expect(halts(view)).toEqual([`${scope}: ${code}`]);
  });

  it('halts the strategy at the second wrong size in ten minutes', () => {
    const both = (seconds: number) =>
      play([
        ...send(1, bad(`${PLACE}amount`)),
        ...send(seconds, bad(`${PLACE}amount`), {}, 'bot-2'),
      ]);
    expect(halts(both(500))).toEqual(['strategy: amount']);
    expect(halts(both(700))).toEqual([]);
  });

  it('pauses all until resumed when trading is disabled', () => {
    const view = play(send(1, bad(`${PLACE}tradingDisabled`)));
    expect(view.pauses).toMatchObject([{ scope: 'all', until: 'resume' }]);
  });

  it('repeats a 401 once with the same coId, then rejects', () => {
    const first = send(1, bad(undefined, 401));
    expect(order(play(first))).toMatchObject({ state: 'JOURNALED', open: 100 });
    const again = [...first, say(2, 'send-started'), answer(2, bad(undefined, 401))];
    expect(order(play(again))).toMatchObject({ state: 'REJECTED', reject: 'AUTH' });
    const late = play([...first, { ...at(4), kind: 'time' }]);
    expect(order(late)).toMatchObject({ state: 'REJECTED', reject: 'AUTH', open: 0 });
  });

  it('halts after a 500, and after a serious text', () => {
    expect(halts(play(send(1, bad(undefined, 500))))).toEqual(['all: place 500']);
    const text: SendOutcome = { kind: 'http', status: 400, text: 'A Serious matter' };
    expect(halts(play(send(1, text)))).toEqual(['all: 400 without code']);
  });

  it('halts when a gateway error is unresolved after 30 seconds', () => {
    const start = send(1, bad(undefined, 503));
    expect(halts(play([...start, { ...at(30), kind: 'time' }]))).toEqual([]);
    expect(halts(play([...start, { ...at(31), kind: 'time' }]))).toHaveLength(1);
  });

  it('rejects a weak answer after three probes over five seconds', () => {
    const start = send(1, bad());
    const early = play([...start, probe(2), probe(3), probe(5)]);
    expect(order(early)).toMatchObject({ state: 'QUARANTINED', isWeak: true, open: 100 });
    const view = play([...start, probe(2), probe(3), probe(6)]);
    expect(order(view)).toMatchObject({ state: 'REJECTED', reject: 'VENUE_REJECTED', open: 0 });
  });

  it('lets a contradiction make a weak answer unknown', () => {
    const contradicted = [probe(2), probe(3, { trades: 'changed' })];
    const view = play([...send(1, bad()), ...contradicted, probe(6), probe(7), probe(8)]);
    expect(order(view)).toMatchObject({ state: 'QUARANTINED', isWeak: false, negatives: 3 });
  });

  it('halts at a DuplicateOrder on a first attempt, and never rejects it', () => {
    const view = play(send(1, bad(`${PLACE}DuplicateOrder`)));
    expect(order(view)).toMatchObject({ state: 'UNKNOWN', open: 100 });
    expect(halts(view)).toEqual(['all: DuplicateOrder']);
  });

  it('takes a DuplicateOrder on a repeat as acceptance', () => {
    const again = [say(2, 'send-started'), answer(2, bad(`${PLACE}DuplicateOrder`))];
    const view = play([...send(1, bad(undefined, 401)), ...again]);
    expect(order(view)).toMatchObject({ state: 'PENDING_VENUE' });
    expect(halts(view)).toEqual([]);
  });
});
