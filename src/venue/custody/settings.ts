// Settings of custody: assets, opening balances, planned deposits and processing times.
import type { Instrument, Micros } from '../../domain/index.js';
import { powerOfTen } from '../../domain/numbers/index.js';

export interface CustodyAsset {
  readonly currency: string;
  /** Decimals of its amounts. */
  readonly decimals: number;
  /** Names of blockchains; the first is used when a request names none. */
  readonly networks: readonly string[];
  readonly depositAllowed: boolean;
  readonly withdrawAllowed: boolean;
  /** Smallest withdrawal and its fee, in integers of 10^-decimals. */
  readonly minWithdraw: bigint;
  readonly withdrawFee: bigint;
}

export interface OpeningBalance {
  readonly org: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** A deposit that arrives without a request. */
export interface DepositPlan {
  readonly org: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly network?: string;
  /** Delay from the venue's start. */
  readonly after: Micros;
  /** Interval of repetition; absent: the deposit arrives once. */
  readonly every?: Micros;
}

/** Session time between the steps of a deposit and of a withdrawal. */
export interface CustodyPace {
  readonly confirm: Micros;
  readonly credit: Micros;
  readonly review: Micros;
  readonly process: Micros;
  readonly complete: Micros;
}

export interface CustodySettings {
  readonly assets: readonly CustodyAsset[];
  readonly balances: readonly OpeningBalance[];
  readonly deposits: readonly DepositPlan[];
  readonly pace: CustodyPace;
  /** Addresses to which every withdrawal is rejected after its review. */
  readonly refusedAddresses: readonly string[];
  /** Records kept of each kind; beyond it the oldest are dropped. */
  readonly maxRecords: number;
}

export const DEFAULT_PACE: CustodyPace = {
  confirm: 10_000_000,
  credit: 20_000_000,
  review: 2_000_000,
  process: 5_000_000,
  complete: 15_000_000,
};

export const NO_CUSTODY: CustodySettings = {
  assets: [],
  balances: [],
  deposits: [],
  pace: DEFAULT_PACE,
  refusedAddresses: [],
  maxRecords: 10_000,
};

/** The requested network, or the asset's first if none is requested; undefined if unknown. */
export function findNetwork(asset: CustodyAsset, network?: string): string | undefined {
  const [first] = asset.networks;
  return network === undefined ? first : asset.networks.find((one) => one === network);
}

/** Converts units of 10^-decimals to units of the asset, whose decimals are at least as many. */
export function rescale(units: bigint, decimals: number, asset: CustodyAsset): bigint {
  return units * BigInt(powerOfTen(asset.decimals - decimals));
}

/**
 * Finds an asset with fewer decimals than an instrument of its currency, which could not book the
 * instrument's trades exactly.
 */
export function findCoarseAsset(
  assets: readonly CustodyAsset[],
  instruments: readonly Instrument[],
): CustodyAsset | undefined {
  return assets.find(({ currency, decimals }) =>
    instruments.some(
      ({ base, term, baseDecimals, termDecimals }) =>
        (currency === base && decimals < baseDecimals) ||
        (currency === term && decimals < termDecimals),
    ),
  );
}
