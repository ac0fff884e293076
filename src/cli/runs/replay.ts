// weir replay SESSION: replays a session's inputs and compares all outputs byte for byte.
import { config } from 'rxjs';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSessionCollector,
  listFormerRuns,
  type ReplayEnd,
  replaySession,
  writeSessionReport,
} from '../../session/index.js';
import { realPorts } from '../../host/index.js';
import { type Collector, type Summary, summarise, formatSummary } from '../../report/index.js';
import { CommandError, EXIT, print, printText, printNote, unwrap } from '../output.js';
import { checkSessionFolder } from './session-folder.js';
import { readSummary } from './summary-file.js';

export interface ReplayArguments {
  readonly session: string;
  readonly out?: string | undefined;
  readonly json: boolean;
}

export async function replay({ session, out, json }: ReplayArguments): Promise<number> {
  // Ignored: errors of subscriptions were journaled as halts when they first happened.
  config.onUnhandledError = () => undefined;
  const runs = listRuns(session);
  for (const run of runs) checkSessionFolder(run);
  const former: object[] = [];
  for (const run of runs.slice(0, -1)) {
    const { counts, digest, summary } = await replayRun(run, undefined);
    if (json) former.push({ ...summary, ...counts, folder: run });
    else printRun(summary, counts, digest, run);
  }
  const { counts, digest, summary } = await replayRun(runs.at(-1) ?? session, out);
  if (json) {
    const before = former.length === 0 ? {} : { former };
    printText(JSON.stringify({ ...summary, ...counts, ...before }, undefined, 2));
  } else printRun(summary, counts, digest, '');
  return EXIT.done;
}

/** The runs in a session folder, oldest first: a paper session may have been resumed. */
function listRuns(session: string): readonly string[] {
  if (!existsSync(session) || !statSync(session).isDirectory()) return [session];
  const former = listFormerRuns(realPorts.disk, session);
  const isLastThere = former.length === 0 || existsSync(join(session, 'journal'));
  return isLastThere ? [...former, session] : former;
}

interface ReplayedRun {
  readonly summary: Summary;
  readonly counts: Pick<ReplayEnd, 'inputs' | 'compared' | 'regenerated'>;
  readonly digest: string;
}

async function replayRun(folder: string, out: string | undefined): Promise<ReplayedRun> {
  let collector: Collector | undefined;
  const end = unwrap(
    await replaySession(folder, {
      observe: (header, restored) => {
        collector = createSessionCollector(header, { mode: 'replay', restored });
        return collector;
      },
    }),
  );
  if (collector === undefined) throw new RangeError('replay ended without a header');
  const { digest, endAt, head, inputs, compared, regenerated } = end;
  compareSummary(folder, digest, head);
  const counts = { inputs, compared, regenerated };
  const summary = summarise(collector.finish(endAt, digest));
  if (out !== undefined) unwrap(writeSessionReport(out, collector, { endAt, digest }, counts));
  return { summary, counts, digest };
}

/** `run` is the folder of one of several runs; empty for the last. */
function printRun(
  summary: Summary,
  { inputs, compared, regenerated }: ReplayedRun['counts'],
  digest: string,
  run: string,
): void {
  if (run !== '') print(`previous run: ${run}`);
  printText(formatSummary(summary));
  print(`inputs ${inputs}, outputs equal ${compared}, regenerated ${regenerated}`);
  print(`digest ${digest}`);
}

/** Compares with the summary's digest of the original run and the hash of its last record. */
function compareSummary(session: string, digest: string, head: string): void {
  const { file, stated } = readSummary(session, 'replay.digest');
  if (stated === undefined) {
    printNote(`${file} does not exist: digest and last hash were not compared`);
    return;
  }
  for (const [name, found] of [['digest', digest] as const, ['journalHead', head] as const]) {
    const expected = stated[name];
    if (expected === found || typeof expected !== 'string') continue;
    const message = `${file}: expected ${name} ${expected}, found ${found} (replay.digest)`;
    throw new CommandError(message, EXIT.fault);
  }
}
