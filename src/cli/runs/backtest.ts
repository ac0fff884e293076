// weir backtest CONFIG: runs the configuration's strategies over its recording, in this process.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { EventLog, runBacktest } from '../../../backtest/index.js';
import type { CacheUse } from '../../recordings/index.js';
import { localDisk } from '../../journal/index.js';
import { formatCount, formatGrouped, isUnworked } from '../../report/index.js';
import { createFolder, removeFolder, writeCopies } from '../../session/index.js';
import { finishSession } from '../bot/print-result.js';
import { EXIT, showProgress, printNote, toCommandError, unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { loadRegistry } from '../registry.js';
import { BacktestMessages } from './backtest-messages.js';
import { withReports } from '../unhandled.js';

export interface BacktestArguments {
  readonly config: string;
  readonly out?: string | undefined;
  /** A folder, or `off`. */
  readonly cache?: string | undefined;
  readonly events: boolean;
  readonly json: boolean;
}

/** Event log, in the session folder. */
const EVENTS = 'events.ndjson';

export async function backtest(options: BacktestArguments): Promise<number> {
  const { cache, config, events, json, out } = options;
  const settings = cache === 'off' ? cache : { folder: cache };
  const plan = await readPlan(config, await loadRegistry(), settings);
  for (const one of plan.recording?.caches ?? []) tellCache(one);
  const folder = unwrap(createFolder(out, plan.config.name));
  const log = events ? unwrap(EventLog.open(join(folder, EVENTS))) : undefined;
  const startedAt = performance.now();
  const messages = new BacktestMessages(printNote);
  const work = () =>
    runBacktest(plan, {
      notify: messages.add,
      ...(log === undefined ? {} : { tap: log }),
      progress: (rates, total) => {
        if (total > 500_000) {
          const percent = Math.floor((rates / total) * 100);
          showProgress(`${String(percent)} % of ${formatGrouped(total)} rates`);
        }
      },
    });
  const outcome = await withReports(work);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  messages.end();
  const logged = log?.close();
  if (!outcome.ok) {
    if (log !== undefined) rmSync(join(folder, EVENTS));
    removeFolder(folder);
    throw toCommandError(outcome.fault);
  }
  const { header, collector, endAt, digest, rates } = outcome.value;
  unwrap(writeCopies(localDisk, folder, header));
  const summary = finishSession({ folder, collector, endAt, digest, extra: {}, json });
  printNote(`${formatCount(rates, 'rate')} in ${seconds} s`);
  if (logged !== undefined) printNote(`${formatCount(unwrap(logged), 'event')} in ${EVENTS}`);
  if (summary.halts.length > 0) return EXIT.halted;
  return summary.warnings.some(isUnworked) ? EXIT.fault : EXIT.done;
}

/** Notes a created column cache, or why there is none, as it affects the speed of the next run. */
function tellCache(cache: CacheUse): void {
  if (cache.kind === 'made') printNote(`column cache ${cache.file}: the next run starts faster`);
  if (cache.kind === 'failed') printNote(`no column cache, ${cache.reason}`);
}
