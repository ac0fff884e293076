// The event log of backtests: against the rows of reports, odd texts, on a full disk.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EventLog, runBacktest } from '../../backtest/index.js';
import { loadRegistry } from '../../src/cli/registry.js';
import { unwrap } from '../../src/domain/index.js';
import { fromScaled } from '../../src/domain/numbers/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { makeFill, makeOrder, START } from '../report/twap-session.js';

type Event = Readonly<Record<string, unknown>>;

const toConfig = (name: string) => fileURLToPath(new URL(`../../config/${name}`, import.meta.url));

function createFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'weir-events-')), 'events.ndjson');
}

function readEvents(file: string): readonly Event[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as Event);
}

async function run(config: string) {
  const plan = unwrap(await loadPlan(toConfig(config), await loadRegistry()));
  const file = createFile();
  const log = unwrap(EventLog.open(file));
  const { collector, digest, endAt } = unwrap(runBacktest(plan, { tap: log }));
  const lines = unwrap(log.close());
  const events = readEvents(file);
  expect(events).toHaveLength(lines);
  const plain = unwrap(runBacktest(plan));
  expect(digest).toBe(plain.digest);
  return { results: collector.finish(endAt, digest), events };
}

describe('event log', () => {
  it.each(['backtest.yaml', 'rfs.yaml', 'gbpusd.yaml'])(
    '%s: has the orders and fills of the report, in order of time',
    async (config) => {
      const { results, events } = await run(config);
      const times = events.map(({ at }) => Number(at));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const ofType = (name: string) => events.filter(({ event }) => event === name);
      const { orders, fills } = results;
      expect(fills.rows.length).toBeGreaterThan(5);
      expect(ofType('fill')).toEqual(
        fills.rows.map(({ fill }) => ({
          ...{ at: fill.at, event: 'fill', tradeId: fill.tradeId, coId: fill.coId },
          ...{ intentId: fill.intentId, strategy: fill.strategy, side: fill.side },
          symbol: fill.instrument.symbol,
          size: fromScaled(fill.units, fill.instrument.baseDecimals),
          price: fromScaled(fill.priceTicks, fill.instrument.ratePrecision),
          ...{ executedAt: fill.executedAt, provider: 'LP1' },
        })),
      );
      for (const { view } of orders.rows) {
        const reported = ofType('order').filter(({ coId }) => coId === view.coId);
        const { instrument, side, type, timeInForce } = view;
        const symbol = instrument.symbol;
        const size = fromScaled(view.units, instrument.baseDecimals);
        expect(reported[0]).toMatchObject({
          state: 'SENDING',
          symbol,
          side,
          type,
          timeInForce,
          size,
        });
        const filled = fromScaled(view.filledUnits, instrument.baseDecimals);
        expect(reported.at(-1)).toMatchObject({ at: view.at, state: view.state, filled });
      }
    },
  );

  it('has parents with their average price, and quote requests', async () => {
    const { events } = await run('backtest.yaml');
    const last = events.findLast(({ event }) => event === 'parent');
    expect(last).toMatchObject({ state: 'DONE', size: 5_000_000, filled: 5_000_000 });
    expect(last?.['averagePrice']).toBeCloseTo(1.1428255, 10);
    const { events: asked } = await run('rfs.yaml');
    expect(asked.find(({ event }) => event === 'command')).toMatchObject({ kind: 'rfs' });
    const quoted = asked.find(({ event, state }) => event === 'quotes' && state === 'QUOTED');
    expect(quoted).toMatchObject({ symbol: 'EUR/USD', size: 500_000 });
  });

  it('is JSON whatever texts it contains, and as long as necessary', () => {
    const file = createFile();
    const log = unwrap(EventLog.open(file));
    const odd = 'a "quote"\n\\ \u2028 €';
    for (let i = 0; i < 2_000; i++) {
      log.order(makeOrder({ strategy: odd, reason: `${odd}${i}`, coId: odd, state: 'SENDING' }));
      log.fill(makeFill({ coId: 'w1-1', tradeId: odd, counterparty: odd }));
    }
    log.note({ at: START, strategy: odd, text: odd, fields: { odd } });
    const long = '€'.repeat(100_000);
    log.note({ at: START, strategy: 's', text: long, fields: {} });
    log.busted(makeFill({ tradeId: odd, units: 500, priceTicks: 114_002 }));
    expect(unwrap(log.close())).toBe(4_003);
    const events = readEvents(file);
    expect(events[3_998]).toMatchObject({ strategy: odd, reason: `${odd}1999`, coId: odd });
    expect(events[3_999]).toMatchObject({ tradeId: odd, provider: odd });
    expect(events[4_000]).toMatchObject({ event: 'note', text: odd, fields: { odd } });
    expect(events[4_001]).toMatchObject({ event: 'note', text: long });
    const bust = { event: 'bust', tradeId: odd, symbol: 'EUR/USD', size: 5, price: 1.14002 };
    expect(events[4_002]).toMatchObject(bust);
  });

  it('reports at its end that the disk is full, and where', () => {
    const log = unwrap(EventLog.open('/dev/full'));
    for (let i = 0; i < 1_000; i++) log.fill(makeFill({ coId: 'w1-1' }));
    const message = expect.stringContaining('ENOSPC') as string;
    const fault = { code: 'backtest.events', where: '/dev/full', message };
    expect(log.close()).toEqual({ ok: false, fault });
    expect(EventLog.open('/missing/events.ndjson')).toMatchObject({ ok: false });
  });
});
