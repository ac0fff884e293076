// Groups the values of a range for a picture, and computes how much the range explains.
import { parseDuration } from '../../domain/index.js';
import type { SweepRowView, SweepValue, SweepView } from './view.js';

/** Maximum number of groups of a range; more values than this are joined into `JOINED_GROUPS`. */
const MOST_GROUPS = 16;
const JOINED_GROUPS = 10;

export interface Axis {
  readonly name: string;
  /** Labels of the groups, in order of the values. */
  readonly labels: readonly string[];
  /** Index of a row's group. */
  readonly groupOf: (row: SweepRowView) => number;
}

/** Axis of the range at an index of the view's names. */
export function toAxis({ names, rows }: SweepView, index: number): Axis {
  const name = names[index] ?? '';
  const inOrder = rows.toSorted((a, b) => a.combination - b.combination);
  const values = sortValues([...new Set(inOrder.map((row) => row.values[index] ?? ''))]);
  const size = values.length > MOST_GROUPS ? Math.ceil(values.length / JOINED_GROUPS) : 1;
  const places = new Map(values.map((value, place) => [value, Math.floor(place / size)]));
  const labels = Array.from({ length: Math.ceil(values.length / size) }, (_, group) => {
    const [first = '', last = first] = [values[group * size], values[(group + 1) * size - 1]];
    const end = last === first ? (values.at(-1) ?? '') : last;
    return size === 1 ? String(first) : `${String(first)} to ${String(end)}`;
  });
  return { name, labels, groupOf: (row) => places.get(row.values[index] ?? '') ?? 0 };
}

/** Sorts numbers and durations by size; other values keep their order. */
function sortValues(values: readonly SweepValue[]): readonly SweepValue[] {
  const sizes = values.map((value) => {
    if (typeof value === 'number') return value;
    const span = parseDuration(String(value));
    return span.ok ? span.value : undefined;
  });
  if (sizes.includes(undefined)) return values;
  const bySize = new Map(values.map((value, index) => [value, sizes[index] ?? 0]));
  return values.toSorted((a, b) => (bySize.get(a) ?? 0) - (bySize.get(b) ?? 0));
}

/** Objective of every row that has one and ran to its end. */
export function listObjectives({ objective, rows }: SweepView): readonly Measured[] {
  return rows.flatMap((row) => {
    const value = row.figures?.[objective.figure] ?? null;
    return value === null || row.halt !== undefined ? [] : [{ row, value }];
  });
}

export interface Measured {
  readonly row: SweepRowView;
  readonly value: number;
}

/** Share of the objective's variance explained by the groups of an axis, 0 to 1. */
export function toShareTold(axis: Axis, measured: readonly Measured[]): number {
  const mean = toMean(measured);
  const all = measured.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
  const between = groupBy(axis, measured).reduce(
    (sum, group) => sum + group.length * (toMean(group) - mean) ** 2,
    0,
  );
  return all === 0 ? 0 : between / all;
}

/** The rows of each group, in order of the groups. */
export function groupBy(
  { groupOf, labels }: Axis,
  measured: readonly Measured[],
): readonly (readonly Measured[])[] {
  const groups: Measured[][] = labels.map(() => []);
  for (const one of measured) groups[groupOf(one.row)]?.push(one);
  return groups;
}

export function toMean(measured: readonly Measured[]): number {
  if (measured.length === 0) return 0;
  return measured.reduce((sum, { value }) => sum + value, 0) / measured.length;
}
