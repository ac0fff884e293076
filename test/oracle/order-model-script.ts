// Short words for hand-made lives of one order, `bot-1`: buys 100 EUR/USD at 500 or less.
import { createOrderModel } from './order-model.js';
import type {
  ModelInput,
  Observation,
  Probe,
  SendOutcome,
  Terms,
  TradeRecord,
} from './order-model-inputs.js';
import type { OrderModelOptions } from './order-model-state.js';

const SECOND = 1_000_000;
export const TERMS: Terms = {
  ...{ strategy: 'one', symbol: 'EUR/USD', side: 'Buy', size: 100, currency: 'EUR' },
  ...{ type: 'Limit', timeInForce: 'GTC', price: 500 },
};
export const TAKEN: SendOutcome = { kind: 'http', status: 202, orderId: 'v1', word: 'RECEIVED' };
export const TIMEOUT: SendOutcome = { kind: 'transport', outcome: 'timeout' };
export const PLACE = 'RequestValidationError.';

/** Seconds to instants. */
export function at(seconds: number): { readonly at: number } {
  return { at: seconds * SECOND };
}

export function make(seconds = 1, terms: Partial<Terms> = {}, coId = 'bot-1'): ModelInput {
  return { ...at(seconds), kind: 'make', coId, terms: { ...TERMS, ...terms } };
}

export function say(
  seconds: number,
  kind: 'send-started' | 'cancel-requested' | 'cancel-started' | 'approve' | 'refuse' | 'journal',
  coId = 'bot-1',
): ModelInput {
  return { ...at(seconds), kind, coId };
}

export function answer(seconds: number, outcome: SendOutcome, coId = 'bot-1'): ModelInput {
  return { ...at(seconds), kind: 'send-ended', coId, outcome };
}

export function send(
  seconds: number,
  outcome: SendOutcome,
  terms: Partial<Terms> = {},
  coId = 'bot-1',
) {
  return [
    make(seconds, terms, coId),
    say(seconds, 'send-started', coId),
    answer(seconds, outcome, coId),
  ];
}

export function bad(code?: string, status = 400): SendOutcome {
  return { kind: 'http', status, ...(code === undefined ? {} : { code }) };
}

/** A query that took no time worth a word. */
export function see(seconds: number, word: string, more: Partial<Observation> = {}): ModelInput {
  const order = { coId: 'bot-1', orderId: 'v1', word, ...more };
  return { ...at(seconds), startedAt: seconds * SECOND - 1, kind: 'observed', order };
}

export function trade(
  tradeId: string,
  quantity: number,
  more: Partial<TradeRecord> = {},
): TradeRecord {
  return {
    ...{ tradeId, coId: 'bot-1', orderId: 'v1', symbol: 'EUR/USD', side: 'Buy', quantity },
    ...{ price: 500, status: 'Verified', ...more },
  };
}

export function trades(seconds: number, ...records: readonly TradeRecord[]): ModelInput {
  const startedAt = seconds * SECOND - 1;
  return { ...at(seconds), startedAt, kind: 'trades', coId: 'bot-1', records };
}

export function probe(seconds: number, more: Partial<Probe> = {}, coId = 'bot-1'): ModelInput {
  const nothing = { byCoId: 'empty', list: 'without', trades: 'unchanged' } as const;
  const startedAt = seconds * SECOND - 1;
  return { ...at(seconds), startedAt, coId, kind: 'probe', ...nothing, ...more };
}

export function play(inputs: readonly ModelInput[], options: Partial<OrderModelOptions> = {}) {
  const model = createOrderModel(options);
  for (const input of inputs) model.apply(input);
  return model.view();
}

export type View = ReturnType<typeof play>;

export function order(view: View, name = 'bot-1') {
  return view.orders.find((one) => one.name === name)!;
}

export function halts(view: View): readonly string[] {
  return view.halts.map(({ scope, cause }) => `${scope}: ${cause}`);
}

export function wishes(view: View, what: string): readonly number[] {
  return view.wishes.filter((wish) => wish.what === what).map((wish) => wish.at / SECOND);
}
