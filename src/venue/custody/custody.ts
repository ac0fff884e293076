// Custody of the simulated venue: deposit addresses, planned deposits, withdrawals and balances.
import type { Instant } from '../../domain/index.js';
import type { VenueTrade } from '../../domain/venue/index.js';
import type { Scheduler } from '../../determinism/index.js';
import { drawAddress } from './addresses.js';
import { Deposits } from './deposits.js';
import { CustodyBalances } from './balances.js';
import { type CustodyAsset, type CustodySettings, findNetwork, rescale } from './settings.js';
import { Withdrawals } from './withdrawals.js';

export class Custody {
  readonly balances: CustodyBalances;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly #settings: CustodySettings;
  readonly #seed: number;

  constructor(settings: CustodySettings, scheduler: Scheduler, seed: number) {
    this.#settings = settings;
    this.#seed = seed;
    this.balances = new CustodyBalances(settings.assets, settings.balances);
    this.deposits = new Deposits(settings, this.balances, scheduler, seed);
    this.withdrawals = new Withdrawals(settings, this.balances, scheduler, seed);
  }

  /** Schedules the planned deposits. */
  open(at: Instant): void {
    this.deposits.open(at);
  }

  get assets(): readonly CustodyAsset[] {
    return this.#settings.assets;
  }

  /** Deposit address of an organization; undefined if the asset has no such network. */
  address(
    org: string,
    asset: CustodyAsset,
    network?: string,
  ): { readonly network: string; readonly address: string } | undefined {
    const found = findNetwork(asset, network);
    if (found === undefined) return undefined;
    return { network: found, address: drawAddress(this.#seed, org, asset, found) };
  }

  /**
   * Books both currencies of a spot trade at once and reverses a cancelled trade. Trades of a later
   * value date change positions, not balances.
   */
  book(trade: VenueTrade): void {
    if (trade.type !== 'Spot') return;
    const { instrument, near, org } = trade;
    const isBase = trade.dealtCurrency === instrument.base;
    const isBuy = (near.side === 'Buy') === isBase;
    const sign = isBuy === (trade.status === 'Verified') ? 1n : -1n;
    const { base, term, baseDecimals, termDecimals } = instrument;
    this.#move(org, base, sign * BigInt(near.baseUnits), baseDecimals);
    this.#move(org, term, -sign * near.termUnits, termDecimals);
  }

  #move(org: string, currency: string, units: bigint, decimals: number): void {
    const asset = this.balances.findAsset(currency);
    if (asset !== undefined) this.balances.add(org, currency, rescale(units, decimals, asset));
  }
}
