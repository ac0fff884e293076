// Network of one life: the client's lanes connect to a venue within this process.
import type { LaneDispatcher, VenueClientOptions } from '../../client/index.js';
import type { LocalRequest } from '../../simulator/index.js';
import { answerRequest } from './answer-request.js';
import type { Life } from './process-life.js';
import { Exchange, type Handler, type NetworkWorld, type WireCall } from './wire-types.js';

const CONNECTIONS: Readonly<Record<string, number>> = { safety: 1, trading: 2, data: 2 };

export type CreateLane = NonNullable<VenueClientOptions['createLane']>;

export function createVirtualLanes(world: NetworkWorld, life: Life): CreateLane {
  return (lane, origin) => new VirtualLane(world, life, lane, origin);
}

class VirtualLane implements LaneDispatcher {
  readonly #world: NetworkWorld;
  readonly #life: Life;
  readonly #lane: string;
  readonly #origin: string;
  readonly #queue: (() => void)[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(world: NetworkWorld, life: Life, lane: string, origin: string) {
    this.#world = world;
    this.#life = life;
    this.#lane = lane;
    this.#origin = origin;
  }

  dispatch(options: Parameters<LaneDispatcher['dispatch']>[0], handler: Handler): boolean {
    const exchange = new Exchange(handler, () => {
      call.isOver = true;
      this.#busy -= 1;
      this.#pump();
    });
    const { method, path, headers, body } = options;
    const request: LocalRequest = {
      method,
      target: path,
      headers: lowerKeys(headers as Readonly<Record<string, string>>),
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    };
    const number = this.#world.nextNumber();
    const life = this.#life.number;
    const place = { lane: this.#lane, origin: this.#origin };
    const isAwaited = () => handler.isOver !== true;
    const call: WireCall = { life, number, ...place, request, status: 0, isOver: false, isAwaited };
    if (this.#isClosed) {
      exchange.fail('UND_ERR_DESTROYED');
      return false;
    }
    if (!this.#life.isOver) this.#world.handed(call);
    this.#queue.push(() => {
      this.#begin(call, exchange);
    });
    this.#pump();
    return true;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  #pump(): void {
    while (this.#busy < (CONNECTIONS[this.#lane] ?? 1)) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#busy += 1;
      next();
    }
  }

  /** `plan` may have ended the life. */
  #isOver(): boolean {
    return this.#life.isOver;
  }

  #begin(call: WireCall, exchange: Exchange): void {
    const { time } = this.#world;
    if (this.#life.isOver) return;
    const plan = this.#world.plan(call);
    if (this.#isOver()) return;
    if (plan.refusal !== undefined) {
      const { refusal } = plan;
      time.after(
        plan.refusedAfter,
        this.#life.guard(() => {
          exchange.fail(refusal);
        }),
      );
      return;
    }
    const leave = () => {
      if (!exchange.start()) return;
      this.#world.leaves(call);
      answerRequest(this.#world, this.#life, { call, plan, exchange });
    };
    if (plan.connect === 0) leave();
    else time.after(plan.connect, this.#life.guard(leave));
  }
}

function lowerKeys(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) lower[name.toLowerCase()] = value;
  return lower;
}
