// Scripts of orders of all types for the venue machine and its naive twin: the types and the house.
import type { Instant, Instrument, Micros } from '../../src/domain/index.js';
import type { OrderRequest } from '../../src/domain/orders/index.js';

/** Instants are epoch microseconds, prices ticks, displayed sizes minor units of the base. */
export interface OrderScript {
  readonly settings: OrderSettings;
  readonly instruments: readonly Instrument[];
  readonly providers: readonly ScriptProvider[];
  readonly orgs: readonly ScriptOrg[];
  /** In order of time; at equal time rates stand before what is asked. */
  readonly steps: readonly OrderStep[];
}

export interface OrderSettings {
  readonly latencyOrders: Micros;
  readonly fillTiming: 'arrival' | 'next-rate';
  readonly rateLife: Micros;
  /** Units of the base, by symbol. */
  readonly maxSize: Readonly<Record<string, number>>;
  /** Units of a base, by organization. */
  readonly credit: Readonly<Record<string, number>>;
  readonly hours: 'always' | 'daily' | 'weekly';
}

export type OrderStep = QuotedStep | AskStep | NamedStep | AllStep;

/**
 * A rate; `rateId` is its name in the script, `rate-7`. A PQ order names it as an organization sees
 * it, `rate-7/Beta`.
 */
export interface QuotedStep {
  readonly at: Instant;
  readonly kind: 'rate';
  readonly rateId: string;
  readonly symbol: string;
  readonly bidTicks: number;
  readonly offerTicks: number;
  /** 0 shows none, UNLIMITED is never consumed. */
  readonly bidUnits: number;
  readonly offerUnits: number;
}

export interface AskStep {
  readonly at: Instant;
  readonly kind: 'place';
  readonly user: string;
  /** A rateId in it is the name of a rate of the script. */
  readonly request: OrderRequest;
}

/** Cancels, pauses, resumes or reads the order of that user and coId. */
export interface NamedStep {
  readonly at: Instant;
  readonly kind: 'cancel' | 'suspend' | 'resume' | 'query';
  readonly user: string;
  readonly coId: string;
}

/** Cancels all active orders of the user. */
export interface AllStep {
  readonly at: Instant;
  readonly kind: 'cancel-all';
  readonly user: string;
}

/**
 * One thing that the venue did, by the order's state after it; answers to what was asked stand in
 * the same list.
 */
export interface OrderLine {
  readonly at: Instant;
  readonly user: string;
  readonly coId: string;
  /** A status, `fills as maker` or `taker`, `refused`, `no such order`, `not active`, `shown`. */
  readonly what: string;
  /** Minor units of the dealt currency, filled so far. */
  readonly cumUnits: bigint;
  readonly lastTicks: bigint;
  readonly lastUnits: bigint;
  readonly counterparty: string;
  /** Over all fills, base units times ticks and base units; none before the first fill. */
  readonly average?: readonly [bigint, bigint];
  /** A reason code or the name of the field that is wrong. */
  readonly reason: string;
}

export function formatLine(line: OrderLine): string {
  const { at, user, coId, what, cumUnits, lastTicks, lastUnits, counterparty, reason } = line;
  const [value, base] = line.average ?? [0n, 0n];
  const filled = ` last ${lastUnits}@${lastTicks} ${counterparty} all ${value}/${base}`;
  const last = lastUnits === 0n ? '' : filled;
  return `${at} ${user}/${coId} ${what} ${cumUnits}${last}${reason === '' ? '' : ` ${reason}`}`;
}

export interface ScriptUser {
  readonly user: string;
  readonly org: string;
  readonly account: string;
  readonly trading: boolean;
}

export interface ScriptOrg {
  readonly org: string;
  readonly accounts: readonly string[];
  readonly onBehalfOf: readonly string[];
  readonly spotProviders: readonly string[];
  readonly rfsProviders: readonly string[];
}

/** A provider of levels: pips off each side, pips up, its size as a multiple of the market's. */
export interface ScriptProvider {
  readonly id: string;
  readonly widen: number;
  readonly skew: number;
  readonly sizeFactor: number;
  /** All when absent. */
  readonly symbols?: readonly string[];
}

/** One provider, whose rate is the market's. */
export const ONE_PROVIDER: readonly ScriptProvider[] = [
  { id: 'LP1', widen: 0, skew: 0, sizeFactor: 1 },
];

const ALL = ONE_PROVIDER.map(({ id }) => id);

export const ORGS: readonly ScriptOrg[] = [
  {
    ...{ org: 'Alpha', accounts: ['Alpha1', 'Alpha2'], onBehalfOf: ['Beta', 'Dry'] },
    ...{ spotProviders: ALL, rfsProviders: ALL },
  },
  {
    ...{ org: 'Beta', accounts: ['Beta1'], onBehalfOf: [] },
    ...{ spotProviders: ALL, rfsProviders: ALL },
  },
  // Without providers of quotes.
  {
    ...{ org: 'Dry', accounts: ['Dry1'], onBehalfOf: [] },
    ...{ spotProviders: ALL, rfsProviders: [] },
  },
];

export const USERS: readonly ScriptUser[] = [
  { user: 'ann', org: 'Alpha', account: 'Alpha1', trading: true },
  { user: 'ben', org: 'Beta', account: 'Beta1', trading: true },
  { user: 'dee', org: 'Dry', account: 'Dry1', trading: true },
  { user: 'reader', org: 'Alpha', account: 'Alpha1', trading: false },
];
