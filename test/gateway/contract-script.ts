// Generated commands for the gateways' contract test, and what a run of them is compared by.
import type { BotEvent, OrderEvent, TradeEvent } from '../../src/domain/events/index.js';
import type { Instrument } from '../../src/domain/index.js';
import { fromScaled } from '../../src/domain/numbers/index.js';
import type {
  Approved,
  CancelCommand,
  Command,
  PlaceCommand,
} from '../../src/domain/orders/index.js';
import { createRandom } from '../oracle/script.js';

/** One command and the step (a second of session time) at which it is sent. */
export interface ScriptedCommand {
  readonly step: number;
  readonly command: Approved<Command>;
}

const KINDS = [
  { type: 'Limit', timeInForce: 'IOC' },
  { type: 'Limit', timeInForce: 'IOC' },
  { type: 'Market', timeInForce: 'IOC' },
  { type: 'Limit', timeInForce: 'FOK' },
  { type: 'Limit', timeInForce: 'GTT' },
  { type: 'Limit', timeInForce: 'GTC' },
  { type: 'Limit', timeInForce: 'DAY' },
] as const;

/** What a place says besides; stops get a stop price around the market. */
export type Kind = Pick<PlaceCommand, 'type' | 'timeInForce' | 'details'>;

/** Orders that do more than meet the book or rest in it. */
export const SPECIAL: readonly Kind[] = [
  { type: 'Limit', timeInForce: 'GTT', details: { maxShow: 100_000, minQty: 50_000 } },
  { type: 'Stop', timeInForce: 'GTT', details: { execFlags: ['BidTrigger'] } },
  { type: 'StopLimit', timeInForce: 'GTT', details: { execFlags: ['MidTrigger'] } },
  { type: 'Pegged', timeInForce: 'GTT', details: { pegPriceType: 'Bid', pegOffsetValue: -0.2 } },
  { type: 'Algo', timeInForce: 'GTC', details: { targetStrategy: 'TWAP', passiveTime: 2_000 } },
];

/** Ticks around which the sample recording moves. */
const MIDDLE = 114_260;

/** `count` commands over `steps` steps: orders of all kinds around the market, and cancels. */
export function generateCommands(
  count: number,
  steps: number,
  instrument: Instrument,
  kinds: readonly Kind[] = KINDS,
): readonly ScriptedCommand[] {
  const random = createRandom(11);
  const pick = (below: number) => Math.floor(random() * below);
  const placed: string[] = [];
  const findStopPrice = () => fromScaled(MIDDLE - 40 + pick(80), instrument.ratePrecision);
  return Array.from({ length: count }, (_, index) => {
    const step = 1 + Math.floor((index * (steps - 1)) / count);
    const coId = `weir-contract-${String(index)}`;
    // Orders that rest are cancelled now and then, so that they stay few.
    if (index > 5 && random() < 0.2) {
      const target = placed[Math.max(0, placed.length - 1 - pick(12))] ?? '';
      const cancel: CancelCommand = { kind: 'cancel', coId: target, orderId: '', intentId: index };
      return { step, command: cancel as Approved<Command> };
    }
    const { type, timeInForce, details } = kinds[pick(kinds.length)]!;
    placed.push(coId);
    const place: PlaceCommand = {
      kind: 'place',
      coId,
      intentId: index,
      instrument,
      side: random() < 0.5 ? 'Buy' : 'Sell',
      type,
      timeInForce,
      units: (1 + pick(40)) * 10_000_000,
      priceTicks: MIDDLE - 60 + pick(120),
      expirySeconds: timeInForce === 'GTT' ? 1 + pick(20) : 0,
      attempt: 1,
      details: type.startsWith('Stop') ? { ...details, stopPrice: findStopPrice() } : details,
    };
    return { step, command: place as Approved<Command> };
  });
}

/**
 * What became of every order: its fills and its last status. A trade may be told more than once.
 */
export function collectOutcome(events: readonly BotEvent[]) {
  const orders = new Map<
    string,
    { status: string; cumUnits: number; fills: Map<string, string> }
  >();
  const find = (coId: string) => {
    let order = orders.get(coId);
    if (order === undefined) {
      order = { status: '', cumUnits: 0, fills: new Map() };
      orders.set(coId, order);
    }
    return order;
  };
  const onOrder = ({ coId, status, cumUnits, averageTicks = 0 }: OrderEvent) => {
    Object.assign(find(coId), { status, cumUnits, averageTicks });
  };
  const onTrade = ({ coId, tradeId, units, priceTicks, executedAt }: TradeEvent) => {
    find(coId).fills.set(tradeId, `${units} at ${priceTicks}, ${executedAt}`);
  };
  for (const event of events) {
    if (event.type === 'order') onOrder(event);
    if (event.type === 'trade') onTrade(event);
  }
  return Object.fromEntries(
    [...orders]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([coId, { fills, ...order }]) => [
        coId,
        { ...order, fills: [...fills.values()].sort() },
      ]),
  );
}
