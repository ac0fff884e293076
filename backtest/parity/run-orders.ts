// The orders and fills of one side, the session's or the backtest's, with its refusals and halts.
import {
  copyOrderView,
  type Fill,
  type Halt,
  type OrderView,
  type OutputSink,
  type Refusal,
} from '../../src/domain/index.js';

/** An order as its side ended it. */
export interface LedgerOrder {
  /** When it was decided. */
  readonly decidedAt: number;
  view: OrderView;
  readonly fills: Fill[];
}

/** Refusals and halts kept of each side. */
const MAX_KEPT = 10_000;

export class RunOrders implements OutputSink {
  readonly #byCoId = new Map<string, LedgerOrder>();
  readonly refusals: Refusal[] = [];
  readonly halts: Halt[] = [];

  /** In the order in which they were decided. */
  get orders(): readonly LedgerOrder[] {
    return [...this.#byCoId.values()];
  }

  order(view: OrderView): void {
    const known = this.#byCoId.get(view.coId);
    if (known !== undefined) known.view = copyOrderView(view);
    else {
      this.#byCoId.set(view.coId, { decidedAt: view.at, view: copyOrderView(view), fills: [] });
    }
  }

  fill(fill: Fill): void {
    this.#byCoId.get(fill.coId)?.fills.push({ ...fill });
  }

  busted(): void {
    // the backtest is not told of it
  }

  unstarted(): void {
    // the backtest begins anew
  }

  refused(refusal: Refusal): void {
    if (this.refusals.length < MAX_KEPT) this.refusals.push(refusal);
  }

  halted(halt: Halt): void {
    if (this.halts.length < MAX_KEPT) this.halts.push(halt);
  }

  rate(): void {
    // the journal's own are taken from its records
  }

  parent(): void {
    // its orders are what is compared
  }

  quotes(): void {
    // what is dealt on them is an order
  }

  note(): void {
    // changes nothing
  }

  alert(): void {
    // changes nothing
  }

  ask(): void {
    // changes nothing
  }
}
