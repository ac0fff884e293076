// One position: the flows that can still be taken out of it, on top of those that cannot.
import { applyFlow, type Flow, type Netted, NOTHING } from './netting.js';

/** Flows that have become final are dropped from the list so many at a time. */
const FINAL_BATCH = 256;

export class PositionLine {
  /** Of the flows that nothing changes any more. */
  #final: Netted = NOTHING;
  #netted: Netted = NOTHING;
  #flows: Flow[] = [];
  #finalCount = 0;

  get netted(): Netted {
    return this.#netted;
  }

  add(flow: Flow): void {
    this.#flows.push(flow);
    this.#netted = applyFlow(this.#netted, flow);
  }

  /** Nets again without the flows of a trade: as if it had never been. */
  remove(tradeId: string): void {
    this.#flows = this.#flows.slice(this.#finalCount).filter((flow) => flow.tradeId !== tradeId);
    this.#finalCount = 0;
    this.#netted = this.#flows.reduce(applyFlow, this.#final);
  }

  /** The trade, the oldest that was not final, is. */
  finalize(tradeId: string): void {
    for (;;) {
      const flow = this.#flows[this.#finalCount];
      if (flow?.tradeId !== tradeId) break;
      this.#final = applyFlow(this.#final, flow);
      this.#finalCount++;
    }
    if (this.#finalCount < FINAL_BATCH) return;
    this.#flows = this.#flows.slice(this.#finalCount);
    this.#finalCount = 0;
  }
}
