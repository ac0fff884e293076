// RC35: a strategy whose same order executes again and again is halted until a person looks.
import { z } from 'zod';
import { MINUTE } from '../../domain/index.js';
import { RollingCount } from '../../machine/index.js';
import type { RiskRule } from '../rule.js';

const count = (value: number, what: string) =>
  z.int().min(2).max(100_000).default(value).describe(what);
const params = z.strictObject({
  within10Minutes: count(20, 'same executions in 10 minutes that halt the strategy'),
  perRun: count(100, 'same executions in a run that halt the strategy'),
});

interface Repeated {
  readonly window: RollingCount;
  total: number;
}

export const rc35: RiskRule<typeof params> = {
  id: 'RC35',
  summary: 'Repeated execution',
  stage: 'post',
  class: 'T',
  live: 'D',
  mitigates: 'a loop that trades',
  action: 'HALT(strategy)',
  params,
  create: ({ within10Minutes, perRun }, { act }) => {
    /** By strategy, symbol, side and size. */
    const executions = new Map<string, Repeated>();
    return {
      onFill: ({ terms, bookedUnits }, { at, units: filled }) => {
        const { host, symbol, side, units, parent } = terms;
        // RC40 bounds children; further fills of an order are no further execution.
        if (parent !== undefined || bookedUnits > filled) return;
        const key = `${host.name}|${symbol.instrument.symbol}|${side}|${String(units)}`;
        let same = executions.get(key);
        if (same === undefined) {
          same = { window: new RollingCount(10 * MINUTE, within10Minutes - 1), total: 0 };
          executions.set(key, same);
        }
        same.total++;
        const isBurst = same.window.isFull(at);
        same.window.add(at);
        if (!isBurst && same.total < perRun) return;
        const span = isBurst ? `${String(within10Minutes)} times in 10 min` : 'a run';
        const found = isBurst ? span : `${String(same.total)} times in ${span}`;
        const what = `${side} of the same size in ${symbol.instrument.symbol}`;
        act.halt('RC35', { strategy: host.name }, `${what} was executed ${found}`);
      },
    };
  },
};
