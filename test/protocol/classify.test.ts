// Outcome classes: one row per line of the status policy that concerns places, cancels and reads.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REASON_CODES } from '../../src/domain/venue/index.js';
import {
  classifyCancel,
  classifyPlace,
  classifyRead,
  encodeError,
} from '../../src/protocol/index.js';
import { DEFAULT_PROFILE } from '../../src/protocol/profile/index.js';

const TAKEN = '{"coId":"a-1","orderId":"512","status":"RECEIVED"}';
const NO_CODE = '{"message":"something"}';
const PAGE = '<html>hello</html>';

describe('answer to a place', () => {
  it.each([
    ['202 with our coId', 202, TAKEN, 'accepted'],
    ['200 with our coId', 200, TAKEN, 'accepted'],
    ['202 without an order id', 202, '{"coId":"a-1"}', 'accepted'],
    ['202 with another coId', 202, '{"coId":"a-2","orderId":"512"}', 'unknown'],
    ['202 without a coId', 202, '{"orderId":"512"}', 'unknown'],
    ['202 with an order id of another type', 202, '{"coId":"a-1","orderId":512}', 'unknown'],
    ['202 with an empty body', 202, '', 'unknown'],
    ['202 with an array', 202, `[${TAKEN}]`, 'unknown'],
    ['202 with a page', 202, PAGE, 'unknown'],
    ['202 with truncated JSON', 202, TAKEN.slice(0, -1), 'unknown'],
    ['202 with a body of another type', 202, undefined, 'unknown'],
    ['201', 201, TAKEN, 'unknown'],
    ['204', 204, '', 'unknown'],
    ['301', 301, '', 'unknown'],
    ['307', 307, TAKEN, 'unknown'],
    ['400 with a code', 400, encodeError('InvalidPrice', ''), 'rejected'],
    ['400 DuplicateOrder', 400, encodeError('DuplicateOrder', ''), 'duplicate'],
    ['400 with an unlisted code', 400, encodeError('RequestValidationError.Moon', ''), 'weak'],
    ['400 with a business code', 400, encodeError('CreditCheckFailed', ''), 'rejected'],
    ['400 with another code', 400, encodeError('Moon', ''), 'unknown'],
    ['400 with a page', 400, PAGE, 'unknown'],
    [
      '400 with two codes',
      400,
      `${encodeError('amount', '')}RequestValidationError.InvalidPrice`,
      'unknown',
    ],
    ['400 without a code', 400, NO_CODE, 'weak'],
    ['400 with an empty body', 400, '', 'weak'],
    ['400 with a truncated body', 400, undefined, 'unknown'],
    ['401', 401, '', 'rejected'],
    ['401 that names an order', 401, TAKEN, 'unknown'],
    ['401 with another spelling of the key', 401, '{"co\\u0049d":"c"}', 'unknown'],
    ['403', 403, '', 'rejected'],
    ['404', 404, '', 'unknown'],
    ['404 with a code', 404, encodeError('InvalidPrice', ''), 'unknown'],
    ['405', 405, '', 'weak'],
    ['406', 406, '', 'weak'],
    ['408', 408, '', 'unknown'],
    ['409', 409, '', 'weak'],
    ['410', 410, '', 'weak'],
    ['411', 411, '', 'weak'],
    ['412', 412, '', 'weak'],
    ['413', 413, '', 'weak'],
    ['414', 414, '', 'weak'],
    ['415', 415, '', 'weak'],
    ['418', 418, '', 'unknown'],
    ['422', 422, '', 'weak'],
    ['425', 425, '', 'unknown'],
    ['429', 429, '', 'weak'],
    ['431', 431, '', 'weak'],
    ['500', 500, '', 'unknown'],
    ['500 with a code', 500, encodeError('InvalidPrice', ''), 'unknown'],
    ['501', 501, '', 'unknown'],
    ['502', 502, PAGE, 'unknown'],
    ['503', 503, '', 'unknown'],
    ['504', 504, '', 'unknown'],
    ['505', 505, '', 'unknown'],
    ['599', 599, '', 'unknown'],
  ])('%s is of the right class', (_, status, body, expected) => {
    expect(classifyPlace(status, body, 'a-1')).toMatchObject({ class: expected, status });
  });

  it('returns the order id, the reason code and the message', () => {
    expect(classifyPlace(202, TAKEN, 'a-1').orderId).toBe('512');
    expect(classifyPlace(400, encodeError('QuoteExpired', 'too late'), 'a-1')).toMatchObject({
      code: 'QuoteExpired',
      message: 'too late',
      orderId: '',
    });
    expect(classifyPlace(202, '{"coId":"b"}', 'a-1').message).toBe(
      'expected coId a-1, found coId b',
    );
  });

  it.each(REASON_CODES.filter((code) => code !== 'DuplicateOrder'))('is rejected by %s', (code) => {
    expect(classifyPlace(400, encodeError(code, ''), 'a-1')).toMatchObject({
      class: 'rejected',
      code,
    });
  });

  it('is accepted only with the statuses of the profile', () => {
    const profile = { ...DEFAULT_PROFILE, placeStatuses: [201] };
    expect(classifyPlace(201, TAKEN, 'a-1', profile).class).toBe('accepted');
    expect(classifyPlace(202, TAKEN, 'a-1', profile).class).toBe('unknown');
  });

  it('is never rejected or accepted by chance, and never not-sent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(fc.string(), fc.json()),
        (status, body) => {
          const { class: found } = classifyPlace(status, body, 'a-1');
          expect(found).not.toBe('not-sent');
          if (found === 'rejected') expect([401, 403]).toContain(status);
          expect(found).not.toBe('accepted');
        },
      ),
    );
  });
});

describe('answer to a cancel', () => {
  it.each([
    ['202 with the order', 202, TAKEN, 'accepted'],
    ['200 with an array', 200, '[]', 'accepted'],
    ['202 with an empty body', 202, '', 'accepted'],
    ['204', 204, '', 'accepted'],
    ['200 with a page', 200, PAGE, 'unknown'],
    ['200 of another type', 200, undefined, 'unknown'],
    ['302', 302, '', 'unknown'],
    ['400 OrderNotActive', 400, encodeError('OrderNotActive', ''), 'weak'],
    ['400 without a body', 400, '', 'weak'],
    ['401', 401, '', 'rejected'],
    ['403', 403, '', 'rejected'],
    ['404', 404, '', 'weak'],
    ['405', 405, '', 'weak'],
    ['408', 408, '', 'unknown'],
    ['409', 409, '', 'weak'],
    ['413', 413, '', 'weak'],
    ['425', 425, '', 'unknown'],
    ['429', 429, '', 'weak'],
    ['451', 451, '', 'unknown'],
    ['500', 500, '', 'unknown'],
    ['503', 503, '', 'unknown'],
  ])('%s is of the right class', (_, status, body, expected) => {
    expect(classifyCancel(status, body)).toMatchObject({ class: expected, status });
  });

  it('names the code of a cancel that came too late', () => {
    expect(classifyCancel(400, encodeError('OrderNotActive', 'over'))).toMatchObject({
      code: 'OrderNotActive',
      message: 'over',
    });
  });
});

describe('answer to a read', () => {
  it.each([
    ['200 with JSON', 200, '{"a":1}', 'data'],
    ['200 with an empty list', 200, '[]', 'data'],
    ['200 with a page', 200, PAGE, 'failed'],
    ['200 with an empty body', 200, '', 'failed'],
    ['200 of another type', 200, undefined, 'failed'],
    ['202', 202, '{}', 'failed'],
    ['204', 204, '', 'failed'],
    ['302', 302, '', 'failed'],
    ['400', 400, '', 'failed'],
    ['401', 401, '', 'failed'],
    ['403', 403, '', 'failed'],
    ['404', 404, '', 'empty'],
    ['404 with an error', 404, encodeError('NotFound', 'no such order'), 'empty'],
    ['404 with a page', 404, PAGE, 'empty'],
    ['404 of another type', 404, undefined, 'empty'],
    ['405', 405, '', 'failed'],
    ['429', 429, '', 'failed'],
    ['500', 500, '', 'failed'],
    ['503', 503, '', 'failed'],
  ])('%s is of the right class', (_, status, body, expected) => {
    expect(classifyRead(status, body).class).toBe(expected);
  });

  it.each([
    [404, '', 'empty'],
    [404, encodeError('NotFound', 'no order'), 'empty'],
    [404, PAGE, 'failed'],
    [404, undefined, 'failed'],
    [410, '', 'failed'],
  ])('of a list that is empty by 404 is of %d with %j %s', (status, body, expected) => {
    const read = classifyRead(status, body, DEFAULT_PROFILE, { none: [404] });
    expect(read.class).toBe(expected);
  });

  it('has the reason of its failure', () => {
    const read = classifyRead(400, encodeError('InvalidCurrencyPair', 'what is EURUSD?'));
    expect(read).toEqual({
      class: 'failed',
      message: 'status 400: InvalidCurrencyPair: what is EURUSD?',
    });
  });
});
