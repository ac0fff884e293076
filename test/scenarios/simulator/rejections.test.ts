// Every reason code of a rejected place, as it is on the wire.
import { describe, expect, it } from 'vitest';
import { start, USER } from '../../simulator/harness.js';

describe('place at the simulator', () => {
  it.each([
    ['CoIdNotSpecified', { coId: undefined }],
    ['TypeNotSpecified', { type: undefined }],
    ['OrderTypeNotSupported', { type: 'Iceberg' }],
    ['OrderTypeNotSupported', { type: 'Market', timeInForce: 'GTC' }],
    ['TIFNotSpecified', { timeInForce: undefined }],
    ['SideNotSpecified', { side: undefined }],
    ['SymbolNotSpecified', { symbol: undefined }],
    ['InvalidCurrencyPair', { symbol: 'EUR/JPY' }],
    ['CurrencyNotSpecified', { currency: undefined }],
    ['InvalidDealtCcy', { currency: 'JPY' }],
    ['SizeNotSpecified', { size: undefined }],
    ['amount', { size: 0 }],
    ['amount', { size: -1 }],
    ['InvalidOrderQty', { size: 999.99 }],
    ['InvalidOrderQty', { size: 1000.001 }],
    ['InvalidPrice', { price: undefined }],
    ['InvalidPrice', { price: 0 }],
    ['InvalidPrice', { price: 1.100001 }],
  ])('is rejected with %s for %j', async (code, changes) => {
    const client = await start();
    await client.login();
    const { status, body } = await client.place('a', changes);
    expect(status).toBe(400);
    expect(body).toEqual({
      errorCode: `RequestValidationError.${code}`,
      reason: `RequestValidationError.${code}`,
      message: expect.stringMatching(/\w/) as string,
    });
    expect((await client.get('/v2/orders')).body).toEqual([]);
  });

  it('is rejected with DuplicateOrder for a known coId, whatever became of it', async () => {
    const client = await start();
    await client.login();
    await client.place('again');
    const code = 'RequestValidationError.DuplicateOrder';
    const second = await client.place('again', { size: 5_000 });
    expect(second).toMatchObject({ status: 400, body: { errorCode: code, reason: code } });
    expect(await client.order('again')).toMatchObject({ status: 'FILLED', size: 100_000 });
    expect(await client.place('again', { price: 0 })).toMatchObject({
      body: { errorCode: 'RequestValidationError.InvalidPrice' },
    });
  });

  it('may use the coId of an order of another user', async () => {
    const other = { user: 'algo2', password: 'secret-2', org: 'DeskOrg', account: 'DeskOrgLE' };
    const client = await start({ users: [USER, other] });
    await client.login();
    expect(await client.place('same')).toMatchObject({ status: 202 });
    await client.login(other);
    expect(await client.place('same')).toMatchObject({ status: 202 });
  });

  it('is rejected with tradingDisabled for a user who may not trade', async () => {
    const client = await start({ users: [{ ...USER, trading: false }] });
    await client.login();
    expect(await client.place('a')).toMatchObject({
      status: 400,
      body: { errorCode: 'RequestValidationError.tradingDisabled' },
    });
  });

  it.each([
    ['no expiryTime', undefined],
    ['an expiryTime beyond a day', 86_400],
    ['an expiryTime of half a second', 0.5],
  ])('that is GTT with %s is rejected without a code', async (_, expiryTime) => {
    const client = await start();
    await client.login();
    const { status, body } = await client.place('a', { timeInForce: 'GTT', expiryTime });
    expect(status).toBe(400);
    expect(body).toEqual({ message: 'expiryTime must be 1 to 86399 seconds.' });
  });

  it('is rejected for an invalid expiryTime, GTT or not', async () => {
    const client = await start();
    await client.login();
    const { body } = await client.place('a', { timeInForce: 'IOC', expiryTime: 86_400 });
    expect(body).toEqual({ message: 'expiryTime must be 1 to 86399 seconds.' });
    expect(await client.place('b', { timeInForce: 'IOC', expiryTime: 1 })).toMatchObject({
      status: 202,
    });
  });
});
