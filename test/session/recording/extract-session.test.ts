// Tables made of a journal, against its lines read as plain JSON.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import { encodeRecord, FIRST_PREV } from '../../../src/journal/index.js';
import { extractSession } from '../../../src/session/index.js';

const ROOT = fileURLToPath(new URL('../../fixtures/journals', import.meta.url));
/** 2026-07-13 12:00 UTC, microseconds. */
const START = 1_783_944_000_000_000;

interface Line {
  readonly type: string;
  readonly t_session: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Of both forms of outputs. */
const SESSIONS = ['v1', 'v2'].flatMap((form) =>
  ['paper', 'halted', 'recovered'].map((name) => `${form}/${name}`),
);

type Row = Readonly<Record<string, unknown>>;

function createOut(): string {
  return mkdtempSync(join(tmpdir(), 'weir-extract-'));
}

function readLines(folder: string): readonly Line[] {
  const journal = join(folder, 'journal');
  const text = readdirSync(journal).map((name) => readFileSync(join(journal, name), 'utf8'));
  const lines = text.join('').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

/** Rows of a table without the cells that have no value. */
async function readTable(out: string, name: string): Promise<readonly Row[]> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(out, name)) });
  return rows.map((row) => {
    const cells = Object.entries(row).filter(([, cell]) => cell !== null && cell !== undefined);
    return Object.fromEntries(cells);
  });
}

async function extract(folder: string, out = createOut()) {
  const extracted = unwrap(await extractSession({ folder, out, see: () => undefined }));
  return { out, ...extracted };
}

/** A journal with the header of a golden one and then these records, a second apart. */
function writeJournal(records: readonly (readonly [type: string, data: unknown])[]): string {
  const folder = createOut();
  mkdirSync(join(folder, 'journal'));
  const header = readLines(join(ROOT, 'v2/paper')).find(({ type }) => type === 'session');
  let prev = FIRST_PREV;
  const all = [['session', header?.data] as const, ...records];
  const lines = all.map(([type, data], i) => {
    const stamp = { session: START + i * 1_000_000, wall: 0, mono: 0, boot: 'b' };
    const { line, hash } = encodeRecord({ seq: i + 1, prev, stamp, synced: 0, type, data });
    prev = hash;
    return `${line}\n`;
  });
  writeFileSync(join(folder, 'journal/000001.jsonl'), lines.join(''));
  return folder;
}

const ASKED = {
  ...{ kind: 'rfs', coId: 'r1', strategy: 'asker', symbol: 'EUR/USD', side: 'Both' },
  ...{ units: 50_000_000, lifeSeconds: 10 },
};
const ACCEPTED = {
  ...{ kind: 'place', coId: 'r1', strategy: 'asker', symbol: 'EUR/USD', side: 'Buy' },
  ...{ type: 'PQ', timeInForce: 'FOK', units: 50_000_000, priceTicks: 114_296 },
};

function quoted(state: string, event: string, ...quotes: readonly object[]) {
  const ids = { clOrderId: 'r1', requestId: 'G1', transactionId: 'T1' };
  return ['quotes', { ...ids, state, event, reason: '', quotes, trades: [], busts: [] }] as const;
}

function quote(quoteId: string, buyRate: number) {
  const life = { activeAt: START + 1, validUntil: START + 3_000_001 };
  return { quoteId, provider: 'LP1', buyRate, sellRate: 11_429_350, ...life };
}

describe('tables of a session', () => {
  it.each(SESSIONS)('%s: contain each rate of the journal', async (name) => {
    const lines = readLines(join(ROOT, name)).filter(({ type }) => type === 'rate');
    const { out } = await extract(join(ROOT, name));
    const rows = await readTable(out, 'rates-EUR-USD.parquet');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows).toEqual(
      lines.map(({ t_session: receivedAt, data }) => ({
        time: new Date(Number(data['venueAt']) / 1_000),
        receivedAt: new Date(Math.floor(receivedAt / 1_000)),
        symbol: 'EUR/USD',
        bid: Number(data['bidTicks']) / 100_000,
        offer: Number(data['offerTicks']) / 100_000,
        bidSize: Number(data['bidUnits']) / 100,
        offerSize: Number(data['offerUnits']) / 100,
      })),
    );
  });

  it.each(SESSIONS)('%s: contain the history of each order', async (name) => {
    const lines = readLines(join(ROOT, name));
    const { out, records } = await extract(join(ROOT, name));
    expect(records).toBe(lines.length);
    const rows = await readTable(out, 'orders.parquet');
    const count = (start: string) => rows.filter(({ event }) => String(event).startsWith(start));
    const types = {
      ...{ command: 'command ', 'send-start': 'sent ', 'send-result': 'answered ' },
      ...{ order: 'status', fill: 'fill', refused: 'refused', halt: 'halt' },
    };
    for (const [type, start] of Object.entries(types)) {
      const expected = lines.filter((line) => line.type === type);
      expect([type, count(start).length]).toEqual([type, expected.length]);
    }
    const fills = lines.filter(({ type }) => type === 'fill').map(({ data }) => data);
    expect(count('fill')).toMatchObject(
      fills.map(({ coId, tradeId, units, priceTicks, executedAt }) => ({
        ...{ coId, tradeId, strategy: 'twap', symbol: 'EUR/USD', side: 'Buy' },
        ...{ filled: Number(units) / 100, price: Number(priceTicks) / 100_000 },
        venueTime: new Date(Number(executedAt) / 1_000),
      })),
    );
    const [first] = count('command place');
    expect(first).toMatchObject({ type: 'Limit', timeInForce: 'IOC', size: 100_000 });
  });

  it('contain each quote once with the terms of its request, and each status', async () => {
    const folder = writeJournal([
      ['command', ASKED],
      quoted('quoted', 'QUOTE', quote('q1', 11_429_600)),
      quoted('quoted', 'QUOTE', quote('q1', 11_429_600), quote('q2', 11_429_625)),
      ['command', ACCEPTED],
      quoted('accepted', 'QUOTE_ACCEPTED'),
      quoted('done', 'TRADE_VERIFIED'),
    ]);
    const { out, strangeQuotes } = await extract(folder);
    const quotes = await readTable(out, 'quotes.parquet');
    const shared = { symbol: 'EUR/USD', side: 'Both', size: 500_000, strategy: 'asker' };
    expect(quotes).toMatchObject([
      { ...shared, quoteId: 'q1', provider: 'LP1', bid: 1.142935, offer: 1.14296 },
      { ...shared, quoteId: 'q2', offer: 1.1429625, receivedAt: new Date(START / 1_000 + 3_000) },
    ]);
    const rows = await readTable(out, 'orders.parquet');
    expect(rows.map(({ event, status }) => [event, status])).toEqual([
      ['command rfs', undefined],
      ['request', 'QUOTE'],
      ['command place', undefined],
      ['request', 'QUOTE_ACCEPTED'],
      ['request', 'TRADE_VERIFIED'],
    ]);
    expect(strangeQuotes).toBe(0);
  });

  it('count quotes of requests that the journal does not contain', async () => {
    const folder = writeJournal([quoted('quoted', 'QUOTE', quote('q1', 11_429_600))]);
    const { out, strangeQuotes } = await extract(folder);
    expect([strangeQuotes, readdirSync(out)]).toEqual([1, ['orders.parquet']]);
  });

  it('leave out and count a rate whose venue time went back', async () => {
    const rate = (venueAt: number) => {
      const sizes = { bidUnits: 1_000_000, offerUnits: 1_000_000 };
      const data = { symbol: 'EUR/USD', bidTicks: 114_270, offerTicks: 114_274, venueAt, ...sizes };
      return ['rate', data] as const;
    };
    const folder = writeJournal([rate(START + 5_000), rate(START + 4_000), rate(START + 6_000)]);
    const { out, outOfOrder, files } = await extract(folder);
    const file = join(out, 'rates-EUR-USD.parquet');
    expect([outOfOrder, files]).toEqual([1, [{ file, rows: 2 }]]);
  });

  it('end at a truncated journal’s last whole record, with a warning', async () => {
    const folder = createOut();
    cpSync(join(ROOT, 'v2/paper'), folder, { recursive: true });
    appendFileSync(join(folder, 'journal/000001.jsonl'), '{"v":1,"se');
    const { records, torn } = await extract(folder);
    expect(records).toBe(readLines(join(ROOT, 'v2/paper')).length);
    expect(torn).toMatch(/^after seq \d+: expected a whole record/);
  });

  it('are refused when the journal is damaged before its end', async () => {
    const folder = createOut();
    cpSync(join(ROOT, 'v2/paper'), folder, { recursive: true });
    const file = join(folder, 'journal/000001.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"side":"Buy"', '"side":"Bux"'));
    const out = createOut();
    const extracted = await extractSession({ folder, out, see: () => undefined });
    expect(extracted).toMatchObject({ ok: false, fault: { code: 'journal.bad-hash' } });
    expect(readdirSync(out)).toEqual([]);
  });

  it('are refused where they cannot be written', async () => {
    const out = join(createOut(), 'missing');
    const extracted = await extractSession({
      ...{ folder: join(ROOT, 'v2/paper'), out },
      see: () => undefined,
    });
    expect(extracted).toMatchObject({ ok: false, fault: { code: 'data.extract', where: out } });
  });
});
