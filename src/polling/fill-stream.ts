// Stream of the fills of one own order, queried on demand.
import { Observable } from 'rxjs';
import type { Lane } from './request-budget.js';
import type { StreamPorts } from './ports.js';
import { type NewTrade, toPollEvent, toUnchanged, type TradeReading } from './reading.js';

type Fills = Awaited<ReturnType<StreamPorts['client']['fills']>>;

/**
 * Queries by order id, then by coId where that has nothing new, since the venue's indexes may
 * differ.
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
  // The budget covers the first of the two requests.
  const second = await (first === undefined
    ? askByCoId()
    : poller.requestNow('trading', askByCoId));
  return second.class === 'data' || first === undefined ? second : first;
}

/**
 * Key of a trade record: a trade has one as a fill and another as a bust, see `decodeTrades`. A
 * record with other values counts as new, since the earlier one may have been wrong.
 */
function toMark(event: NewTrade['event']): string {
  const { priceTicks, tradeId, type, units } = event;
  if (type === 'bust') return `bust${event.isEarly === true ? ' early' : ''} ${tradeId}`;
  const { dealtCurrency = '', side = '', symbol = '' } = event;
  return [type, tradeId, symbol, side, units, priceTicks, dealtCurrency].join(' ');
}

/**
 * Whether a bust concerns a trade that was never booked; it applies later, once a provisional fill
 * is booked for the trade.
 */
function isUnseen(event: NewTrade['event'], booked: ReadonlySet<string>): boolean {
  return event.type === 'bust' && event.isEarly !== true && !booked.has(event.tradeId);
}

/**
 * Sends one query per value of `asks`, in that lane; none while budget or connections are used up.
 * Each record of a trade is emitted once, but a bust of an unbooked trade each time; a query
 * without news is a poll reading. A value that arrives during a query starts another one, since the
 * response may be older.
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
        const marked = isChanged ? { ...event, isChanged } : event;
        subscriber.next({ kind: 'trade', event: marked, receivedAt });
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
