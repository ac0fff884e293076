// Login, renewal and reference data in both directions.
import { describe, expect, it } from 'vitest';
import { createInstrument, unwrap } from '../../src/domain/index.js';
import { decodeSymbolReference, encodeSymbolReference } from '../../src/protocol/codecs/index.js';
import { decodeLogin, decodeRenew, encodeLogin, encodeRenew } from '../../src/protocol/index.js';
import { BTCUSD, EURUSD, USDJPY } from './samples.js';

const LOGIN = {
  status: 'OK',
  errorCode: null,
  responseTuples: null,
  expiryTime: 1767693660000,
  serverUTCTime: 1767693600000,
};
const RENEWAL = {
  status: 'OK',
  errorCode: null,
  responseTuples: null,
  valid: true,
  expiryTime: 1767693720000,
  apiVersion: '1.0.1',
  expired: false,
};

describe('login body', () => {
  it('is written and read as the published sample', () => {
    const grant = { startedAt: 1_767_693_600_000_000, expiresAt: 1_767_693_660_000_000 };
    expect(JSON.parse(encodeLogin(grant.startedAt, grant.expiresAt))).toEqual(LOGIN);
    expect(unwrap(decodeLogin(LOGIN))).toEqual(grant);
  });

  it.each([
    ['another status', { ...LOGIN, status: 'ERROR' }, 'protocol.login'],
    ['an error code', { ...LOGIN, errorCode: 'Locked' }, 'protocol.login'],
    ['an expiry before its start', { ...LOGIN, expiryTime: 1767693600000 }, 'protocol.login'],
    ['no expiry', { ...LOGIN, expiryTime: null }, 'protocol.shape'],
    ['no body', undefined, 'protocol.shape'],
  ])('is a fault with %s', (_, body, code) => {
    expect(decodeLogin(body)).toMatchObject({ ok: false, fault: { code } });
  });
});

describe('renewal body', () => {
  it('is written and read as the published sample', () => {
    const grant = { valid: true, expired: false, expiresAt: 1_767_693_720_000_000 };
    expect(JSON.parse(encodeRenew(grant))).toEqual(RENEWAL);
    expect(unwrap(decodeRenew(RENEWAL))).toEqual(grant);
  });

  it.each([
    ['an error code', { ...RENEWAL, errorCode: 'Unknown' }, 'protocol.login'],
    ['no validity', { ...RENEWAL, valid: undefined }, 'protocol.shape'],
    ['an expiry beyond the largest date', { ...RENEWAL, expiryTime: 1e16 }, 'protocol.shape'],
  ])('is a fault with %s', (_, body, code) => {
    expect(decodeRenew(body)).toMatchObject({ ok: false, fault: { code } });
  });
});

describe('reference data of a symbol', () => {
  it('is written in units and names of the venue', () => {
    expect(JSON.parse(encodeSymbolReference(EURUSD))).toEqual({
      symbol: 'EUR/USD',
      base: 'EUR',
      term: 'USD',
      ratePrecision: 5,
      pipFactor: 10000,
      spotLagDays: 2,
      minSize: 1000,
      maxSize: 9_999_999_999_999.99,
      sizeIncrement: 0.01,
      spotPointsPrecision: 5,
      forwardPointsPrecision: 7,
      deliverable: true,
    });
  });

  it.each([EURUSD, USDJPY, BTCUSD])('gives the same instrument again (%#)', (instrument) => {
    const { symbol } = instrument;
    const body: unknown = JSON.parse(encodeSymbolReference(instrument));
    const terms = unwrap(decodeSymbolReference(body, symbol));
    expect(unwrap(createInstrument(instrument.id, symbol, terms))).toEqual(instrument);
  });

  it('leaves undefined what the venue leaves out', () => {
    const body = { symbol: 'EUR/USD', pipFactor: null, ratePrecision: 6 };
    expect(unwrap(decodeSymbolReference(body, 'EUR/USD'))).toEqual({ ratePrecision: 6 });
  });

  it.each([
    ['another symbol', { symbol: 'USD/EUR' }, 'protocol.symbol', 'EUR/USD'],
    [
      'a fractional precision',
      { symbol: 'EUR/USD', ratePrecision: 1.5 },
      'protocol.shape',
      'whole',
    ],
    ['a negative lag', { symbol: 'EUR/USD', spotLagDays: -1 }, 'protocol.shape', 'spotLagDays'],
    ['a zero size', { symbol: 'EUR/USD', minSize: 0 }, 'protocol.shape', 'minSize to be above 0'],
    ['a body that is not an object', [], 'protocol.shape', 'a JSON object'],
  ])('is a fault with %s', (_, body, code, words) => {
    const result = decodeSymbolReference(body, 'EUR/USD');
    expect(result).toMatchObject({ ok: false, fault: { code } });
    expect(result.ok ? '' : result.fault.message).toContain(words);
  });
});
