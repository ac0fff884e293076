// RC35: halts a strategy that executes the same order again and again.
import { z } from 'zod';
import { type Instant, MINUTE } from '../../../domain/index.js';
import { RollingCount, RollingTimes } from '../../../determinism/index.js';
import type { KeptExecutions, RiskRule } from '../../rule.js';

const count = (value: number, what: string) =>
  z.int().min(2).max(100_000).default(value).describe(what);
const params = z.strictObject({
  within10Minutes: count(
    20,
    'executions of the same side and size in 10 minutes that halt the strategy',
  ),
  perRun: count(100, 'executions of the same side and size in a run that halt the strategy'),
});

/** Maximum of different executions that are counted; the oldest entry is dropped. */
const MAX_REMEMBERED = 10_000;

interface Repeated {
  readonly window: RollingCount;
  /** For an observed rule: all executions, also those beyond the limit. */
  readonly whole: RollingTimes | undefined;
  total: number;
  /** The strategy was halted. An operator must resume it, so the next run counts from 0. */
  hasHalted: boolean;
}

export const rc35: RiskRule<typeof params> = {
  id: 'RC35',
  name: 'repeatedExecution',
  summary: 'Repeated execution',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'observed',
  live: 'D',
  mitigates: 'a strategy that trades in a loop',
  isRecomputed: true,
  action: 'HALT(strategy)',
  params,
  keys: { maxPer10Minutes: 'within10Minutes', maxPerRun: 'perRun' },
  create: ({ within10Minutes, perRun }, { act, isObserved = false, keepsExecutions }) => {
    /** Keys are strategy, symbol, side and size. */
    const executions = new Map<string, Repeated>();
    const find = (key: string): Repeated => {
      const same = executions.get(key) ?? {
        window: new RollingCount(10 * MINUTE, within10Minutes - 1),
        whole: isObserved ? new RollingTimes(10 * MINUTE) : undefined,
        total: 0,
        hasHalted: false,
      };
      executions.delete(key);
      executions.set(key, same);
      const [oldest] = executions.keys();
      if (executions.size > MAX_REMEMBERED && oldest !== undefined) executions.delete(oldest);
      return same;
    };
    const list = (at: Instant) => {
      return [...executions].flatMap(([key, { hasHalted, window }]): KeptExecutions[] => {
        const times = hasHalted ? [] : window.list(at);
        return times.length === 0 ? [] : [{ key, times }];
      });
    };
    const restore = (kept: readonly KeptExecutions[]) => {
      for (const { key, times } of kept) for (const at of times) find(key).window.add(at);
    };
    return {
      onFill: ({ terms, bookedUnits }, { at, units: filled, isReplacement, replaces = 0 }) => {
        const { host, symbol, side, units, parent } = terms;
        // Not counted: children, which RC40 bounds; further fills of the same order; trades that
        // replace a provisional fill or a bust.
        if (parent !== undefined || bookedUnits > filled) return;
        if (isReplacement === true || replaces > 0) return;
        const key = `${host.name}|${symbol.instrument.symbol}|${side}|${String(units)}`;
        const same = find(key);
        same.total++;
        const isBurst = same.window.isFull(at);
        same.window.add(at);
        same.whole?.add(at);
        if (!isBurst && same.total < perRun) return;
        const span = isBurst ? `${String(within10Minutes)} times in 10 min` : 'a run';
        const found = isBurst ? span : `${String(same.total)} times in ${span}`;
        const what = `${side} of the same size in ${symbol.instrument.symbol}`;
        same.hasHalted = true;
        const needs = {
          ...(isBurst ? { within10Minutes: (same.whole?.countAt(at) ?? within10Minutes) + 1 } : {}),
          ...(same.total >= perRun ? { perRun: same.total + 1 } : {}),
        };
        act.halt('RC35', { strategy: host.name }, `${what} was executed ${found}`, needs);
      },
      ...(keepsExecutions === true ? { executions: { list, restore } } : {}),
    };
  },
};
