// RC21: the mid agrees with another source of the venue and lies within an absolute band.
import { z } from 'zod';
import { type Instant, SECOND } from '../../domain/index.js';
import { byClass, findMid2, formatPrice, STATED } from '../figures.js';
import type { Breach, Candidate, RiskRule } from '../rule.js';

const band = z.tuple([z.number().positive(), z.number().positive()]);
const params = z
  .strictObject({
    distance: byClass({ G10: 100, EM: 200, DA: 600 }, 'basis points from the other source'),
    oldest: z.number().positive().default(120).describe('oldest other mid that counts, seconds'),
    bands: z.record(z.string(), band).default({}).describe('lowest and highest mid by symbol'),
  })
  .prefault({});

interface Other {
  readonly at: Instant;
  readonly midTicks: number;
  readonly source: string;
}

export const rc21: RiskRule<typeof params> = {
  id: 'RC21',
  summary: 'Cross source and absolute band',
  stage: 'market',
  class: 'T',
  live: 'M',
  mitigates: 'a rate that is wrong as a whole',
  action: 'REFUSE and PAUSE(symbol)',
  params,
  must: { bands: STATED },
  create: (limits, { symbols, act, isLive }) => {
    const others = new Map<string, Other>();
    const bands: (readonly [number, number] | undefined)[] = [];
    for (const { instrument } of symbols) bands[instrument.id] = limits.bands[instrument.symbol];
    const pause = (name: string, reason: string, at: Instant) => {
      act.pause('RC21', { symbol: name }, reason, at + 60 * SECOND);
      act.alert('page', 'RC21', { symbol: name }, reason);
    };
    return {
      check: (candidate) => {
        const { instrument, hasRate } = candidate.symbol;
        if (!hasRate) return undefined; // RC16 and RC18 refuse that
        const { symbol: name } = instrument;
        const inBand = bands[instrument.id];
        if (inBand === undefined && isLive) {
          const message = `expected a band for ${name}, found none`;
          return { limit: 'a band', value: 'none', message };
        }
        const other = others.size === 0 ? undefined : others.get(name);
        const breach =
          findOutside(candidate, inBand) ??
          findFar(candidate, other, limits.distance[instrument.class], limits.oldest);
        if (breach !== undefined) pause(name, `${name}: ${breach.message}`, candidate.at);
        return breach;
      },
      onEvent: (event, at) => {
        if (event.type !== 'benchmark') return;
        const { midTicks, source, dealtAt = at } = event;
        // A trade of long ago says nothing of now.
        if (at - dealtAt > limits.oldest * SECOND) return;
        others.set(event.symbol, { at: dealtAt, midTicks, source });
        const state = symbols.find(({ instrument }) => instrument.symbol === event.symbol);
        if (state?.hasRate !== true) return;
        const mid2 = state.bidTicks + state.offerTicks;
        const value = (Math.abs(mid2 - 2 * midTicks) / (2 * midTicks)) * 10_000;
        const limit = limits.distance[state.instrument.class];
        if (value <= limit) return;
        const found = value.toFixed(2);
        pause(event.symbol, `${event.symbol}: the mid is ${found} bp from the ${source}`, at);
      },
    };
  },
};

function findOutside(
  candidate: Candidate,
  inBand: readonly [number, number] | undefined,
): Breach | undefined {
  if (inBand === undefined) return undefined;
  const { instrument } = candidate.symbol;
  const mid = findMid2(candidate) / (2 * instrument.ticksPerUnit);
  const [low, high] = inBand;
  if (mid >= low && mid <= high) return undefined;
  const limit = `${String(low)} to ${String(high)}`;
  return { limit, value: mid, message: `expected a mid of ${limit}, found ${String(mid)}` };
}

function findFar(
  candidate: Candidate,
  other: Other | undefined,
  limit: number,
  oldest: number,
): Breach | undefined {
  if (other === undefined || candidate.at - other.at > oldest * SECOND) return undefined;
  const value =
    (Math.abs(findMid2(candidate) - 2 * other.midTicks) / (2 * other.midTicks)) * 10_000;
  if (value <= limit) return undefined;
  const price = formatPrice(other.midTicks, candidate.symbol.instrument);
  const message =
    `expected a mid within ${String(limit)} bp of the ${other.source} (${price}), ` +
    `found it ${value.toFixed(2)} bp away`;
  return { limit, value, message };
}
