// Parent orders of a session, found by strategy and key while they may still change.
import type { ParentView, RefusedParent } from '../../domain/events/index.js';
import { toScaled } from '../../domain/numbers/index.js';
import { BoundedRows, Register } from './bounded.js';
import type { Carried, ParentRow } from '../figures/results.js';
import type { Tallies } from './totals-register.js';

type OpenParent = { -readonly [K in keyof ParentRow]: ParentRow[K] };

export class Parents {
  readonly rows: BoundedRows<ParentRow>;
  private readonly open: Register<OpenParent>;
  private readonly asked = new Map<string, ParentView>();
  /** Newest refusal by key; an accepted parent has none. */
  private readonly refusedByKey = new Map<string, RefusedParent>();
  /** Units filled in previous runs, by key. */
  private readonly carried: ReadonlyMap<string, number>;
  private readonly maxRows: number;

  /** `maxRows` rows are kept, and `maxOpen` parents may be open at one time. */
  constructor(maxRows: number, maxOpen: number, carried: Carried['parents'] = []) {
    this.maxRows = maxRows;
    this.carried = new Map(
      carried.map(({ strategy, key, filledUnits }) => [toKey(strategy, key), filledUnits]),
    );
    this.rows = new BoundedRows(maxRows);
    this.open = new Register(maxOpen, ({ view }) => view.state !== 'WORKING');
  }

  /** Takes the newest view of a parent; returns true for a new parent. */
  see(view: ParentView): boolean {
    const key = toKey(view.strategy, view.key);
    const known = this.open.get(key);
    const parent = known ?? {
      view,
      beforeUnits: this.findBefore(view),
      firstSliceAt: 0,
      lastSliceAt: 0,
      wasWorked: false,
    };
    if (view.slicesDone > (known?.view.slicesDone ?? 0)) parent.lastSliceAt = view.at;
    if (parent.firstSliceAt === 0) parent.firstSliceAt = parent.lastSliceAt;
    parent.view = view;
    parent.wasWorked ||= view.state === 'WORKING';
    if (known !== undefined) return false;
    this.refusedByKey.delete(key);
    this.open.add(key, parent);
    this.rows.add(parent);
    return true;
  }

  /** Keeps one entry per key, however often the parent was requested. */
  addUnstarted(view: ParentView): void {
    if (this.asked.size < this.maxRows) this.asked.set(toKey(view.strategy, view.key), view);
  }

  get unstarted(): readonly ParentView[] {
    return [...this.asked.values()];
  }

  addRefused(parent: RefusedParent): void {
    const key = toKey(parent.strategy, parent.key);
    if (this.refusedByKey.size < this.maxRows) this.refusedByKey.set(key, parent);
  }

  get refused(): readonly RefusedParent[] {
    return [...this.refusedByKey.values()];
  }

  /** Counts refused parents as requested quantity. */
  requestRefused(tallies: Tallies): void {
    for (const { at, side, size, strategy, symbol } of this.refused) {
      const tally = tallies.find(strategy, symbol);
      const units = tally && toScaled(size, tally.instrument.baseDecimals);
      if (units !== undefined && units > 0) tally?.request(at, side, units, 0);
    }
  }

  /** Units of a parent filled in previous runs. */
  findBefore({ strategy, key }: ParentView): number {
    return this.carried.get(toKey(strategy, key)) ?? 0;
  }

  find(strategy: string, key: string): ParentView | undefined {
    return this.open.get(toKey(strategy, key))?.view;
  }
}

function toKey(strategy: string, key: string): string {
  return `${strategy}\n${key}`;
}
