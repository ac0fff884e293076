// Ranks combinations: first those that satisfy the constraints, then by the objective. A halted run
// is ranked behind them, since it traded for a shorter time than the others.
import type { Figures } from './figures.js';
import type { SweepConfig } from './schema.js';

type Rules = Pick<SweepConfig, 'objective' | 'where'>;

/** Compared data; a run without figures has failed. */
export interface Ranked {
  readonly figures?: Figures | undefined;
}

/** Whether a run went to its end and its result satisfies every constraint. */
export function isFit({ figures }: Ranked, { where }: Pick<Rules, 'where'>): boolean {
  if (figures === undefined || (figures['halts'] ?? 0) > 0) return false;
  return where.every(({ figure, min = -Infinity, max = Infinity }) => {
    const value = figures[figure] ?? null;
    return value !== null && value >= min && value <= max;
  });
}

/** The rows from best to worst; equal rows keep their order. */
export function rank<T extends Ranked>(rows: readonly T[], rules: Rules): readonly T[] {
  const sign = rules.objective.best === 'highest' ? -1 : 1;
  const keys = new Map(
    rows.map((row) => {
      const value = row.figures?.[rules.objective.figure] ?? null;
      const group = row.figures === undefined ? 3 : value === null ? 2 : isFit(row, rules) ? 0 : 1;
      return [row, { group, value: value === null ? 0 : sign * value }];
    }),
  );
  const last = { group: 3, value: 0 };
  return rows.toSorted((a, b) => {
    const [one, other] = [keys.get(a) ?? last, keys.get(b) ?? last];
    return one.group - other.group || one.value - other.value;
  });
}
