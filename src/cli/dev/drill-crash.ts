// Drill: times a bot from SIGKILL to READY, or to HALTED with its cause.
import { continueJournal, type JournalRecord, recoverJournal } from '../../journal/index.js';
import type { Figure } from './drill-figure.js';
import { DrillPlace, hasOrders } from './drill-place.js';
import { CommandError, EXIT, printNote, unwrap } from '../output.js';

/** Time for the previous run's requests to settle, and time for the start itself, milliseconds. */
const SETTLE_MS = 20_000;
const START_MS = 15_000;

/** Records written at once. */
const AT_ONCE = 10_000;

/** `records`: minimum length of the journal when the bot starts again. */
export async function drillCrash(place: DrillPlace, records: number): Promise<readonly Figure[]> {
  const name = 'crash';
  const bot = place.startBot({ name });
  await bot.waitFor('to rest its orders', hasOrders);
  printNote('drill: SIGKILL, and a start with the same state');
  const killed = performance.now();
  const dead = new Promise((resolve) => bot.process.once('exit', resolve));
  bot.process.kill('SIGKILL');
  await dead;
  const died = performance.now();
  lengthen(bot.place.state.journal, records);
  // Leaves out the time in which the drill itself wrote records.
  const since = performance.now() - (died - killed);
  const again = place.startBot({ name });
  const { halts, mode } = await again.waitFor('to be ready or halted', (status) => {
    return status.epoch > 1 && (status.mode === 'ready' || status.mode === 'halted');
  });
  const measured = performance.now() - since;
  const cause = halts.map((halt) => halt.cause).join(' ');
  await again.end();
  const length = records > 0 ? ` of ${records.toLocaleString('en')} records` : '';
  const step = mode === 'ready' ? 'SIGKILL to READY' : `SIGKILL to HALTED by ${cause}`;
  return [
    {
      what: `crash${length}, ${step}`,
      step: 'settle time and 15 s',
      budget: SETTLE_MS + START_MS,
      measured,
    },
  ];
}

/** Appends copies of a journal's last rate, at its own time, up to `records` records. */
function lengthen(folder: string, records: number): void {
  if (records === 0) return;
  let rate: JournalRecord | undefined;
  const visit = (record: JournalRecord) => {
    if (record.type === 'rate') rate = record;
  };
  const { tail } = unwrap(recoverJournal(folder, { visit }));
  if (rate === undefined) throw new CommandError('expected a rate, found none', EXIT.fault);
  const journal = unwrap(continueJournal(folder, tail));
  for (let seq = tail.seq; seq < records; seq += 1) {
    if ((seq - tail.seq) % AT_ONCE === 0) {
      unwrap(journal.release());
      journal.hold();
    }
    unwrap(journal.append(rate.stamp, rate.type, rate.data));
  }
  unwrap(journal.close());
}
