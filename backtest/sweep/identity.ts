// Hashes of everything on which a sweep's results depend, so that rows of another sweep are not
// reused.
import { createHash } from 'node:crypto';
import type { SharedRecording } from '../../src/recordings/index.js';
import type { Plan } from '../../src/plan/index.js';
import { createBacktestHeader } from '../run-backtest.js';
import type { Sweep } from './load-sweep.js';

/** Node cannot hash 2 GiB at once. */
const MOST_BYTES = 1 << 30;

export interface Identity {
  /** Hash of the sweep file. */
  readonly sweep: string;
  /** Hash of session, strategies, limits, policy, calendars and profile. */
  readonly session: string;
  readonly rates: string;
}

export function toIdentity({ source, plan }: Sweep, rates: SharedRecording): Identity {
  return { sweep: hash(source.text), session: hashPlan(plan), rates: hashRates(rates) };
}

/** Hash of everything that determines a run except the rates. */
export function hashPlan(plan: Plan): string {
  return hash(JSON.stringify(createBacktestHeader(plan, plan.recording?.facts.firstAt ?? 0)));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hashRates({ parts }: SharedRecording): string {
  const sum = createHash('sha256');
  for (const { columns, facts } of parts) {
    sum.update(JSON.stringify([facts.symbols, columns.ids, columns.blocks]));
    const bytes = new Uint8Array(columns.bytes);
    for (let at = 0; at < bytes.length; at += MOST_BYTES) {
      sum.update(bytes.subarray(at, at + MOST_BYTES));
    }
  }
  return sum.digest('hex');
}
