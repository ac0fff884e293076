// RateIds of spot rates in the form of the venue's sample: `2026-01-06-EURUSD-SPOT-5c01aa97be`.
import { formatDate, type Instant, type Instrument } from '../../domain/index.js';

/** What a rateId is computed from. */
export interface NamedRate {
  readonly instrument: Instrument;
  readonly at: Instant;
  /** Number of the rate within its symbol, from 1. */
  readonly rateCount: number;
}

/** Parts of a well-formed rateId. */
export interface RateName {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Base and term without the slash. */
  readonly pair: string;
  readonly rateCount: number;
}

/** RateId of a rate, unique within a symbol for up to 2^32 rates. */
export function formatRateId({ instrument, at, rateCount }: NamedRate): string {
  const name = mix(rateCount).toString(16).padStart(8, '0');
  return `${formatDate(at)}-${instrument.base}${instrument.term}-SPOT-${name}${checkOf(rateCount)}`;
}

/** Parts of a rateId; undefined if it is malformed or its check digits are wrong. */
export function parseRateId(rateId: string): RateName | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})-([A-Z0-9]+)-SPOT-([0-9a-f]{8})([0-9a-f]{2})$/.exec(rateId);
  if (match === null) return undefined;
  const [, date = '', pair = '', name = '', check = ''] = match;
  const rateCount = unmix(Number.parseInt(name, 16));
  return checkOf(rateCount) === check ? { date, pair, rateCount } : undefined;
}

function checkOf(rateCount: number): string {
  return (mix(rateCount ^ 0x5bd1e995) >>> 24).toString(16).padStart(2, '0');
}

/** Odd factors with their multiplicative inverses modulo 2^32. */
const FACTOR_A = 0x21f0aaad;
const INVERSE_A = 0x333c4925;
const FACTOR_B = 0x735a2d97;
const INVERSE_B = 0x97132227;

/** Bijective hash of a 32-bit number. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), FACTOR_A);
  mixed = Math.imul(mixed ^ (mixed >>> 15), FACTOR_B);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Inverse of `mix`: each step reversed by the inverse factor or the same shifts. */
function unmix(mixed: number): number {
  let value = mixed ^ (mixed >>> 15) ^ (mixed >>> 30);
  value = Math.imul(value, INVERSE_B);
  value = value ^ (value >>> 15) ^ (value >>> 30);
  value = Math.imul(value, INVERSE_A);
  return (value ^ (value >>> 16)) >>> 0;
}
