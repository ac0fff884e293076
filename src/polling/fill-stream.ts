// Fills of one own order, asked for when somebody has reason to.
import { Observable } from 'rxjs';
import type { Lane } from './request-budget.js';
import type { StreamPorts } from './ports.js';
import { type NewTrade, toPollEvent, toUnchanged, type TradeReading } from './reading.js';

type Fills = Awaited<ReturnType<StreamPorts['client']['fills']>>;

/**
 * By the venue's id of the order, then by ours when that brings nothing new: indexes may differ.
 */
async function askFills(
  { client, poller }: StreamPorts,
  coId: string,
  orderId: string,
  known: ReadonlySet<string>,
): Promise<Fills> {
  const first = orderId === '' ? undefined : await client.fills(orderId);
  const isNew = first?.class === 'data' && first.value.some((trade) => !known.has(toMark(trade)));
  if (first !== undefined && (isNew || first.class === 'failed')) return first;
  const askByCoId = () => client.fills(coId, 'coId');
  // One request is paid for: it is the first, where there are two.
  const second = await (first === undefined
    ? askByCoId()
    : poller.requestNow('trading', askByCoId));
  return second.class === 'data' || first === undefined ? second : first;
}

/**
 * A trade comes once as a fill, and twice when the venue takes it back: see `decodeTrades`. A
 * record that says something else than before is another: the one before may have been broken.
 */
function toMark(event: NewTrade['event']): string {
  const { priceTicks, tradeId, type, units } = event;
  if (type === 'bust') return `bust${event.isEarly === true ? ' early' : ''} ${tradeId}`;
  const { dealtCurrency = '', side = '', symbol = '' } = event;
  return [type, tradeId, symbol, side, units, priceTicks, dealtCurrency].join(' ');
}

/** Who has not booked the trade can only take it back later, when something stands for it. */
function isUnseen(event: NewTrade['event'], booked: ReadonlySet<string>): boolean {
  return event.type === 'bust' && event.isEarly !== true && !booked.has(event.tradeId);
}

/**
 * One query for each value of `asks`, in the lane that it names, none while budget or connections
 * are used up. Each record of a trade comes once, but a trade that was taken back unseen comes each
 * time; a query that brings nothing new is a poll reading. What is asked for while a query is under
 * way is asked once more after it, for the answer may be older.
 */
export function createFillStream(
  ports: StreamPorts,
  coId: string,
  orderId: string,
  asks: Observable<Lane>,
): Observable<TradeReading> {
  const { clock, poller } = ports;
  return new Observable<TradeReading>((subscriber) => {
    const known = new Set<string>();
    const booked = new Set<string>();
    let isAsking = false;
    let next: Lane | undefined;

    const query = async (): Promise<void> => {
      const outcome = await askFills(ports, coId, orderId, known);
      const receivedAt = clock.now();
      if (outcome.class !== 'data') {
        subscriber.next({ kind: 'poll', event: toPollEvent('trades', coId, outcome), receivedAt });
        return;
      }
      const knownBefore = known.size;
      for (const trade of outcome.value) {
        if (known.has(toMark(trade)) && !isUnseen(trade, booked)) continue;
        known.add(toMark(trade));
        const isChanged = trade.type === 'trade' && booked.has(trade.tradeId);
        if (trade.type === 'trade') booked.add(trade.tradeId);
        const event = trade.coId === '' ? { ...trade, coId } : trade;
        const told = isChanged ? { ...event, isChanged } : event;
        subscriber.next({ kind: 'trade', event: told, receivedAt });
      }
      if (known.size > knownBefore) return;
      const event = toUnchanged('trades', coId, outcome.status);
      subscriber.next({ kind: 'poll', event, receivedAt });
    };

    const ask = (lane: Lane): void => {
      next = isAsking ? lane : undefined;
      if (isAsking) return;
      const request = poller.tryRequest(lane, query);
      if (request === undefined) return;
      isAsking = true;
      void request.then(() => {
        isAsking = false;
        if (next !== undefined && !subscriber.closed) ask(next);
      });
    };
    return asks.subscribe(ask);
  });
}
