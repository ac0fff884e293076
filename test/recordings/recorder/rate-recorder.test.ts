// The recorder of rates: parts by size and day, and how it continues a previous run.
import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RateRecorder } from '../../../src/recordings/index.js';
import {
  createInstrument,
  MILLISECOND,
  SECOND,
  UNLIMITED,
  unwrap,
} from '../../../src/domain/index.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
/** 2026-07-13 12:00 UTC. */
const START = 1_783_944_000_000 * MILLISECOND;
const DAY = 86_400 * SECOND;

/** A rate that was received 5 ms after the venue had it; `step` moves price and time. */
function rateAt(step: number, startAt = START) {
  const venueAt = startAt + step * SECOND;
  const [bidTicks, offerTicks] = [114_270 + step, 114_274 + step];
  const times = { venueAt, receivedAt: venueAt + 5 * MILLISECOND };
  return { ...times, bidTicks, offerTicks, bidUnits: 500_000_000, offerUnits: UNLIMITED };
}

async function open(folder = mkdtempSync(join(tmpdir(), 'weir-recorder-')), partBytes = 1e6) {
  const messages: string[] = [];
  const notify = (message: string) => messages.push(message);
  const options = { folder, instruments: [EURUSD], partBytes, notify };
  const recorder = unwrap(await RateRecorder.open(options));
  const add = (...rates: readonly ReturnType<typeof rateAt>[]) => {
    for (const rate of rates) unwrap(recorder.add(EURUSD, rate));
  };
  const end = async () => unwrap(await recorder.close());
  const find = () => recorder.list().get('EUR/USD');
  return { folder, place: join(folder, 'EUR-USD'), told: messages, recorder, add, end, find };
}

/** A run of its own that records `rates` into a folder. */
async function run(folder: string | undefined, ...rates: readonly ReturnType<typeof rateAt>[]) {
  const one = await open(folder);
  one.add(...rates);
  await one.end();
  return one;
}

it('rate recorder finishes a part at its size', async () => {
  const { place, add, end } = await open(undefined, 200);
  add(rateAt(0), rateAt(1), rateAt(2));
  await end();
  expect(readdirSync(place).sort()).toEqual([
    '2026-07-13-000001.parquet',
    '2026-07-13-000002.parquet',
  ]);
});

it('rate recorder finishes the part of a past day when it syncs, without a rate', async () => {
  const { place, recorder, add, end } = await open();
  add(rateAt(0));
  unwrap(recorder.sync(START + DAY / 2 - 1));
  add(rateAt(1));
  expect(readdirSync(place)).toEqual(['2026-07-13-000001.ndjson']);
  unwrap(recorder.sync(START + DAY / 2));
  // of the day before still: a part of its own shows that the first has ended
  add(rateAt(2));
  await end();
  expect(readdirSync(place).sort()).toEqual([
    '2026-07-13-000001.parquet',
    '2026-07-13-000002.parquet',
  ]);
});

it('rate recorder writes the last rate of the previous run once', async () => {
  const { folder } = await run(undefined, rateAt(0), rateAt(1));
  const again = await open(folder);
  expect(again.find()).toMatchObject({
    lastVenueAt: START + SECOND,
    lastReceivedAt: START + SECOND + 5 * MILLISECOND,
  });
  const later = { ...rateAt(1), receivedAt: START + 60 * SECOND };
  again.add(later);
  await again.end();
  expect(again.find()).toMatchObject({ rates: 0, outOfOrder: 0 });
  const third = await open(folder);
  third.add({ ...later, offerUnits: 700_000_000 });
  expect(third.find()).toMatchObject({ rates: 1, outOfOrder: 0 });
  const [, line = ''] = readdirSync(third.place).sort();
  const row = JSON.parse(readFileSync(join(third.place, line), 'utf8')) as object;
  expect(row).toMatchObject({ bid: 1.14271, bidSize: 5_000_000, offerSize: 7_000_000 });
  await third.end();
});

it('rate recorder detects over runs that time went back', async () => {
  const { folder } = await run(undefined, rateAt(0), rateAt(5));
  const again = await run(folder, rateAt(4), rateAt(6));
  expect(again.find()).toMatchObject({ rates: 1, outOfOrder: 1 });
  expect(again.told).toEqual([
    "EUR/USD: the venue's time went back: rates with an earlier time are left " + 'out',
  ]);
});

it('rate recorder takes the part of the highest number for the newest', async () => {
  const { folder, place } = await run(undefined, rateAt(0));
  await run(folder, rateAt(9));
  const [first, second] = ['2026-07-13-000001.parquet', '2026-07-13-000002.parquet'];
  renameSync(join(place, second), join(place, '2026-07-12-000002.parquet'));
  const again = await open(folder);
  expect(again.find()?.lastVenueAt).toBe(START + 9 * SECOND);
  again.add(rateAt(10));
  await again.end();
  expect(readdirSync(place).sort()).toEqual([
    '2026-07-12-000002.parquet',
    first,
    '2026-07-13-000003.parquet',
  ]);
});

it('rate recorder reports an unreadable newest part, and continues', async () => {
  const { folder, place } = await run(undefined, rateAt(0));
  writeFileSync(join(place, '2026-07-13-000001.parquet'), 'PAR1');
  const again = await run(folder, rateAt(0));
  expect(again.told).toEqual([expect.stringMatching(/000001\.parquet: cannot read its last rate/)]);
  expect(again.find()?.rates).toBe(1);
});

it('rate recorder yields to others while it compacts', async () => {
  const countTurns = async (rates: number) => {
    const { recorder, add } = await open(undefined, 1e9);
    add(...Array.from({ length: rates }, (_, step) => rateAt(step)));
    let [turns, isOpen] = [0, true];
    const turn = () => {
      turns++;
      if (isOpen) setImmediate(turn);
    };
    setImmediate(turn);
    unwrap(await recorder.close());
    isOpen = false;
    return turns;
  };
  await countTurns(1);
  // two groups of rows
  expect(await countTurns(17_000)).toBeGreaterThan(await countTurns(1));
});
