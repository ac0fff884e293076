// How custody is set up: its assets, opening balances, deposits that arrive, and its pace.
import { type Instrument, type Micros, powerOfTen } from '../../domain/index.js';

export interface CustodyAsset {
  readonly currency: string;
  /** Decimals of its amounts. */
  readonly decimals: number;
  /** Blockchains by name; the first is taken where a request names none. */
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

/** Deposits that arrive by themselves. */
export interface DepositPlan {
  readonly org: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly network?: string;
  /** After the venue's start. */
  readonly after: Micros;
  /** Again and again after this; absent: once. */
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
  /** Addresses to which every withdrawal is turned down in review. */
  readonly refusedAddresses: readonly string[];
  /** Records kept of each kind; the oldest are forgotten beyond it. */
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

/** The network that is asked for, or the asset's first; undefined where it has no such one. */
export function findNetwork(asset: CustodyAsset, network?: string): string | undefined {
  const [first] = asset.networks;
  return network === undefined ? first : asset.networks.find((one) => one === network);
}

/** Units of 10^-decimals as units of the asset, which is never the coarser of the two. */
export function rescale(units: bigint, decimals: number, asset: CustodyAsset): bigint {
  return units * BigInt(powerOfTen(asset.decimals - decimals));
}

/** An asset whose amounts are coarser than an instrument's: trades could not be booked exactly. */
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
