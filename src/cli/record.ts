// weir record CONFIG: polled rates of the venue at the configuration's base URL, into a folder.
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { formatGrouped } from '../report/index.js';
import { loadPlan, realPorts, recordRates } from '../session/index.js';
import { EXIT, print, tell, unwrap } from './output.js';
import { readOwnLogin } from './own-login.js';
import { keepFilesPrivate } from './private-files.js';
import { loadRegistry } from './registry.js';
import { usageError } from './usage.js';

export interface RecordArguments {
  readonly config: string;
  readonly out?: string | undefined;
  /** Megabytes of a part. */
  readonly part: string;
}

const MEGABYTE = 1_000_000;
const MOST_MEGABYTES = 256;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function record({ config, out, part }: RecordArguments): Promise<number> {
  const megabytes = Number(part);
  if (!(megabytes > 0 && megabytes <= MOST_MEGABYTES)) {
    const most = String(MOST_MEGABYTES);
    throw usageError(`expected above 0 and up to ${most} megabytes after --part, found ${part}`);
  }
  keepFilesPrivate();
  let stop = (): void => process.exit(EXIT.done);
  const onSignal = (): void => {
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const plan = unwrap(await loadPlan(config, await loadRegistry()));
  const login = readOwnLogin(plan);
  const folder = out ?? join('recordings', plan.config.name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const end = await recordRates(plan, {
    ...{ ports: realPorts, login, folder, tell },
    realFolder: realpathSync(folder),
    partBytes: megabytes * MEGABYTE,
    started: (stopRecording) => {
      const symbols = plan.instruments.map(({ symbol }) => symbol).join(', ');
      tell(`recording ${symbols} into ${folder}; Ctrl-C ends it`);
      stop = stopRecording;
    },
  });
  for (const signal of SIGNALS) process.off(signal, onSignal);
  const { gaps, rates } = unwrap(end);
  print(`${formatGrouped(rates)} rates, ${formatGrouped(gaps)} gaps: ${folder}`);
  return EXIT.done;
}
