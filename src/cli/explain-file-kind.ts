// Explains a path of the wrong kind for its command: what it looks like, and which command takes
// it.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../config/index.js';
import { openRecording } from '../recordings/index.js';
import { FILE_KINDS, type FileKind, fitKind } from './file-kind.js';
import { CommandError } from './output.js';

type PathKind = FileKind | 'recording' | 'session folder' | 'backtest folder' | 'sweep folder';

/** Name of each kind, and which command uses it. */
const KINDS: Readonly<Record<PathKind, readonly [name: string, use: string]>> = {
  session: ['a session configuration', '`weir backtest`, `paper` and `run` take it'],
  sweep: ['a sweep configuration', '`weir sweep` takes it'],
  simulator: ['a simulator configuration', '`weir simulate` takes it'],
  scenario: ['a scenario of faults', '`weir simulate --scenario` takes it'],
  profile: ['a venue profile', '`profile` of a session configuration names it'],
  limits: ['a limits file', '`limits` of a session configuration names it'],
  calendars: ['a calendars file', '`calendars` of a session configuration names it'],
  policy: ['a policy file', '`weir check --policy` takes it'],
  recording: ['a recording', '`weir data inspect` takes it, `recording` of a session names it'],
  'session folder': ['the folder of a session', '`weir replay`, `report` and `parity` take it'],
  'backtest folder': ['the folder of a backtest', 'its report is report.html in there'],
  'sweep folder': ['the folder of a sweep', '`weir sweep CONFIG --out FOLDER --resume` takes it'],
};

/** Entry that identifies the kind of a folder; the first match counts. */
const FOLDERS: readonly (readonly [PathKind, string])[] = [
  ['session folder', 'journal'],
  ['sweep folder', 'sweep.ndjson'],
  ['backtest folder', 'report.html'],
];

/** Kinds that each command takes; messages name the first. Absent: any file. */
const TAKEN: Readonly<Record<string, readonly PathKind[]>> = {
  ...Object.fromEntries(
    ['paper', 'backtest', 'run', 'kill', 'watchdog', 'status', 'resume', 'flatten', 'resolve']
      .concat('override', 'record', 'venue')
      .map((command) => [command, ['session']]),
  ),
  sweep: ['sweep'],
  simulate: ['simulator'],
  check: FILE_KINDS,
  replay: ['session folder', 'backtest folder'],
  report: ['session folder', 'backtest folder'],
  parity: ['session folder', 'backtest folder'],
  journal: ['session folder'],
  data: ['recording', 'session', 'simulator', 'session folder'],
};

/** Parsed arguments by the name of their option or position. */
type Words = Readonly<Record<string, unknown>>;

/** Replaces a command's error by a clearer one if its path is of the wrong kind. */
export async function explainPath(
  error: unknown,
  command: string,
  { config, session, sessions, folder, files }: Words,
): Promise<unknown> {
  if (!(error instanceof CommandError)) return error;
  const paths = [config, session, sessions, folder, files].flat();
  for (const path of paths.filter((one) => typeof one === 'string')) {
    const explanation = await describeWrong(command, path);
    if (explanation !== undefined) return new CommandError(explanation, error.exitCode);
  }
  return error;
}

/** Undefined if the command takes the kind of the path, or if the kind is unknown. */
async function describeWrong(command: string, path: string): Promise<string | undefined> {
  const [wanted, ...others] = TAKEN[command] ?? [];
  if (wanted === undefined || !existsSync(path)) return undefined;
  const found = await findPathKind(path, wanted);
  if (found === undefined || found === wanted || others.includes(found)) return undefined;
  const expected = command === 'check' ? 'a configuration' : KINDS[wanted][0];
  const [name, use] = KINDS[found];
  return `${path}: expected ${expected}, found what looks like ${name}: ${use} (cli.wrong-file)`;
}

async function findPathKind(path: string, wanted: PathKind): Promise<PathKind | undefined> {
  if (statSync(path).isDirectory()) {
    return FOLDERS.find(([, inside]) => existsSync(join(path, inside)))?.[0];
  }
  // Before recordings: a JSON configuration would pass as a recording with bad rows.
  const text = readText(path);
  const kind = text.ok ? fitKind(text.value, isFileKind(wanted) ? wanted : 'session') : undefined;
  if (kind !== undefined) return kind;
  const recording = await openRecording(path, { size: 'unknown', badRows: 'skip' });
  if (!recording.ok) return undefined;
  recording.value.close();
  return 'recording';
}

function isFileKind(kind: PathKind): kind is FileKind {
  return FILE_KINDS.some((one) => one === kind);
}
