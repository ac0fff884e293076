// Worker thread of weir sweep, started as a hidden command.
import { parentPort, workerData } from 'node:worker_threads';
import { serveJobs, type WorkerSetup } from '../../../backtest/index.js';
import { EXIT } from '../output.js';
import { loadRegistry } from '../registry.js';
import { usageError } from '../parser/usage.js';

/** Returns once it is ready; the thread keeps running until it is terminated. */
export async function serveSweep(): Promise<number> {
  if (parentPort === null) throw usageError('expected to be started by weir sweep');
  await serveJobs(parentPort, workerData as WorkerSetup, await loadRegistry());
  return EXIT.done;
}
