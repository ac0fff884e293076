// One position: flows that can still be removed, on top of final ones.
import { applyFlow, type Flow, type Netted, NOTHING } from './netting.js';

/** Final flows are removed from the list in batches of this size. */
const FINAL_BATCH = 256;

export class PositionLine {
  /** Net of the final flows. */
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

  /** Nets again without the flows of a trade. */
  remove(tradeId: string): void {
    this.#flows = this.#flows.slice(this.#finalCount).filter((flow) => flow.tradeId !== tradeId);
    this.#finalCount = 0;
    this.#netted = this.#flows.reduce(applyFlow, this.#final);
  }

  /** Marks a trade as final; it must be the oldest that is not final. */
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
