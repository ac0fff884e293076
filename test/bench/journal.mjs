// Durable appends of the journal over a bare append + fdatasync of as many bytes, in turns.
// node journal.mjs [SECONDS=2] [ROUNDS=5]   prints one JSON line; needs a built dist
//
// A round measures both with 1 and with 100 records per commit. The bare program writes records of
// 150 bytes, a commit in one write; Weir's are about three times as long, for they carry two hashes
// and three clocks, and each is encoded, hashed and chained: that is what the ratio prices. Those of
// a commit are held and written as one too, as a session holds the records of a step.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrap } from '../../dist/src/domain/index.js';
import { createJournal, readJournal } from '../../dist/src/journal/index.js';
import { baselinePath } from './fixtures.mjs';
import {
  KEEP_HIGH,
  KEEP_LOW,
  printResult,
  runScript,
  takeTurns,
  toMedian,
  withDirectory,
} from './measure.mjs';

const SELF = fileURLToPath(import.meta.url);
const RECORDS_PER_COMMIT = [1, 100];
const WARM_UP_COMMITS = 50;

const [first = '2', second = '5', third] = process.argv.slice(2);
if (first === '--append') append(second, Number(third));
else await withDirectory((directory) => compare(directory, Number(first), Number(second)));

async function compare(directory, seconds, rounds) {
  const baseline = baselinePath('append-sync');
  const results = [];
  for (let round = 0; round < rounds; round++) {
    const pair = {};
    for (const name of takeTurns(round, ['bare', 'weir'])) {
      if (name === 'bare') pair.bare = runScript(baseline, directory).results;
      else pair.weir = runScript(SELF, '--append', join(directory, String(round)), seconds);
    }
    results.push(pair);
  }
  const median = (side, at, key) => toMedian(results.map((one) => one[side][at][key]));
  const ratio = (toRatio) => toMedian(results.map(({ weir, bare }) => toRatio(weir, bare)));
  const single = ratio((weir, bare) => weir[0].usPerEvent / bare[0].usPerEvent);
  const group = ratio((weir, bare) => weir[1].eventsPerSecond / bare[1].eventsPerSecond);
  const goals = [
    {
      what: 'journal, durable one by one: time over bare',
      value: single,
      ...KEEP_LOW,
    },
    {
      what: 'journal, commits of 100: records/s over bare',
      value: group,
      ...KEEP_HIGH,
    },
  ].map((goal) => ({ id: 'P15', ...goal }));
  printResult('journal', goals, {
    rounds,
    weirUsPerEvent: median('weir', 0, 'usPerEvent'),
    bareUsPerEvent: median('bare', 0, 'usPerEvent'),
    weirGroupEventsPerSecond: median('weir', 1, 'eventsPerSecond'),
    bareGroupEventsPerSecond: median('bare', 1, 'eventsPerSecond'),
  });
}

function append(directory, seconds) {
  const results = RECORDS_PER_COMMIT.map((recordsPerCommit) => {
    const dir = `${directory}-${recordsPerCommit}`;
    const journal = unwrap(createJournal(dir));
    let count = 0;
    const commit = () => {
      journal.hold();
      for (let i = 0; i < recordsPerCommit; i++) unwrap(appendRate(journal, ++count));
      unwrap(journal.sync());
    };
    for (let i = 0; i < WARM_UP_COMMITS; i++) commit();
    const start = performance.now();
    const warm = count;
    while (performance.now() - start < seconds * 1_000) commit();
    const elapsedMs = performance.now() - start;
    const events = count - warm;
    unwrap(journal.close());
    assertWhole(dir, count);
    return {
      recordsPerCommit,
      usPerEvent: (elapsedMs * 1_000) / events,
      eventsPerSecond: (events / elapsedMs) * 1_000,
    };
  });
  console.log(JSON.stringify(results));
}

/** A rate, the record that a session writes most. */
function appendRate(journal, count) {
  const at = 1_783_944_000_000_000 + count * 1_000;
  const stamp = { session: at, wall: at / 1_000, mono: count * 1_000, boot: 'bench' };
  return journal.append(stamp, 'rate', {
    symbol: 'EUR/USD',
    bidTicks: 114_270 + (count % 10),
    offerTicks: 114_275 + (count % 10),
    bidUnits: 100_000_000,
    offerUnits: 250_000_000,
    venueAt: at,
  });
}

/** Results first: what was written must read back whole, every hash verified. */
function assertWhole(dir, count) {
  let read = 0;
  for (const record of readJournal(dir)) {
    unwrap(record);
    read++;
  }
  assert.equal(read, count);
}
