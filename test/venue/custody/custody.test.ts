// The custody service alone: deposits and withdrawals step by step, balances always consistent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import { Scheduler } from '../../../src/determinism/index.js';
import { Custody } from '../../../src/venue/custody/custody.js';
import { custodySchema, toCustodySettings } from '../../../src/venue/custody/schema.js';
import { countRuns } from '../../runs.js';

const ORG = 'DeskOrg';
const USER = { org: ORG, user: 'algo1@DeskOrg' };

const WRITTEN = {
  assets: [
    { currency: 'BTC', networks: ['BTC', 'LN'], minWithdraw: '0.001', withdrawFee: '0.0001' },
    { currency: 'ETH', networks: ['ETH'], withdrawAllowed: false },
  ],
  balances: [{ org: ORG, currency: 'BTC', amount: 2 }],
  deposits: [
    { org: ORG, currency: 'BTC', amount: '0.5', after: '10s' },
    { org: ORG, currency: 'ETH', amount: 3, after: '5s', every: '60s' },
  ],
  pace: { confirm: '10s', credit: '20s', review: '2s', process: '5s', complete: '15s' },
  refusedAddresses: ['bad-address'],
};

function open(changes: object = {}) {
  const settings = toCustodySettings(custodySchema.parse({ ...WRITTEN, ...changes }));
  const scheduler = new Scheduler(0);
  const custody = new Custody(settings, scheduler, 7);
  custody.open(0);
  const btc = custody.balances.findAsset('BTC')!;
  const apply = (amount: number | string, changes: object = {}) =>
    custody.withdrawals.apply(scheduler.now, USER, btc, {
      currency: 'BTC',
      amount,
      address: 'addr',
      ...changes,
    });
  const balance = () => {
    const { total, locked } = custody.balances.find(ORG, btc);
    return [total, locked];
  };
  const status = () => custody.withdrawals.list(USER.user, {}).map((one) => one.status);
  return { custody, scheduler, btc, apply, balance, status };
}

describe('deposit', () => {
  it('is detected, confirmed and then credited', () => {
    const { custody, scheduler, balance } = open();
    const show = () => custody.deposits.list(ORG, { currency: 'BTC' }).map(({ status }) => status);
    scheduler.fireUpTo(10 * SECOND - 1);
    expect(show()).toEqual([]);
    scheduler.fireUpTo(10 * SECOND);
    expect(show()).toEqual(['PENDING']);
    scheduler.fireUpTo(20 * SECOND);
    expect(show()).toEqual(['CONFIRMED']);
    expect(balance()).toEqual([200_000_000n, 0n]);
    scheduler.fireUpTo(40 * SECOND);
    expect(show()).toEqual(['CREDITED']);
    expect(balance()).toEqual([250_000_000n, 0n]);
  });

  it('repeats where configured, newest first, at the address of its owner', () => {
    const { custody, scheduler } = open();
    scheduler.fireUpTo(130 * SECOND);
    const found = custody.deposits.list(ORG, { currency: 'ETH' });
    expect(found.map((one) => one.insertedAt / SECOND)).toEqual([125, 65, 5]);
    const eth = custody.balances.findAsset('ETH')!;
    expect(new Set(found.map((one) => one.address))).toEqual(
      new Set([custody.address(ORG, eth)?.address]),
    );
    expect(new Set(found.map((one) => one.txId)).size).toBe(3);
  });

  it('is found by status, time and place in the list', () => {
    const { custody, scheduler } = open();
    scheduler.fireUpTo(130 * SECOND);
    const list = (query: object) =>
      custody.deposits.list(ORG, query).map((one) => one.insertedAt / SECOND);
    expect(list({})).toEqual([125, 65, 10, 5]);
    expect(list({ status: 'PENDING' })).toEqual([125]);
    expect(list({ startTime: 10_000, endTime: 65_000 })).toEqual([65, 10]);
    expect(list({ offset: 1, limit: 2 })).toEqual([65, 10]);
    expect(custody.deposits.list('OtherOrg', {})).toEqual([]);
  });

  it('is dropped when newer ones fill the list', () => {
    const { custody, scheduler } = open({ maxRecords: 2 });
    scheduler.fireUpTo(200 * SECOND);
    expect(custody.deposits.list(ORG, {}).map((one) => one.insertedAt / SECOND)).toEqual([
      185, 125,
    ]);
  });
});

describe('withdrawal', () => {
  it('locks its amount and fee, is reviewed, sent and deducted', () => {
    const { custody, scheduler, apply, balance, status } = open({ deposits: [] });
    const applied = unwrap(apply('0.5', { clientWithdrawId: 'w-1', tag: 'memo', network: 'LN' }));
    expect(applied).toMatchObject({ id: 'WD-700001', network: 'LN', tag: 'memo', txId: '' });
    expect(balance()).toEqual([200_000_000n, 50_010_000n]);
    expect(status()).toEqual(['APPLIED']);
    scheduler.fireUpTo(2 * SECOND);
    expect(status()).toEqual(['PENDING_APPROVAL']);
    scheduler.fireUpTo(7 * SECOND);
    expect(status()).toEqual(['PROCESSING']);
    expect(balance()).toEqual([200_000_000n, 50_010_000n]);
    scheduler.fireUpTo(22 * SECOND);
    const [done] = custody.withdrawals.list(USER.user, {});
    expect(done).toMatchObject({ status: 'COMPLETED', completedAt: 22 * SECOND, clientId: 'w-1' });
    expect(done?.txId).toMatch(/^[0-9a-f]{64}$/);
    expect(balance()).toEqual([149_990_000n, 0n]);
  });

  it('to a refused address is rejected in review and released', () => {
    const { scheduler, apply, balance, status } = open({ deposits: [] });
    unwrap(apply(1, { address: 'bad-address' }));
    scheduler.fireUpTo(7 * SECOND);
    expect(status()).toEqual(['REJECTED']);
    expect(balance()).toEqual([200_000_000n, 0n]);
  });

  it.each([
    ['below the minimum', '0.0009999', {}, 'minimum'],
    ['of zero', 0, {}, 'minimum'],
    ['of a negative amount', -1, {}, 'minimum'],
    ['finer than the asset', '0.123456789', {}, 'at most 8 decimals'],
    ['above the balance including its fee', '1.99990001', {}, 'available'],
    ['on another network', 1, { network: 'ETH' }, 'expected BTC or LN'],
  ])('%s is refused', (_, amount, changes, words) => {
    const { apply, balance, status } = open({ deposits: [] });
    const refused = apply(amount, changes);
    expect(refused.ok ? '' : refused.fault.message).toContain(words);
    expect(status()).toEqual([]);
    expect(balance()).toEqual([200_000_000n, 0n]);
  });

  it('at the minimum, and of the whole balance, is accepted', () => {
    expect(open({ deposits: [] }).apply('0.001').ok).toBe(true);
    expect(open({ deposits: [] }).apply('1.9999').ok).toBe(true);
  });

  it('with a known client id is refused', () => {
    const { apply } = open({ deposits: [] });
    unwrap(apply('0.1', { clientWithdrawId: 'w-1' }));
    expect(apply('0.1', { clientWithdrawId: 'w-1' }).ok).toBe(false);
    expect(apply('0.1', { clientWithdrawId: 'w-2' }).ok).toBe(true);
  });

  it('of a disabled asset is refused', () => {
    const { custody, scheduler } = open();
    const eth = custody.balances.findAsset('ETH')!;
    const request = { currency: 'ETH', amount: 1, address: 'addr' };
    const refused = custody.withdrawals.apply(scheduler.now, USER, eth, request);
    expect(refused.ok ? '' : refused.fault.message).toBe('withdrawals of ETH are disabled');
  });

  it('never locks more than the balance, whatever is requested and when', () => {
    const step = fc.record({
      pause: fc.integer({ min: 0, max: 20 }),
      amount: fc.integer({ min: 1, max: 150_000_000 }),
      address: fc.constantFrom('addr', 'bad-address'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { scheduler, custody, btc, apply, balance, status } = open({ deposits: [] });
        let sent = 0n;
        for (const { pause, amount, address } of steps) {
          scheduler.fireUpTo(scheduler.now + pause * SECOND);
          apply(amount / 1e8, { address });
          const [total = 0n, locked = 0n] = balance();
          expect(locked >= 0n && locked <= total).toBe(true);
        }
        scheduler.fireUpTo(scheduler.now + 60 * SECOND);
        for (const one of custody.withdrawals.list(USER.user, { limit: 100 })) {
          if (one.status === 'COMPLETED') sent += one.amount + one.fee;
        }
        expect(status().every((one) => one === 'COMPLETED' || one === 'REJECTED')).toBe(true);
        expect(custody.balances.find(ORG, btc)).toMatchObject({
          total: 200_000_000n - sent,
          locked: 0n,
        });
      }),
      { numRuns: countRuns(50) },
    );
  });
});
