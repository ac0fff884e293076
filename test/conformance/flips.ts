// Each open point taken the other way, as a profile file has it: what conformance has to find.

import type { Extra } from '../../src/conformance/index.js';

export interface Flip {
  readonly point: number;
  /** What is flipped, in words. */
  readonly what: string;
  readonly file: object;
  /** Proves itself by signatures. */
  readonly signs?: true;
  /** What conformance is allowed beyond reads. */
  readonly extras?: readonly Extra[];
}

const answer = (call: string, names: object) => ({ calls: { [call]: { answer: names } } });
const needs = (type: string, ...names: string[]) => ({ orderNeeds: { [type]: names } });
const query = (call: string, names: object) => ({ calls: { [call]: { query: names } } });

const cancelIn = (bodyIn: string) => ({ calls: { cancelTrades: { bodyIn } } });
const status = (statusNames: object) => ({ trades: { statusNames } });
const overLimit = (changes: object) => ({ limits: { requestsPerSecond: 12 }, overLimit: changes });

/** Flips that calls which only read can show. */
export const READ_FLIPS: readonly Flip[] = [
  { point: 1, what: 'a renewal without a token', file: { renewal: 'life' } },
  { point: 1, what: 'the other renew path', file: { renewPaths: ['/sso/tokens/renew'] } },
  {
    point: 1,
    what: 'another token header',
    file: { tokenHeader: 'X-Auth-Token', tokenCookie: 'T' },
  },
  { point: 1, what: 'another word of success', file: { loginOk: 'SUCCESS' } },
  { point: 1, what: 'another status of a refused login', file: { loginRefusedStatus: 403 } },
  { point: 2, what: 'another key of the id', file: { hmac: { idKey: 'userId' } }, signs: true },
  {
    point: 2,
    what: 'another algorithm',
    file: { hmac: { algorithm: 'hmac-sha512' } },
    signs: true,
  },
  {
    point: 2,
    what: 'another request line',
    file: { hmac: { httpVersion: 'HTTP/2' } },
    signs: true,
  },
  { point: 2, what: 'a shorter clock skew', file: { hmac: { maxClockSkew: '30s' } }, signs: true },
  { point: 2, what: 'a longer clock skew', file: { hmac: { maxClockSkew: '15m' } }, signs: true },
  {
    point: 2,
    what: 'a further signed header',
    file: { hmac: { signedHeaders: ['request-line', 'date', 'digest', 'host'] } },
    signs: true,
  },
  { point: 3, what: 'a list of rates', file: { market: { ladderShape: 'list' } } },
  { point: 3, what: 'scalars', file: { market: { ladderShape: 'scalars' } } },
  { point: 3, what: 'no rateId', file: { market: { ladderRateId: 'none' } } },
  { point: 4, what: 'another name of tenor', file: query('marketDataSet', { tenor: 'tenors' }) },
  {
    point: 4,
    what: 'no date instead of a tenor',
    file: { market: { tenorParameters: ['tenor'] } },
  },
  { point: 4, what: 'no list of symbols', file: { market: { pairParameters: ['symbol'] } } },
  { point: 5, what: 'epoch times', file: { market: { setTimes: 'epoch' } } },
  { point: 5, what: 'another offer', file: { market: { setRateFields: { offer: 'ask' } } } },
  { point: 6, what: 'a rate', file: { market: { tickerFields: { price: 'rate' } } } },
  { point: 6, what: 'another parameter', file: query('ticker', { symbol: 'pair' }) },
  { point: 11, what: 'an empty list for an unknown order', file: { unknownOrderStatus: 200 } },
  { point: 11, what: '404 without active orders', file: { noActiveOrderStatus: 404 } },
  { point: 13, what: 'another code field', file: { codeFieldsSent: ['code'] } },
  { point: 13, what: 'one code field', file: { codeFieldsSent: ['errorCode'] } },
  { point: 15, what: 'another fills parameter', file: query('orderFills', { orderId: 'id' }) },
  { point: 19, what: 'another level', file: { trades: { levels: { account: 'LEGALENTITY' } } } },
  { point: 19, what: 'sides in capitals', file: { trades: { positionSides: { Buy: 'BUY' } } } },
  { point: 19, what: 'compact dates', file: { trades: { positionDate: 'YYYYMMDD' } } },
  { point: 19, what: 'one position alone', file: { trades: { onePosition: 'object' } } },
  { point: 19, what: 'a proper netOpenTerm', file: { trades: { netTermField: 'netOpenTerm' } } },
  { point: 20, what: 'another limit', file: query('depositHistory', { limit: 'size' }) },
  { point: 20, what: 'another txId', file: answer('depositHistory', { txId: 'txHash' }) },
  {
    point: 21,
    what: 'other balances',
    file: answer('balances', { available: 'free', locked: 'frozen' }),
  },
  { point: 22, what: 'a compact symbol', file: { symbolInPath: 'compact' } },
  {
    point: 22,
    what: 'another minimum',
    file: answer('symbolReference', { minSize: 'minimumAmount' }),
  },
  { point: 22, what: 'assets by code', file: { assetsAs: 'by-code' } },
  { point: 22, what: 'another list parameter', file: query('referenceList', { type: 'kind' }) },
  { point: 22, what: 'another fee', file: answer('assetDetail', { withdrawFee: 'fee' }) },
];

/** Flips that only orders and requests for quotes can show. */
export const WRITE_FLIPS: readonly Flip[] = [
  { point: 7, what: 'another CANCELED', file: { statusNames: { CANCELED: 'Killed' } } },
  {
    point: 7,
    what: 'another PENDING_CANCEL',
    file: { statusNames: { PENDING_CANCEL: 'CANCELING' } },
  },
  { point: 7, what: 'another alias of FILLED', file: { statusNames: { FILLED: 'DONE' } } },
  { point: 8, what: 'another execution', file: { executionTypes: { FILLED: 'FILL' } } },
  { point: 8, what: 'another acknowledgement', file: { executionTypes: { NEW: 'ACK' } } },
  { point: 8, what: 'another action', file: { orderActions: { place: 'PLACED' } } },
  { point: 8, what: 'another cancel', file: { orderActions: { cancel: 'CANCELLING' } } },
  { point: 9, what: 'Stop needs a time', file: needs('Stop', 'execFlags', 'timeInForce') },
  { point: 9, what: 'Stop needs no trigger', file: needs('Stop') },
  { point: 9, what: 'fewer times of Stop', file: { stopTimes: ['GTC', 'DAY'] } },
  { point: 9, what: 'Stop without GTC', file: { stopTimes: ['GTT', 'IOC'] } },
  { point: 9, what: 'StopLimit needs no time', file: needs('StopLimit', 'execFlags') },
  { point: 9, what: 'StopLimit needs no trigger', file: needs('StopLimit', 'timeInForce') },
  { point: 9, what: 'Pegged needs a price', file: needs('Pegged', 'pegPriceType', 'price') },
  { point: 9, what: 'Pegged needs an offset', file: needs('Pegged', 'pegOffsetValue') },
  { point: 9, what: 'Pegged needs nothing more', file: needs('Pegged') },
  {
    point: 12,
    what: 'another reason of a credit check',
    file: { reasonNames: { CreditCheckFailed: 'NO_CREDIT' } },
  },
  { point: 10, what: 'compact dates', file: { orderDates: 'compact' } },
  { point: 11, what: 'another cancel status', file: { cancelStatus: 200 } },
  { point: 11, what: 'a list for one order', file: { calls: { queryOrders: { shape: 'list' } } } },
  { point: 11, what: 'an empty cancel', file: { calls: { cancelOrder: { shape: 'empty' } } } },
  { point: 11, what: 'another code of a late cancel', file: { notActiveCode: 'TooLate' } },
  { point: 15, what: 'another size', file: { tradeFields: { size: 'quantity' } } },
  {
    point: 17,
    what: 'another event',
    file: { rfs: { eventNames: { REQUEST_WITHDRAWN: 'PULLED' } } },
  },
  { point: 17, what: 'another offer', file: { rfs: { quoteFields: { offer: 'ask' } } } },
  { point: 18, what: 'another request status', file: { rfs: { requestStatus: 200 } } },
  { point: 18, what: 'another withdraw status', file: { rfs: { withdrawStatus: 200 } } },
  { point: 18, what: 'empty answers', file: { rfs: { answersWrites: false } } },
  {
    point: 18,
    what: 'another query name',
    file: query('queryRfsByClientId', { clOrderId: 'clientOrderId' }),
  },
];

const DESK: readonly Extra[] = ['orders', 'back-office'];

/** Flips that only bookings, a download or too many requests can show. */
export const EXTRA_FLIPS: readonly Flip[] = [
  ...[
    { point: 14, what: 'other credit modes', file: { trades: { creditModes: [1, 2, 3] } } },
    { point: 14, what: 'tenors that win', file: { trades: { datesWin: false } } },
    { point: 15, what: 'a cancel in the query', file: cancelIn('query') },
    { point: 15, what: 'an empty cancel', file: { trades: { cancelAnswer: 'empty' } } },
    { point: 16, what: 'another original', file: status({ Replaced: 'Amended' }) },
    { point: 16, what: 'another Canceled', file: status({ Canceled: 'Cancelled' }) },
    { point: 16, what: 'a note that amends', file: { trades: { noteAmends: true } } },
    { point: 16, what: 'fewer changes of a rate', file: { trades: { maxRateChanges: 1 } } },
    { point: 16, what: 'more changes of a rate', file: { trades: { maxRateChanges: 5 } } },
    { point: 16, what: 'smaller amendments', file: { trades: { maxPercent: 50 } } },
    { point: 16, what: 'larger amendments', file: { trades: { maxPercent: 150 } } },
  ].map((flip) => ({ ...flip, extras: DESK })),
  ...[
    { point: 23, what: 'fewer requests', file: { limits: { requestsPerSecond: 12 } } },
    { point: 23, what: 'fewer logins', file: { limits: { sessions: 3 } } },
    { point: 23, what: 'shorter bodies', file: { limits: { bodyBytes: 4_321 } } },
    { point: 23, what: 'longer bodies', file: { limits: { bodyBytes: 100_001 } } },
    { point: 23, what: 'another refusal', file: overLimit({ status: 503 }) },
    { point: 23, what: 'a date to wait for', file: overLimit({ retryAfter: 'date' }) },
    { point: 23, what: 'nothing to wait for', file: overLimit({ retryAfter: 'none' }) },
  ].map((flip) => ({ ...flip, extras: ['limits'] as const })),
  ...[
    { point: 24, what: 'no event of a new record', file: { trades: { stpSendsNew: false } } },
    { point: 24, what: 'a body of the resend', file: { trades: { resendAnswer: '{}' } } },
    { point: 24, what: 'a resend of nothing', file: { trades: { noResendStatus: 200 } } },
  ].map((flip) => ({ ...flip, extras: ['stp'] as const })),
];
