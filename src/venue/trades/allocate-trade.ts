// Allocation of a trade to legal entities of its organization.
import type { VenueTrade } from '../../domain/venue/index.js';
import type { Directory } from '../directory.js';
import { type BackOfficeResult, FieldCheck } from './back-office-refusal.js';
import { splitLeg } from './trade-legs.js';

export interface Allocation {
  readonly referenceId: string;
  readonly allocationAmount: number;
  readonly side: 'BUY' | 'SELL';
  readonly customerAccount: string;
  readonly note?: string | undefined;
}

/**
 * Parts of a trade in the order of the allocations, still under the old trade id (wire facts 5.6).
 */
export function toAllocatedTrades(
  directory: Directory,
  trade: VenueTrade,
  allocations: readonly Allocation[],
): BackOfficeResult<readonly VenueTrade[]> {
  const { instrument, dealtCurrency, near, far, org } = trade;
  const isBaseDealt = dealtCurrency === instrument.base;
  const decimals = isBaseDealt ? instrument.baseDecimals : instrument.termDecimals;
  const side = near.side === 'Buy' ? 'BUY' : 'SELL';
  const check = new FieldCheck();
  const references = new Set<string>();
  const shares = allocations.map((one, i) => {
    const name = (field: string) => `allocations.${String(i)}.${field}`;
    check.expect(
      !references.has(one.referenceId),
      name('referenceId'),
      'expected each referenceId once',
    );
    references.add(one.referenceId);
    check.expect(one.side === side, name('side'), `expected the side of the trade, ${side}`);
    const isOwn = directory.isAccountOf(org, one.customerAccount);
    check.expect(isOwn, name('customerAccount'), `${one.customerAccount} is no account of ${org}`);
    return check.positive(name('allocationAmount'), one.allocationAmount, decimals);
  });
  const sum = shares.reduce((total, share) => total + BigInt(share), 0n);
  const message = "expected amounts that add up to the trade's";
  check.expect(sum === BigInt(near.dealtUnits), 'allocations', message);
  const refusal = check.findRefusal();
  if (refusal !== undefined) return refusal;
  const nears = splitLeg(near, shares);
  const fars = far === undefined ? [] : splitLeg(far, shares);
  const parts = allocations.map(({ referenceId, customerAccount, note }, i): VenueTrade => {
    const farPart = fars[i];
    return {
      ...trade,
      account: customerAccount,
      referenceId,
      near: nears[i] ?? near,
      ...(farPart === undefined ? {} : { far: farPart }),
      ...(note === undefined ? {} : { note }),
    };
  });
  return { ok: true, value: parts };
}
