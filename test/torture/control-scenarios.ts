// For each control a world of a running bot in which it speaks.
import { SECOND } from '../../src/domain/index.js';
import type { PlaceIntent } from '../../src/domain/orders/index.js';
import { replaceFile } from '../../src/journal/index.js';
import { OrderManager } from '../../src/kernel/orders/order-manager.js';
import { RULES } from '../../src/risk/index.js';
import { EGRESS_CHECKS } from '../../src/session/egress/checks.js';
import { DurableSafeguards } from '../../src/session/live/durable-safeguards.js';
import { editObjects, type Fields } from '../../src/torture/faults/edits.js';
import { isPlace } from '../../src/torture/platform/request-kinds.js';
import { systemError } from '../../src/torture/index.js';
import { CONTROL_DIR } from '../../src/torture/simulation/bot.js';
import { placeByHand } from '../../src/torture/simulation/venue-actions.js';
import type { World } from '../../src/torture/simulation/world.js';
import { takeOut } from '../kernel/without.js';

export interface ControlWorld {
  /** 1 unless stated. */
  readonly seed?: number;
  readonly faults?: readonly string[];
  /** Parameters instead of those of the shipped limits, of any rule. */
  readonly rules?: Readonly<Record<string, object | 'off'>>;
  readonly prepare?: (world: World) => void;
  /** Plants a defect that the control is there for; what it gives takes it out again. */
  readonly plant?: () => () => void;
  /** How its line speaks, where others say its id too: `refused`, `halt of symbol`. */
  readonly says?: string;
}

const AT = 20 * SECOND;

type Placed = Parameters<OrderManager['place']>;

/** An order like this, besides those of the strategies. */
function order(more: Partial<PlaceIntent>, times = 1): ControlWorld {
  const prepare = (world: World) => {
    world.time.at(AT, () => {
      world.strategyFaults.atNextRate((context, { instrument, offerTicks }) => {
        const { ratePrecision, symbol } = instrument;
        const price = Number(`${String(offerTicks)}e-${String(ratePrecision)}`);
        const own = {
          symbol,
          side: 'Buy',
          type: 'Limit',
          timeInForce: 'IOC',
          size: 30_000,
        } as const;
        for (let time = 0; time < times; time++) context.place({ ...own, price, ...more });
      });
    });
  };
  return { prepare };
}

/** A limit that ordinary orders break. */
function narrow(id: string, params: object): ControlWorld {
  return { rules: { [id]: params } };
}

/** Answers to such requests are changed on their way. */
function edit(path: string, change: (fields: Fields) => Fields): ControlWorld {
  const prepare = (world: World) => {
    world.wire.meddlers.push(({ request }, plan) => {
      const isIt = request.method === 'GET' && request.target.startsWith(path);
      if (isIt && world.time.now > AT) plan.edits.push(editObjects(change));
    });
  };
  return { prepare };
}

/** From then on such requests are lost. */
export function cut(...words: readonly string[]): (world: World) => void {
  return (world) => {
    world.wire.meddlers.push(({ request: { target } }, plan) => {
      if (world.time.now > AT && words.every((one) => target.includes(one))) plan.isLost = true;
    });
  };
}

/** Plants a method; what it gives puts the own one back. */
function replaceMethod(of: object, name: string, method: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(of, name) ?? {};
  Object.defineProperty(of, name, { ...own, value: method });
  return () => {
    Object.defineProperty(of, name, own);
  };
}

/** A kernel that places what it was not asked to. */
function misplace(change: (...placed: Placed) => Placed): () => () => void {
  const place: (this: OrderManager, ...placed: Placed) => void = Reflect.get(
    OrderManager.prototype,
    'place',
  );
  return () =>
    replaceMethod(
      OrderManager.prototype,
      'place',
      function (this: OrderManager, ...placed: Placed) {
        place.apply(this, change(...placed));
      },
    );
}

/** Children that are larger than what is left of their parent. */
const OVERSIZED = {
  rules: { RC10: 'off' },
  plant: misplace((host, id, intent, symbol, parent) => {
    const size = parent === undefined ? intent.size : 990_000;
    return [host, id, { ...intent, size }, symbol, parent];
  }),
} as const;

const number = (value: unknown): number => (typeof value === 'number' ? value : Number(value));

/** By id. */
export const RULE_WORLDS: Readonly<Record<string, ControlWorld>> = {
  RC01: narrow('RC01', { symbols: ['GBP/USD'] }),
  RC02: narrow('RC02', { allowed: ['Limit/GTT'] }),
  RC03: order({ expirySeconds: 5 }),
  RC04: narrow('RC04', { G10: 10_000 }),
  RC05: narrow('RC05', { hard: 30_000 }),
  RC06: order({ size: 999.99 }),
  RC07: order({ price: 1.100_001 }),
  RC08: order({ size: -1 }),
  RC09: order({ currency: 'CHF' }),
  RC10: { ...narrow('RC10', { timesMedian: 1.5, softTimes: 1.2 }), seed: 6 },
  RC11: order({ valueDate: '2026-07-13' }),
  RC12: order({ timeInForce: 'GTT', expirySeconds: 3_601 }),
  RC13: {
    says: 'refused',
    plant: misplace((host, id, ...rest) => [host, Math.min(id, 3), ...rest]),
  },
  RC14: narrow('RC14', { G10: 0.05 }),
  RC15: narrow('RC15', { G10: 0.05 }),
  RC16: { prepare: cut('/rates/', 'EUR%2FUSD') },
  RC17: { faults: ['X01'], rules: { RC17: { G10: 15 } } },
  RC18: { seed: 17, faults: ['V32'], rules: { RC21: 'off' } },
  RC19: narrow('RC19', { G10: 0.1 }),
  RC20: { seed: 15, faults: ['V32'], rules: { RC21: 'off', RC43: 'off', RC44: 'off' } },
  RC21: narrow('RC21', { bands: { 'GBP/USD': [1.3349, 1.3353] } }),
  RC22: { rules: { RC22: { seconds: 5 } }, prepare: cut('/rates/', 'GBP%2FUSD') },
  RC23: narrow('RC23', { G10: 60_000 }),
  RC24: narrow('RC24', { hard: 200_000 }),
  RC25: narrow('RC25', { hard: 150_000 }),
  RC26: narrow('RC26', { hard: 250_000 }),
  RC27: narrow('RC27', { symbol: 10, strategy: 1, all: 50 }),
  RC28: narrow('RC28', { hard: 60_000 }),
  RC29: narrow('RC29', { hard: 500_000 }),
  RC30: narrow('RC30', { static: 400_000 }),
  RC31: { faults: ['V30'] },
  RC32: narrow('RC32', { percent: 30 }),
  RC33: narrow('RC33', { strategyPerMinute: 2 }),
  RC35: narrow('RC35', { within10Minutes: 2 }),
  RC36: order({}, 2),
  RC37: {},
  RC38: narrow('RC38', { ratio: 0.1, leastOrders: 5 }),
  RC40: { ...OVERSIZED, says: 'refused' },
  RC43: narrow('RC43', { strategy: 1, all: 1 }),
  RC44: { rules: { RC43: 'off', RC44: { equity: 100, runPercent: 1, lifetimePercent: 1 } } },
  RC45: narrow('RC45', { single: { G10: 0.01 }, softShare: 1 }),
  RC46: edit('/v2/orders', (one) => {
    return { ...one, averagePrice: 2 * number(one['averagePrice']) };
  }),
  RC47: edit('/v2/orders', (one) => ({ ...one, cumQty: 2 * number(one['size']) })),
  RC48: { faults: ['V14'] },
  RC49: {
    says: 'halt of symbol',
    prepare: (world) => {
      world.time.at(AT, () => {
        const [instrument] = world.plan.instruments;
        const order = { coId: 'by-hand', side: 'Sell', size: 20_000, through: 5 } as const;
        if (instrument !== undefined) placeByHand(world, { ...order, instrument });
      });
    },
  },
  RC50: { faults: ['V26'] },
  RC53: {
    says: 'refused',
    prepare: (world) => {
      world.wire.meddlers.push((call, plan) => {
        if (world.time.now > AT && isPlace(call)) plan.isLost = true;
      });
    },
  },
  RC70: { seed: 2, faults: ['V30'] },
};

/** Checks of host and venue, by id. */
export const HEALTH_WORLDS: Readonly<Record<string, ControlWorld>> = {
  RC55: { faults: ['V33'] },
  RC56: { seed: 2, rules: { RC56: { positionSeconds: 5 } }, prepare: cut('/positions') },
  RC57: { faults: ['V31'] },
  RC58: {
    prepare: (world) => {
      world.time.at(AT, () => {
        world.block(3 * SECOND);
      });
    },
  },
  RC67: { faults: ['P15'] },
};

const AT_LAST_GATE = 'turned back at the last gate|an order not sent';

/** Something happens while the record of an order is on its way to the disk. */
function whileRecorded(act: (world: World) => void): Pick<ControlWorld, 'says' | 'prepare'> {
  const prepare = (world: World) => {
    const { disk } = world;
    const { before } = disk;
    const isDue = () => {
      const orders = world.bot?.opened?.session.snapshot().orders ?? [];
      return world.time.now > AT && orders.some(({ state }) => state === 'SENDING');
    };
    disk.before = (effect, name) => {
      before(effect, name);
      if (effect !== 'sync' || !isDue()) return;
      disk.before = before;
      act(world);
    };
  };
  return { says: AT_LAST_GATE, prepare };
}

const FAILED_SYNC = whileRecorded(() => {
  throw systemError('EIO');
});

/** Checks of the last gate, by id. */
export const EGRESS_WORLDS: Readonly<Record<string, ControlWorld>> = {
  RC34: {
    ...order({}, 20),
    says: AT_LAST_GATE,
    rules: Object.fromEntries(['RC27', 'RC33', 'RC35', 'RC36', 'RC37'].map((id) => [id, 'off'])),
  },
  RC40: {
    ...OVERSIZED,
    says: AT_LAST_GATE,
    plant: () => {
      const undo = [takeOut(RULES, 'RC40'), OVERSIZED.plant()];
      return () => {
        for (const one of undo) one();
      };
    },
  },
  RC55: whileRecorded(({ machine: { clocks } }) => {
    clocks.wallOffset += SECOND;
  }),
  RC59: FAILED_SYNC,
  // A kernel that is not told of a lost lock.
  RC60: {
    says: AT_LAST_GATE,
    plant: () => replaceMethod(DurableSafeguards.prototype, 'evaluate', () => undefined),
    prepare: ({ machine: { names }, time }) => {
      time.at(AT, () => {
        names.isHeld = () => false;
      });
    },
  },
  RC62: whileRecorded(({ disk }) => {
    replaceFile(disk, CONTROL_DIR, 'KILL', '', { writer: 7 });
  }),
  // Orders that wait for a connection when a person kills.
  RC69: { says: AT_LAST_GATE, seed: 64, faults: ['H04'] },
  RC71: { ...FAILED_SYNC, plant: () => takeOut(EGRESS_CHECKS, 'RC59') },
  RC72: whileRecorded((world) => {
    world.block(0.6 * SECOND);
  }),
};
