// A case of the naive reference backtest, run by the production backtester from files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runBacktest } from '../../backtest/index.js';
import { unwrap } from '../../src/domain/index.js';
import { formatScaled, fromScaled } from '../../src/domain/numbers/index.js';
import type { KernelSink } from '../../src/kernel/index.js';
import type { StrategyResult } from '../../src/report/figures/results.js';
import { toLimitName } from '../../src/risk/index.js';
import { LIMITABLE_CONTROLS } from '../../src/risk/limitable-controls.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { createPollGrid, toRateKey } from '../../src/polling/index.js';
import { PLACED, scripted } from '../fixtures/strategies/scripted.js';
import { toDigest } from './naive-backtest-result.js';
import type {
  NaiveAction,
  NaiveCase,
  NaiveDecision,
  NaiveEndState,
  NaiveEvent,
  NaiveInstrument,
  NaivePoll,
  NaiveRate,
  NaiveResult,
  NaiveSum,
} from './naive-backtest-types.js';

const STRATEGY = resolve('test/fixtures/strategies/scripted.ts');
const REGISTRY = new Map([['scripted', { file: STRATEGY, definition: scripted }]]);
/** Polls of EUR/USD come 1 ms, 501 ms and so on after the start: often at the instant of a row. */
const SEED = 12_369;
const INTERVAL = 500_000;
/** The one rule that is left on refuses what the venue would reject: sizes. */
const SIZES = 'RC06';
const OFF = LIMITABLE_CONTROLS.filter(({ id, live }) => live !== 'F' && id !== SIZES);
const LIMITS = Object.fromEntries(OFF.map(({ id }) => [toLimitName(id), 'off']));

/** What the production backtester makes of a case; an error names what no case may bring about. */
export async function runTwin(input: NaiveCase): Promise<NaiveResult> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-twin-'));
  try {
    const file = join(folder, 'config.yaml');
    writeFileSync(join(folder, 'rates.csv'), toRecording(input));
    writeFileSync(join(folder, 'limits.yaml'), JSON.stringify(LIMITS));
    writeFileSync(file, JSON.stringify(toConfig(input)));
    const plan = unwrap(await loadPlan(file, REGISTRY));
    const { tap, events } = createTap();
    const { collector, isDone, endAt, digest } = unwrap(runBacktest(plan, { tap }));
    if (!isDone) throw new Error('the backtest has not ended');
    const sums = toSums(input, collector.finish(endAt, digest).ledgers);
    return { events, sums, digest: toDigest(events, sums) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes down what the bot hears. */
function createTap() {
  const events: NaiveEvent[] = [];
  const names = new Map<number, string>();
  const nameOf = (intentId: number): string => {
    const name = names.get(intentId);
    if (name === undefined) throw new Error(`no order of the script has intent ${intentId}`);
    return name;
  };
  const ignore = () => undefined;
  const fail = (what: unknown): never => {
    throw new Error(`nothing of the kind was expected: ${JSON.stringify(what)}`);
  };
  const tap: KernelSink = {
    ...{ command: ignore, parent: fail, quotes: fail, busted: fail, unstarted: fail },
    ...{ halted: fail, alert: fail, ask: fail },
    note: ({ text, fields }) => {
      if (text !== PLACED) fail(text);
      names.set(Number(fields['intentId']), String(fields['id']));
    },
    order: ({ at, intentId, isTerminal, state, filledUnits }) => {
      if (!isTerminal) return;
      const id = nameOf(intentId);
      events.push({ at, kind: 'end', id, state: state as NaiveEndState, filledUnits });
    },
    fill: ({ at, intentId, units, priceTicks, executedAt }) => {
      const id = nameOf(intentId);
      events.push({ at, kind: 'fill', id, units, priceTicks, executedAt });
    },
    refused: (refusal) => {
      if (refusal.rule !== SIZES) fail(refusal);
      const { at, intentId } = refusal;
      events.push({ at, kind: 'end', id: nameOf(intentId), state: 'REJECTED', filledUnits: 0 });
    },
  };
  return { tap, events };
}

/**
 * What the report adds up. It marks at the last rate that the bot saw, the reference at the last
 * of the recording: where these may differ, the mark is the reference's.
 */
function toSums(
  { instruments, rates, latency, polling }: NaiveCase,
  ledgers: readonly StrategyResult[],
) {
  return instruments.map(({ symbol }): NaiveSum => {
    const ledger = ledgers.find((one) => one.instrument.symbol === symbol);
    if (ledger === undefined) return { symbol, positionUnits: 0n, cash: 0n, pnlHalfTicks: 0n };
    const { positionUnits, boughtCash, soldCash, pnl2 } = ledger;
    const cash = soldCash - boughtCash;
    if (polling.view === 'every' && latency.rates === 0) {
      return { symbol, positionUnits, cash, pnlHalfTicks: pnl2 };
    }
    const last = rates.findLast((one) => one.symbol === symbol);
    const twiceMid = BigInt((last?.bidTicks ?? 0) + (last?.offerTicks ?? 0));
    return { symbol, positionUnits, cash, pnlHalfTicks: 2n * cash + positionUnits * twiceMid };
  });
}

/** The polls of a session: the grid and the phase of each symbol, within the request budget. */
export function listPolls(rates: readonly NaiveRate[]): readonly NaivePoll[] {
  const [from, to] = [rates[0]?.at ?? 0, rates.at(-1)?.at ?? 0];
  const symbols = [...new Set(rates.map((rate) => rate.symbol))];
  const polls = symbols.flatMap((symbol) => {
    const grid = createPollGrid(SEED, toRateKey(symbol), from, INTERVAL);
    const points: NaivePoll[] = [];
    for (let at = grid(from); at <= to; at = grid(at)) points.push({ at, symbol });
    return points;
  });
  return polls.sort((a, b) => a.at - b.at);
}

function toRecording({ instruments, rates }: NaiveCase): string {
  const rows = rates.map(({ at, symbol, bidTicks, offerTicks, bidUnits, offerUnits }) => {
    const { ratePrecision, baseDecimals } = find(instruments, symbol);
    const prices = [bidTicks, offerTicks].map((ticks) => formatScaled(ticks, ratePrecision));
    const sizes = [bidUnits, offerUnits].map((units) => {
      return units === null ? '' : formatScaled(units, baseDecimals);
    });
    return [at / 1_000, symbol, ...prices, ...sizes].join(',');
  });
  return ['time,symbol,bid,offer,bidSize,offerSize', ...rows, ''].join('\n');
}

function toConfig(input: NaiveCase) {
  const { instruments, rates, latency, fillTiming, polling, script } = input;
  const recorded = instruments.filter((one) => rates.some(({ symbol }) => symbol === one.symbol));
  const terms = recorded.map((one) => {
    const { symbol, ratePrecision, baseDecimals } = one;
    const minSize = fromScaled(one.minSize, baseDecimals);
    const sizeIncrement = fromScaled(one.sizeStep, baseDecimals);
    return [symbol, { ratePrecision, baseDecimals, minSize, sizeIncrement }] as const;
  });
  const times = Object.entries(latency).map(([name, time]) => [name, `${time / 1_000}ms`] as const);
  return {
    name: 'twin',
    recording: { file: 'rates.csv', size: 'unlimited' },
    models: { latency: Object.fromEntries(times), fillTiming },
    seed: SEED,
    polling: { view: polling.view, rates: `${INTERVAL / 1_000}ms` },
    limits: 'limits.yaml',
    instruments: Object.fromEntries(terms),
    strategies: [{ strategy: 'scripted', params: toParams(recorded, script) }],
  };
}

function toParams(instruments: readonly NaiveInstrument[], script: readonly NaiveDecision[]) {
  const decisions = script.map(({ when, actions }) => {
    return { ...when, actions: actions.map((action) => toAction(instruments, action)) };
  });
  return {
    symbols: instruments.map(({ symbol }) => symbol),
    onRate: decisions.filter((one) => 'nthRate' in one),
    onTime: decisions.filter((one) => 'at' in one),
  };
}

function toAction(instruments: readonly NaiveInstrument[], action: NaiveAction) {
  if (action.do === 'cancel') return action;
  const { units, priceTicks, ...order } = action;
  const { baseDecimals, ratePrecision } = find(instruments, order.symbol);
  const size = fromScaled(units, baseDecimals);
  return { ...order, size, price: fromScaled(priceTicks, ratePrecision) };
}

function find(instruments: readonly NaiveInstrument[], symbol: string): NaiveInstrument {
  const instrument = instruments.find((one) => one.symbol === symbol);
  if (instrument === undefined) throw new Error(`the case has no ${symbol}`);
  return instrument;
}
