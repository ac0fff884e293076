// Parents of a session, found by strategy and key while they may still change.
import type { ParentView } from '../domain/index.js';
import { BoundedRows, Register } from './bounded.js';
import type { ParentRow } from './results.js';

type OpenParent = { -readonly [K in keyof ParentRow]: ParentRow[K] };

export class Parents {
  readonly rows: BoundedRows<ParentRow>;
  private readonly open: Register<OpenParent>;

  /** So many rows are kept, and so many may still change at one time. */
  constructor(maxRows: number, maxOpen: number) {
    this.rows = new BoundedRows(maxRows);
    this.open = new Register(maxOpen, ({ view }) => view.state !== 'WORKING');
  }

  /** Takes the newest view of a parent; true for one that was not known. */
  see(view: ParentView): boolean {
    const key = toKey(view.strategy, view.key);
    const known = this.open.get(key);
    const parent = known ?? { view, firstSliceAt: 0, lastSliceAt: 0 };
    if (view.slicesDone > (known?.view.slicesDone ?? 0)) parent.lastSliceAt = view.at;
    if (parent.firstSliceAt === 0) parent.firstSliceAt = parent.lastSliceAt;
    parent.view = view;
    if (known !== undefined) return false;
    this.open.add(key, parent);
    this.rows.add(parent);
    return true;
  }

  find(strategy: string, key: string): ParentView | undefined {
    return this.open.get(toKey(strategy, key))?.view;
  }
}

function toKey(strategy: string, key: string): string {
  return `${strategy}\n${key}`;
}
