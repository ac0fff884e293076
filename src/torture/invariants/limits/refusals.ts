// Recomputes refusals: the value in each refusal must be beyond the configured limit.
import type { World } from '../../simulation/world.js';
import { listData, type Records } from '../invariant.js';
import { paramsOf } from './order.js';

interface Refused {
  readonly rule: string;
  readonly symbol: string;
  readonly message: string;
  readonly limit: unknown;
  readonly value: unknown;
  readonly limitsVersion: string;
  readonly rate?: { readonly receiveAge: number; readonly venueAge: number };
}

/** Parameter of a rule that has its limit; empty: the parameter of the instrument's class. */
const FIGURES: Readonly<Record<string, string>> = {
  RC04: '',
  RC05: 'hard',
  RC12: 'maxSeconds',
  RC14: '',
  RC15: '',
  RC19: '',
  RC23: '',
  RC25: 'hard',
  RC26: 'hard',
  RC28: 'hard',
  RC29: 'hard',
};

/** Age limits are at least this many µs; a smaller limit is a number of rates. */
const LEAST_AGE = 1_000;

/** The first refusal whose own figures do not justify it, or undefined. */
export function findGroundless(world: World, records: Records): string | undefined {
  for (const data of listData(records, 'refused')) {
    const found = judge(world, data as unknown as Refused);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judge(world: World, refused: Refused): string | undefined {
  const { rule, limitsVersion, message, value } = refused;
  const describe = (why: string) => `${rule} refused without cause: ${why}: ${message}`;
  if (limitsVersion !== world.plan.limitsVersion) return describe(`limits ${limitsVersion}`);
  if (paramsOf(world, rule) === undefined && FIGURES[rule] !== undefined) return describe('off');
  if (rule === 'RC16') return judgeAge(refused, describe);
  const limit = findLimit(world, refused);
  if (limit === undefined || typeof value !== 'number') return undefined;
  return value > limit ? undefined : describe(`${String(value)} is not above ${String(limit)}`);
}

function findLimit(world: World, { rule, symbol }: Refused): number | undefined {
  const key = FIGURES[rule];
  const params = paramsOf(world, rule);
  if (key !== '') return key === undefined ? undefined : params?.[key];
  const kind = world.plan.instruments.find((one) => one.symbol === symbol)?.class;
  return kind === undefined ? undefined : params?.[kind];
}

function judgeAge(
  { limit, message, rate, value }: Refused,
  describe: (why: string) => string,
): string | undefined {
  if (typeof limit !== 'number' || typeof value !== 'number' || value > limit) return undefined;
  // The quote is not active yet, or its remaining life is too short.
  if (message.startsWith('the quote')) return value < limit ? undefined : describe('a quote');
  // Too few rates since the start: the figures are counts, not ages.
  if (rate === undefined || limit < LEAST_AGE) return value < limit ? undefined : describe('rates');
  const { receiveAge, venueAge } = rate;
  return describe(`${String(receiveAge)} and ${String(venueAge)} are within ${String(limit)}`);
}
