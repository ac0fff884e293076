// Positions by value date and settled cash of the bot and of the venue.
import { createBuiltInCalendars, Settlement, TradeDates } from '../../domain/dates/index.js';
import { formatShortest, MAX_DECIMALS } from '../../domain/numbers/index.js';
import type { World } from './world.js';

export interface Holdings {
  /** Lines such as `EUR/USD 2026-07-15 1000000`, in minor units of the base. */
  readonly dated: readonly string[];
  /** Lines such as `EUR 10000`. */
  readonly cash: readonly string[];
}

/** Holdings by the ledger of the newest run that opened. */
export function listOwnHoldings(world: World): Holdings {
  const snapshot = world.bots.findLast(({ session }) => session)?.session?.snapshot();
  const own = new Settlement(world.plan.instruments, new TradeDates(createBuiltInCalendars()));
  const before = snapshot?.gate.ledger.settlement;
  if (before !== undefined) own.restore(before);
  return {
    dated: own
      .list(world.venueNow)
      .map(({ symbol, units, valueDate }) => `${symbol} ${valueDate} ${String(units)}`)
      .sort(),
    cash: own.listCash(world.venueNow).map(({ amount, currency }) => `${currency} ${amount}`),
  };
}

/** Holdings by the venue's list of positions and its settled trades. */
export function listVenueHoldings({ venue: { desks }, venueNow }: World, user: string): Holdings {
  const [name = '', org = ''] = user.split('@');
  const at = { org, user: name, account: '', role: 'trader' } as const;
  const listed = desks.positions.list(venueNow, at, {});
  const open = listed.ok ? listed.value : [];
  const dates = new TradeDates(createBuiltInCalendars());
  const cash = new Map<string, bigint>();
  const pay = (currency: string, amount: bigint, decimals: number) => {
    const scaled = amount * 10n ** BigInt(MAX_DECIMALS - decimals);
    cash.set(currency, (cash.get(currency) ?? 0n) + scaled);
  };
  for (const { instrument, near, status } of desks.trades.list()) {
    const isPaid = dates.hasSettled(near.valueDate, venueNow, instrument);
    if (status !== 'Verified' || !isPaid) continue;
    const sign = near.side === 'Buy' ? 1n : -1n;
    pay(instrument.base, sign * BigInt(near.baseUnits), instrument.baseDecimals);
    pay(instrument.term, -sign * near.termUnits, instrument.termDecimals);
  }
  return {
    dated: open
      .map(({ instrument, netBase, valueDate }) => {
        return `${instrument.symbol} ${valueDate} ${String(netBase)}`;
      })
      .sort(),
    cash: [...cash]
      .filter(([, amount]) => amount !== 0n)
      .map(([currency, amount]) => `${currency} ${formatShortest(amount, MAX_DECIMALS)}`)
      .sort(),
  };
}
