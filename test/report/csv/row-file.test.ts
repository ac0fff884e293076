// CSV rows beyond those that a page shows: all of them, in order, in their final state.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { MAX_ROWS } from '../../../src/report/collect/bounded.js';
import { createCollector, writeReport } from '../../../src/report/index.js';
import { MAX_RECENT, MIN_RECENT, RowFile } from '../../../src/report/csv/row-file.js';
import { INFO, makeFill, makeOrder, START } from '../twap-session.js';

interface Row {
  readonly id: number;
  state: string;
}

const readAll = (file: RowFile<Row>) =>
  Buffer.concat(Array.from(file.later(), (part) => Buffer.from(part))).toString();
const create = (isFinal: (row: Row) => boolean) =>
  new RowFile<Row>(2, { id: (row, csv) => csv.plain(`${String(row.id)} ${row.state}`) }, isFinal);
const COUNT = MIN_RECENT + 2_345;

describe('row file', () => {
  it('has each row in its last state, also of long open ones', () => {
    const file = create(({ state }) => state !== 'open');
    const rows = Array.from({ length: MAX_RECENT + COUNT }, (_, id) => ({ id, state: 'open' }));
    for (const row of rows) {
      file.add(row);
      if (row.id % 1_000 !== 7) row.state = 'äöü'.repeat(row.id % 50);
    }
    for (const row of rows) if (row.state === 'open') row.state = 'late';
    const text = rows.slice(2).map(({ id, state }) => `${String(id)} ${state}\r\n`);
    expect(file.rows).toHaveLength(2);
    expect(readAll(file) === text.join('')).toBe(true);
    // Only the newest rows are in memory.
    expect(file.filter(() => true).length).toBeLessThan(MAX_RECENT + 100);
  });

  it('keeps rows in memory that may all still change', () => {
    const file = create(() => false);
    const rows = Array.from({ length: MAX_RECENT + COUNT }, (_, id) => ({ id, state: 'a' }));
    for (const row of rows) file.add(row);
    for (const row of rows) row.state = 'b';
    expect(readAll(file).split('\n')).toHaveLength(rows.length - 1);
    expect(readAll(file)).not.toContain('a');
  });
});

it('orders.csv and fills.csv have every order and fill, in their order', () => {
  const collector = createCollector(INFO);
  const count = MAX_ROWS + COUNT;
  for (let index = 1; index <= count; index++) {
    const at = START + index * SECOND;
    const coId = `row-${String(index)}`;
    collector.rate(at, 0, 113_999, 114_001);
    const order = makeOrder({ at, coId, parent: '', units: 100 });
    collector.order(order);
    collector.fill(makeFill({ at, coId, tradeId: `T${String(index)}`, units: 100 }));
    collector.order({ ...order, state: 'FILLED', filledUnits: 100, isTerminal: true });
  }
  const folder = mkdtempSync(join(tmpdir(), 'weir-rows-'));
  const written = writeReport(folder, collector.finish(START + count * SECOND, ''));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\r\n');
  const [orders, fills] = [read('orders.csv'), read('fills.csv')];
  rmSync(folder, { recursive: true });
  expect(written.ok).toBe(true);
  const ids = Array.from({ length: count }, (_, index) => `row-${String(index + 1)}`);
  expect(orders.slice(1).map((line) => line.split(',')[4])).toEqual(ids);
  expect(fills.slice(1).map((line) => line.split(',')[4])).toEqual(ids);
  expect(orders.slice(1).filter((line) => !line.includes(',FILLED,'))).toEqual([]);
});
