// Custody balances of organizations by asset: total and locked amount.
import type { CustodyAsset, OpeningBalance } from './settings.js';

export interface Balance {
  readonly org: string;
  readonly asset: CustodyAsset;
  readonly total: bigint;
  readonly locked: bigint;
}

export class CustodyBalances {
  readonly #assets: ReadonlyMap<string, CustodyAsset>;
  /** By organization, then by asset. */
  readonly #balances = new Map<string, Map<string, Balance>>();

  constructor(assets: readonly CustodyAsset[], opening: readonly OpeningBalance[]) {
    this.#assets = new Map(assets.map((asset) => [asset.currency, asset]));
    for (const { org, currency, amount } of opening) this.add(org, currency, amount);
  }

  findAsset(currency: string): CustodyAsset | undefined {
    return this.#assets.get(currency);
  }

  /** Balance of one asset; zero where nothing was booked. */
  find(org: string, asset: CustodyAsset): Balance {
    const found = this.#balances.get(org)?.get(asset.currency);
    return found ?? { org, asset, total: 0n, locked: 0n };
  }

  /** One balance for each asset, in the order of the configuration. */
  list(org: string): readonly Balance[] {
    return [...this.#assets.values()].map((asset) => this.find(org, asset));
  }

  /** Adds an amount, which may be negative; ignores currencies that are no configured asset. */
  add(org: string, currency: string, amount: bigint): void {
    const asset = this.#assets.get(currency);
    if (asset === undefined) return;
    const balance = this.find(org, asset);
    this.#put({ ...balance, total: balance.total + amount });
  }

  /** Sets the total of an asset and keeps the locked amount. */
  set(org: string, asset: CustodyAsset, total: bigint): void {
    this.#put({ ...this.find(org, asset), total });
  }

  /** Locks an amount; a negative amount releases it. */
  lock(org: string, asset: CustodyAsset, amount: bigint): void {
    const balance = this.find(org, asset);
    this.#put({ ...balance, locked: balance.locked + amount });
  }

  #put(balance: Balance): void {
    const ofOrg = this.#balances.get(balance.org) ?? new Map<string, Balance>();
    ofOrg.set(balance.asset.currency, balance);
    this.#balances.set(balance.org, ofOrg);
  }
}
