// Collects the orders, fills, refusals and halts of one side: session or backtest.
import {
  copyOrderView,
  type Fill,
  type Halt,
  type OrderView,
  type OutputSink,
  type Refusal,
} from '../../src/domain/events/index.js';

/** An order in its last state. */
export interface LedgerOrder {
  /** Time of the decision. */
  readonly decidedAt: number;
  view: OrderView;
  readonly fills: Fill[];
}

/** Maximum number of refusals, and of halts, kept per side. */
const MAX_KEPT = 10_000;

export class RunOrders implements OutputSink {
  readonly #byCoId = new Map<string, LedgerOrder>();
  readonly refusals: Refusal[] = [];
  readonly halts: Halt[] = [];

  /** In the order of decisions. */
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
    // a backtest has no busts
  }

  unstarted(): void {
    // a backtest has no previous run
  }

  refused(refusal: Refusal): void {
    if (this.refusals.length < MAX_KEPT) this.refusals.push(refusal);
  }

  halted(halt: Halt): void {
    if (this.halts.length < MAX_KEPT) this.halts.push(halt);
  }

  rate(): void {
    // rates are read from the journal
  }

  parent(): void {
    // only the child orders are compared
  }

  quotes(): void {
    // a trade on a quote is an order, too
  }

  note(): void {
    // not compared
  }

  alert(): void {
    // not compared
  }

  ask(): void {
    // not compared
  }
}
