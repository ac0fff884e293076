// weir record CONFIG: polls the venue's rates and records them into a folder.
import { join } from 'node:path';
import { formatCount } from '../../report/index.js';
import { realPorts } from '../../host/index.js';
import { recordRates, takeRecordingFolder } from '../../session/index.js';
import { EXIT, print, printText, printNote, unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { readOwnLogin } from '../venue/read-credentials.js';
import { keepFilesPrivate } from '../private-files.js';
import { loadRegistry } from '../registry.js';
import { usageError } from '../parser/usage.js';

export interface RecordArguments {
  readonly config: string;
  readonly out?: string | undefined;
  /** Size of a part in megabytes, as typed. */
  readonly part: string;
  readonly json: boolean;
}

const MEGABYTE = 1_000_000;
/** Smaller parts would make thousands of files a day. */
const LEAST_MEGABYTES = 0.1;
const MOST_MEGABYTES = 256;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function record({ config, json, out, part }: RecordArguments): Promise<number> {
  const megabytes = Number(part);
  if (!(megabytes >= LEAST_MEGABYTES && megabytes <= MOST_MEGABYTES)) {
    const range = `${String(LEAST_MEGABYTES)} to ${String(MOST_MEGABYTES)}`;
    throw usageError(`expected ${range} megabytes after --part, found ${part}`);
  }
  keepFilesPrivate();
  let stop = (): void => process.exit(EXIT.done);
  const onSignal = (): void => {
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const plan = await readPlan(config, await loadRegistry());
  const login = readOwnLogin(plan);
  const folder = out ?? join('recordings', plan.config.name);
  const realFolder = unwrap(takeRecordingFolder(folder));
  const end = await recordRates(plan, {
    ports: realPorts,
    login,
    folder,
    realFolder,
    notify: printNote,
    partBytes: megabytes * MEGABYTE,
    started: (stopRecording) => {
      const symbols = plan.instruments.map(({ symbol }) => symbol).join(', ');
      printNote(`recording ${symbols} into ${folder}; Ctrl-C ends it`);
      stop = stopRecording;
    },
  });
  for (const signal of SIGNALS) process.off(signal, onSignal);
  const { gaps, rates } = unwrap(end);
  if (json) printText(JSON.stringify({ rates, gaps, folder }, undefined, 2));
  else print(`${formatCount(rates, 'rate')}, ${formatCount(gaps, 'gap')}: ${folder}`);
  return EXIT.done;
}
