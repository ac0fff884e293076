// Recovering from a journal, verified and folded, over a bare read and JSON.parse of the same file.
// node recovery.mjs [RECORDS=1000000] [ROUNDS=3]   prints one JSON line; needs a built dist
//
// Two journals in turns: one of rates, as most records of a session are, and one dense with orders,
// nine records each. CPU time counts, so that a busy machine changes little.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadRegistry } from '../../dist/src/cli/registry.js';
import { unwrap } from '../../dist/src/domain/index.js';
import { createJournal, localDisk } from '../../dist/src/journal/index.js';
import { createHeader } from '../../dist/src/records/index.js';
import { findJournal, verifyJournal } from '../../dist/src/recovery/index.js';
import { loadPlan } from '../../dist/src/plan/index.js';
import {
  KEEP_LOW,
  printResult,
  runScript,
  takeTurns,
  toMedian,
  withDirectory,
} from './measure.mjs';

const SELF = fileURLToPath(import.meta.url);
const CONFIG = fileURLToPath(new URL('../../config/paper.yaml', import.meta.url));
const KINDS = ['rates', 'orders'];
const START_AT = 1_783_944_000_000_000;
/** Microseconds between two records. */
const STEP = 1_000;
const UNITS = 10_000_000;
const BID = 114_270;

const [first = '1000000', second = '3'] = process.argv.slice(2);
if (first === '--bare') measure(() => readBare(second));
else if (first === '--weir') measure(() => recover(second));
else await withDirectory((directory) => compare(directory, Number(first), Number(second)));

async function compare(directory, records, rounds) {
  const goals = [];
  const details = { records, rounds };
  for (const kind of KINDS) {
    const folder = join(directory, kind);
    const orders = await write(join(folder, 'journal'), kind, records);
    const results = [];
    for (let round = 0; round < rounds; round++) {
      const pair = {};
      for (const name of takeTurns(round, ['bare', 'weir'])) {
        pair[name] = runScript(SELF, `--${name}`, folder);
        assert.equal(pair[name].records, records);
      }
      assert.equal(pair.weir.filledUnits, orders * UNITS);
      results.push(pair);
    }
    const value = toMedian(results.map(({ weir, bare }) => weir.cpuSeconds / bare.cpuSeconds));
    const what = `recovery of ${kind}: CPU time over a bare read and decode`;
    goals.push({ id: 'P16', what, value, ...KEEP_LOW });
    details[`${kind}WeirCpuSeconds`] = toMedian(results.map(({ weir }) => weir.cpuSeconds));
    details[`${kind}BareCpuSeconds`] = toMedian(results.map(({ bare }) => bare.cpuSeconds));
  }
  printResult('recovery', goals, details);
}

/** Prints what the work gave, and what it cost. */
function measure(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ ...result, cpuSeconds: (user + system) / 1e6 }));
}

function readBare(folder) {
  const dir = join(folder, 'journal');
  let records = 0;
  for (const name of readdirSync(dir).sort()) {
    const bytes = readFileSync(join(dir, name));
    for (let from = 0; from < bytes.length; records++) {
      const end = bytes.indexOf(10, from);
      assert.ok(JSON.parse(bytes.toString('utf8', from, end)).seq > 0);
      from = end + 1;
    }
  }
  return { records };
}

function recover(folder) {
  const { records, memory } = unwrap(
    verifyJournal(localDisk, unwrap(findJournal(localDisk, folder))),
  );
  const filledUnits = memory.kernel.positions.reduce((sum, { units }) => sum + units, 0);
  return { records, filledUnits };
}

/** Writes a journal and returns the number of its orders, all of them bought and filled. */
async function write(dir, kind, records) {
  const plan = unwrap(await loadPlan(CONFIG, await loadRegistry()));
  const header = createHeader(plan, {
    ...{ mode: 'run', node: process.version, startAt: START_AT, speed: 1, epoch: 1 },
    ...{ epochSalt: 0, seesEveryRate: false, notes: [], instruments: plan.instruments },
  });
  const journal = unwrap(createJournal(dir));
  const append = (type, data) => {
    const at = START_AT + journal.seq * STEP;
    const stamp = { session: at, wall: at / 1_000, mono: journal.seq * STEP, boot: 'bench' };
    unwrap(journal.append(stamp, type, data));
    return at;
  };
  append('session', header);
  append('start', {});
  const { symbol } = plan.instruments[0];
  const strategy = header.strategies[0].name;
  let orders = 0;
  while (journal.seq < records) {
    const bidTicks = BID + (journal.seq % 10);
    const sizes = { bidUnits: 500_000_000, offerUnits: 500_000_000, venueAt: START_AT };
    const at = append('rate', { symbol, bidTicks, offerTicks: bidTicks + 4, ...sizes });
    if (kind === 'rates' || records - journal.seq < 8) continue;
    writeOrder(append, { at, symbol, strategy, intentId: ++orders, tag: header.botTag });
  }
  unwrap(journal.close());
  return orders;
}

/** The eight records of an order that is filled at once. */
function writeOrder(append, { at, symbol, strategy, intentId, tag }) {
  const coId = `${tag}-0001-${intentId.toString(36).padStart(7, '0')}-0000`;
  const orderId = String(5_120_000_000 + intentId);
  const terms = { symbol, side: 'Buy', type: 'Limit', timeInForce: 'IOC', units: UNITS };
  const price = { priceTicks: BID + 20, expirySeconds: 0 };
  const owner = { strategy, parent: '', arrivalTicks2: 2 * BID + 4 };
  const body = JSON.stringify({ coId, ...terms, ...price });
  const sha256 = 'a'.repeat(64);
  const kind = 'place';
  append('command', { at, kind, coId, intentId, ...owner, ...terms, ...price, body, sha256 });
  append('send-start', { kind, coId, attempt: 1, requestId: `${coId}.1`, sha256 });
  const accepted = { class: 'accepted', status: 202, code: '', message: '' };
  append('send-result', { kind, coId, ...accepted, orderId });
  const view = { coId, orderId, units: UNITS, priceTicks: BID + 20, symbol, side: 'Buy' };
  const said = { ...view, reason: '', transactAt: at };
  append('order', { status: 'NEW', cumUnits: 0, ...said });
  append('order', { status: 'FILLED', cumUnits: UNITS, ...said, transactAt: at + STEP });
  const fill = { tradeId: `T${intentId}`, units: UNITS, priceTicks: BID + 4, executedAt: at };
  const told = append('trade', { coId, orderId, ...fill });
  append('fill', { at: told, strategy, intentId, coId, symbol, side: 'Buy', ...fill });
  append('wake', {});
}
