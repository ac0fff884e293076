// What the inputs of the naive model of an order's life are on the wire, read there by the
// production's own codecs: the kernel gets of an answer what it would get of a real one.
import type {
  BustEvent,
  OrderEvent,
  SubmitResultEvent,
  TradeEvent,
} from '../../src/domain/events/index.js';
import type { Instrument } from '../../src/domain/index.js';
import { toSendResult } from '../../src/gateway/submit-result.js';
import { decodeOrder } from '../../src/protocol/codecs/decode-order.js';
import { decodeTrades } from '../../src/protocol/codecs/index.js';
import { classifyCancel, classifyPlace } from '../../src/protocol/index.js';
import { EUR_USD, START, USD_JPY } from '../kernel/harness.js';
import type {
  HttpOutcome,
  Observation,
  SendOutcome,
  Terms,
  TradeRecord,
} from './order-model-inputs.js';

/** Base units, and minor units of them, of one unit of the model. */
export const SIZE = 10;
export const UNITS = 1_000;

export function toInstrument(symbol: string): Instrument {
  return symbol === EUR_USD.symbol ? EUR_USD : USD_JPY;
}

/** The venue tells milliseconds: an instant of the model as both sides are told it. */
export function toWireTime(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}

function toEpochMs(at: number): number {
  return (START + toWireTime(at)) / 1_000;
}

/** What a query shows, or undefined of an answer that the client takes for none. */
export function readOrder(seen: Observation, terms: Terms): OrderEvent | undefined {
  const { echo = {}, transactTime, cumQty, averagePrice } = seen;
  const instrument = toInstrument(echo.symbol ?? terms.symbol);
  const body = {
    coId: seen.coId,
    orderId: seen.orderId,
    ...{ type: terms.type, timeInForce: terms.timeInForce, side: echo.side ?? terms.side },
    ...{ currency: instrument.base, symbol: instrument.symbol },
    size: (echo.size ?? terms.size) * SIZE,
    price: (echo.price ?? terms.price ?? 0) / instrument.ticksPerUnit,
    status: seen.word,
    ...(cumQty === undefined ? {} : { cumQty: cumQty * SIZE }),
    ...(averagePrice === undefined ? {} : { averagePrice: averagePrice / instrument.ticksPerUnit }),
    ...(seen.reason === undefined ? {} : { reason: seen.reason }),
    ...(transactTime === undefined ? {} : { transactTime: toEpochMs(transactTime) }),
    ...(seen.originalCoId === undefined ? {} : { originalCoId: seen.originalCoId }),
  };
  const read = decodeOrder(body, instrument);
  return read.ok ? read.value : undefined;
}

/** The fills of an answer and what was taken back, in the order in which the client tells them. */
export function readTrades(records: readonly TradeRecord[]): readonly (TradeEvent | BustEvent)[] {
  const bodies = records.map((record) => {
    const { ticksPerUnit, base } = toInstrument(record.symbol);
    return {
      ...{ tradeId: record.tradeId, orderId: record.orderId ?? '', coId: record.coId ?? '' },
      ...{ symbol: record.symbol, currency: base, side: record.side, status: record.status },
      ...{ dealtAmount: record.quantity * SIZE, rate: record.price / ticksPerUnit },
      executionTime: toEpochMs(record.executedAt ?? 0),
    };
  });
  const read = decodeTrades(bodies, toInstrument);
  if (!read.ok) throw new Error(read.fault.message);
  return read.value;
}

/** How a place or a cancel ended. */
export function readSend(
  kind: SubmitResultEvent['kind'],
  coId: string,
  outcome: SendOutcome,
  isResent: boolean,
): SubmitResultEvent {
  if (outcome.kind === 'transport') {
    const { outcome: transport } = outcome;
    const nothing = { status: 0, code: '', message: '', orderId: '' };
    return toSendResult(kind, coId, { class: 'unknown', transport, ...nothing }, isResent);
  }
  const text = toBody(outcome, coId);
  const { status } = outcome;
  const read = kind === 'place' ? classifyPlace(status, text, coId) : classifyCancel(status, text);
  return toSendResult(kind, coId, read, isResent);
}

function toFull(code: string): string {
  return `RequestValidationError.${code}`;
}

function toBody({ status, code, text, echo = 'same', ...taken }: HttpOutcome, coId: string) {
  if (status >= 200 && status < 300) {
    const { orderId, word } = taken;
    switch (echo) {
      case 'unreadable':
        return '["cut"]';
      case 'missing':
        return '{}';
      case 'differs':
        return JSON.stringify({ coId: `${coId}9`, orderId });
      case 'same':
        return JSON.stringify({ coId, orderId, status: word });
    }
  }
  const [first, second] = code === 'conflict' ? ['amount', 'InvalidPrice'].map(toFull) : [code];
  return JSON.stringify({ errorCode: first, reason: second, message: text });
}
