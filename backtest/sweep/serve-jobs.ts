// Worker thread of a sweep: loads the session itself, then runs one job after another.
import type { MessagePort } from 'node:worker_threads';
import { prepareShared, type SharedRecording } from '../../src/recordings/index.js';
import { fail, ok, type Result } from '../../src/domain/index.js';
import { loadPlan, type Plan, type StrategyCatalog } from '../../src/plan/index.js';
import { hashPlan } from './identity.js';
import { type Job, type Outcome, runJob } from './run-job.js';
import type { Ready } from './worker-pool.js';

/** Data with which a worker starts; plain data over shared buffers. */
export interface WorkerSetup {
  /** Path of the session file. */
  readonly file: string;
  /** Hash of the session as the main thread checked it. */
  readonly hash: string;
  /** Its recording, so that the worker need not read it again. */
  readonly rates: SharedRecording;
}

/** Answers each job that comes through the port with its outcome. Fault code `sweep.changed`. */
export async function serveJobs(
  port: MessagePort,
  setup: WorkerSetup,
  registry: StrategyCatalog,
): Promise<void> {
  const send = (word: Ready | Outcome): void => {
    port.postMessage(word);
  };
  const plan = await loadSame(setup, registry);
  if (!plan.ok) {
    send({ fault: plan.fault });
    return;
  }
  port.on('message', (job: Job) => {
    send(runJob(plan.value, job));
  });
  send({});
}

/** Functions cannot be sent to a thread, so each loads the strategies; the hash must be equal. */
async function loadSame(setup: WorkerSetup, registry: StrategyCatalog): Promise<Result<Plan>> {
  const plan = await loadPlan(setup.file, registry, prepareShared(setup.rates));
  if (!plan.ok || hashPlan(plan.value) === setup.hash) return plan.ok ? ok(plan.value) : plan;
  const message = 'the files of the session changed after they were checked: start the sweep again';
  return fail('sweep.changed', message, setup.file);
}
