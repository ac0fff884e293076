// Refuses a case that the naive reference backtest does not define, rather than guess.
import type { NaiveCase, NaivePlace } from './naive-backtest-types.js';

export function assertCase(input: NaiveCase): void {
  const symbols = input.instruments.map((instrument) => instrument.symbol);
  demand(new Set(symbols).size === symbols.length, 'symbols are unique');
  const { rates, orders, replies } = input.latency;
  for (const latency of [rates, orders, replies]) {
    demand(Number.isSafeInteger(latency) && latency >= 0, 'latencies are whole microseconds');
  }
  for (const [index, rate] of input.rates.entries()) {
    demand(symbols.includes(rate.symbol), `row ${index} has a known symbol`);
    demand(rate.at >= (input.rates[index - 1]?.at ?? 0), `row ${index} is in order of time`);
    demand(rate.bidTicks <= rate.offerTicks, `row ${index} is not crossed`);
  }
  const polls = input.polling.view === 'polled' ? input.polling.polls : [];
  for (const [index, poll] of polls.entries()) {
    demand(poll.at >= (polls[index - 1]?.at ?? 0), `poll ${index} is in order of time`);
  }
  const ids = new Set<string>();
  for (const action of input.script.flatMap((decision) => decision.actions)) {
    if (action.do !== 'place') continue;
    demand(!ids.has(action.id), `order ${action.id} is placed once`);
    demand(symbols.includes(action.symbol), `order ${action.id} has a known symbol`);
    assertOrder(action);
    ids.add(action.id);
  }
}

function assertOrder(place: NaivePlace): void {
  const { id, timeInForce, seconds = 0 } = place;
  demand(Number.isSafeInteger(place.units) && place.units > 0, `order ${id} has whole units`);
  demand(Number.isSafeInteger(place.priceTicks), `order ${id} has a price in whole ticks`);
  const timed = Number.isSafeInteger(seconds) && seconds > 0;
  demand(timed === (timeInForce === 'GTT'), `order ${id} has seconds if and only if it is GTT`);
  const atOnce = timeInForce === 'IOC' || timeInForce === 'FOK';
  demand(place.type === 'Limit' || atOnce, `market order ${id} is IOC or FOK`);
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`naive backtest: expected that ${what}`);
}
