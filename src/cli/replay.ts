// weir replay SESSION: the session's inputs through kernel, gate and strategy again, compared byte
// for byte.
import { config } from 'rxjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionCollector, replaySession } from '../session/index.js';
import type { Collector } from '../report/index.js';
import { summarise, formatSummary } from '../report/index.js';
import { writeSessionReport } from '../session/index.js';
import { CommandError, EXIT, print, unwrap } from './output.js';

export interface ReplayArguments {
  readonly session: string;
  readonly out?: string | undefined;
  readonly json: boolean;
}

export async function replay({ session, out, json }: ReplayArguments): Promise<number> {
  // What a subscription throws again was journaled as a halt when it happened.
  config.onUnhandledError = () => undefined;
  let collector: Collector | undefined;
  const end = unwrap(
    await replaySession(session, {
      observe: (header) => {
        collector = createSessionCollector(header, 'replay');
        return collector;
      },
    }),
  );
  if (collector === undefined) throw new RangeError('replay ended without a header');
  const { digest, endAt, head, inputs, compared, regenerated } = end;
  compareSummary(session, digest, head);
  const counts = { inputs, compared, regenerated };
  const results = collector.finish(endAt, digest);
  const summary = summarise(results);
  if (out !== undefined) unwrap(writeSessionReport(out, collector, { endAt, digest }, counts));
  if (json) {
    print(JSON.stringify({ ...summary, ...counts }, undefined, 2));
    return EXIT.done;
  }
  print(formatSummary(summary));
  print(`inputs ${inputs}, outputs equal ${compared}, regenerated ${regenerated}`);
  print(`digest ${digest}`);
  return EXIT.done;
}

/**
 * The folder's summary names the digest of the session as it ran, and the hash of its last record.
 */
function compareSummary(session: string, digest: string, head: string): void {
  const file = join(session, 'summary.json');
  if (!existsSync(file)) return;
  const stated = readSummary(file);
  for (const [name, found] of [['digest', digest] as const, ['journalHead', head] as const]) {
    const expected = stated[name];
    if (expected === found || typeof expected !== 'string') continue;
    const message = `${file}: expected ${name} ${expected}, found ${found} (replay.digest)`;
    throw new CommandError(message, EXIT.fault);
  }
}

function readSummary(file: string): Partial<Record<string, unknown>> {
  try {
    const summary = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (typeof summary === 'object' && summary !== null) return summary;
  } catch {
    // told below
  }
  const message = `${file}: expected the summary of a session, found other text (replay.digest)`;
  throw new CommandError(message, EXIT.fault);
}
