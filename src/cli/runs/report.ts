// weir report SESSION...: recreates the report of a session from its journal, or compares several.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  type Compared,
  compareSessions,
  formatComparison,
  type PnlPoint,
  renderComparison,
  type Summary,
} from '../../report/index.js';
import { createFolder, removeFolder } from '../../session/index.js';
import { CommandError, EXIT, print, printText, unwrap } from '../output.js';
import { replay } from './replay.js';

export interface ReportArguments {
  readonly sessions: readonly string[];
  readonly out?: string | undefined;
  readonly json: boolean;
}

/** Keys of a summary that a comparison needs. */
const NEEDED: readonly (keyof Summary)[] = [
  ...(['mode', 'strategies', 'startAt', 'endAt', 'rates', 'orders', 'fills', 'refused'] as const),
  ...(['halts', 'leftOut', 'performance', 'remarks', 'costs', 'digest'] as const),
];
/** Maximum number of sessions in a comparison. */
const MOST = 8;

export function report({ sessions, out, json }: ReportArguments): Promise<number> {
  const [only, ...others] = sessions;
  if (only !== undefined && others.length === 0) return reportOne(only, out, json);
  if (sessions.length > MOST) {
    const found = `expected at most ${String(MOST)} sessions, found ${String(sessions.length)}`;
    throw new CommandError(`${found} (report.too-many)`, EXIT.usage);
  }
  const runs = nameRuns(sessions).map(readRun);
  const folder = unwrap(createFolder(out, 'compare'));
  const page = join(folder, 'compare.html');
  writeFileSync(page, renderComparison(runs), { mode: 0o600 });
  if (json) printText(JSON.stringify({ folder, lines: compareSessions(runs) }, undefined, 2));
  else {
    printText(formatComparison(runs));
    print(`comparison ${page}`);
  }
  return Promise.resolve(EXIT.done);
}

/** Refuses a backtest, which keeps no journal: its own command creates its report. */
async function reportOne(session: string, out: string | undefined, json: boolean): Promise<number> {
  if (existsSync(session) && !existsSync(join(session, 'journal'))) {
    const found = existsSync(join(session, 'report.html'))
      ? `none; its report is ${join(session, 'report.html')}`
      : 'none';
    const message = `${session}: expected a session with a journal, found ${found}`;
    throw new CommandError(`${message} (report.no-journal)`, EXIT.usage);
  }
  const folder = unwrap(createFolder(out, 'report'));
  try {
    const code = await replay({ session, out: folder, json });
    if (!json) print(`report ${join(folder, 'report.html')}`);
    return code;
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** Names sessions by the last part of their path, or by the whole path if that is not unique. */
function nameRuns(sessions: readonly string[]): readonly (readonly [string, string])[] {
  const short = sessions.map((session) => basename(resolve(session)));
  const isUnique = new Set(short).size === short.length;
  return sessions.map((session, i) => [session, (isUnique ? short[i] : undefined) ?? session]);
}

function readRun([folder, name]: readonly [string, string]): Compared {
  const file = join(folder, 'summary.json');
  const expected = `${file}: expected the summary of a session`;
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${expected}, found ${what} (report.summary)`, EXIT.usage);
  }
  const missing = NEEDED.find((key) => !hasKey(found, key));
  if (missing === undefined) {
    const summary = found as Summary;
    return { name, summary, equity: readEquity(folder, summary) };
  }
  const message = `${expected} with \`${missing}\`, found none: make it again with this version`;
  throw new CommandError(`${message} (report.summary)`, EXIT.usage);
}

/** P&L over time; sessions of older versions have no such file. */
function readEquity(folder: string, { startAt }: Summary): readonly PnlPoint[] {
  const file = join(folder, 'equity.csv');
  if (!existsSync(file)) return [];
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  const from = Date.parse(startAt);
  return lines.map((line, i) => {
    const [time = '', pnl = ''] = line.split(',');
    const point = { afterMs: Date.parse(time) - from, pnl: Number(pnl) };
    if (pnl !== '' && Number.isFinite(point.afterMs) && Number.isFinite(point.pnl)) return point;
    const expected = `${file}:${String(i + 2)}: expected a time and a P&L`;
    throw new CommandError(`${expected}, found "${line}" (report.equity)`, EXIT.usage);
  });
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}
