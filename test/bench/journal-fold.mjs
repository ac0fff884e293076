// Writes a journal of 1,000,000 records and measures what verifying and folding it takes (G11).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createJournal, localDisk } from '../../dist/src/journal/index.js';
import { loadRegistry } from '../../dist/src/cli/registry.js';
import {
  createHeader,
  findJournal,
  loadPlan,
  verifyJournal,
} from '../../dist/src/session/index.js';

const RECORDS = 1_000_000;
/** Microseconds between two records. */
const STEP = 1_000;
const START_AT = 1_783_944_000_000_000;

const folder = mkdtempSync(join(tmpdir(), 'weir-fold-'));
try {
  await write(join(folder, 'journal'));
  const found = findJournal(localDisk, folder);
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const verified = verifyJournal(localDisk, found.value);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (!verified.ok) throw new Error(verified.fault.message);
  const { records } = verified.value;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpu = ((user + system) / 1e6).toFixed(2);
  console.log(`${records} records verified and folded in ${seconds.toFixed(2)} s, CPU ${cpu} s`);
} finally {
  rmSync(folder, { recursive: true });
}

/** A header, then rates: most records of a session are rates and polls. */
async function write(dir) {
  const plan = (await loadPlan('config/paper.yaml', await loadRegistry())).value;
  const header = createHeader(plan, {
    ...{ mode: 'run', node: process.version, startAt: START_AT, speed: 1, epoch: 1 },
    ...{ epochSalt: 0, seesEveryRate: false, notes: [], instruments: plan.instruments },
  });
  const journal = createJournal(dir).value;
  const { symbol } = plan.instruments[0];
  journal.append(toStamp(0), 'session', header);
  journal.append(toStamp(1), 'start', {});
  while (journal.seq < RECORDS) {
    const seq = journal.seq;
    const bidTicks = 114_270 + (seq % 10);
    const sizes = { bidUnits: 500_000_000, offerUnits: 500_000_000 };
    const rate = { symbol, bidTicks, offerTicks: bidTicks + 4, ...sizes, venueAt: START_AT };
    journal.append(toStamp(seq), 'rate', rate);
  }
  journal.close();
}

function toStamp(seq) {
  return { session: START_AT + seq * STEP, wall: START_AT / 1_000, mono: seq, boot: 'bench' };
}
