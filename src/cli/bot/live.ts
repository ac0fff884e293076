// Runs a live session for `weir run` and `weir paper`: progress, signals, report, exit code.
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { config } from 'rxjs';
import { type Fault, formatFault, type Result } from '../../domain/index.js';
import { type Collector, isUnworked, type Warning } from '../../report/index.js';
import { toIdentity } from '../../recovery/index.js';
import {
  createFolder,
  type LiveSession,
  openSession,
  removeFolder,
  type SessionEnd,
} from '../../session/index.js';
import { hasProvenEnd } from '../../control/index.js';
import { noteStart } from '../../state/index.js';
import type { LoginSettings, Plan } from '../../plan/index.js';
import { realPorts, tuneEngine } from '../../host/index.js';
import { createLog, type Log } from '../../telemetry/index.js';
import { finishSession } from './print-result.js';
import type { Signals } from '../signals.js';
import { formatProgress } from './progress-line.js';
import { explainUnhandled } from '../unhandled.js';
import {
  clearProgress,
  CommandError,
  EXIT,
  showProgress,
  printNote,
  toCommandError,
  unwrap,
} from '../output.js';
import type { LiveOptions } from './live-options.js';

/** Interval of the progress line, on a terminal and elsewhere, milliseconds. */
const PROGRESS_MS = { terminal: 500, elsewhere: 5_000 };

/** Runs a live session to its end and returns the exit code. */
export async function runLive(options: LiveOptions): Promise<number> {
  const { mode, plan, login, json, isSilent, signals } = options;
  tuneEngine('bot');
  const folder = options.folder ?? unwrap(createFolder(options.out, plan.config.name));
  const logs: Log[] = [];
  const notifyAndLog = (message: string): void => {
    printNote(message);
    for (const log of logs) log.warn(message);
  };
  const state = options.state ?? join(folder, 'state');
  const control = join(state, 'control');
  Object.assign(signals, { folder, control, mayHaveOrders: mayHaveOrders(state) });
  const { acceptLimits, acceptLost, customer, instead } = options;
  const accepted = { acceptLimits, acceptLost };
  const where = { mode, login, customer, folder, state, ports: realPorts, ...accepted, instead };
  let hasHalted = false;
  const noteHalt = () => (hasHalted = true);
  const opened = await openSession(plan, { ...where, notify: notifyAndLog, noteHalt });
  if (!opened.ok) throw toStartError(opened.fault, signals, folder, hasHalted);
  const { session, collector, opening, complete } = opened.value;
  const log = openLog(folder);
  logs.push(log);
  if (mode === 'run') noteRun(plan, login, state, notifyAndLog);
  log.info('session opened', { mode, name: plan.config.name, baseUrl: login.baseUrl });
  options.opened?.(session);
  const guard = options.startWatchdog?.(state, notifyAndLog);
  signals.session = session;
  const letBugsPass = catchBugs(session);
  const endProgress = showOn(session, collector);
  const end = await session.run(opening);
  await guard?.stop(end.isProven);
  endProgress();
  signals.isOver = true;
  letBugsPass();
  log.info('session ended', { reason: end.reason, isProven: end.isProven, open: end.open });
  explainEnd(end);
  printFault(complete());
  const { digest, endAt, journalHead, isProven, open, reason, message, journalFault } = end;
  const ending = { end: { reason, message, isProven, open }, journalHead, journalFault };
  try {
    const ended = { folder, collector, endAt, digest, json, isSilent, extra: ending };
    const { warnings } = finishSession(ended);
    const unworked = warnings.filter(isUnworked);
    if (unworked.length > 0 && isSilent !== true) return explainUnworked(end, state, unworked);
  } catch (error) {
    // The fate of the orders matters more than the report about them.
    if (toExitCode(end) === EXIT.done || !(error instanceof CommandError)) throw error;
    printNote(error.message);
  }
  return toExitCode(end);
}

/** Notes the start, so that a kill finds the bot even without its configuration. */
function noteRun(
  plan: Plan,
  login: LoginSettings,
  state: string,
  notifyAndLog: (message: string) => void,
): void {
  const { file, source } = plan;
  const start = { text: source.text, state, identity: toIdentity(plan, login) };
  const trouble = noteStart(realPorts, file, start);
  if (trouble !== undefined) notifyAndLog(trouble);
}

function toStartError(
  fault: Fault,
  signals: Signals,
  folder: string,
  hasHalted: boolean,
): CommandError {
  signals.detach();
  removeFolder(folder);
  return toCommandError(fault, hasHalted ? EXIT.halted : EXIT.fault);
}

/** Whether a previous run ended without proof that its orders have ended. */
function mayHaveOrders(state: string): boolean {
  if (!existsSync(join(state, 'journal'))) return false;
  return !hasProvenEnd(realPorts.disk, join(state, 'control'));
}

function printFault(result: Result<void>): void {
  if (!result.ok) printNote(formatFault(result.fault));
}

/** Shows the progress line until the returned function is called. */
function showOn(session: LiveSession, collector: Collector): () => void {
  const timer = setInterval(
    () => {
      showProgress(formatProgress(session.view(), collector.status()));
    },
    process.stderr.isTTY ? PROGRESS_MS.terminal : PROGRESS_MS.elsewhere,
  );
  return () => {
    clearInterval(timer);
    clearProgress();
  };
}

/** Ends the session in order on an uncaught error, until the returned function is called. */
function catchBugs(session: LiveSession): () => void {
  // RxJS reports later, through this hook, what a strategy's own subscription threw.
  config.onUnhandledError = (error) => {
    session.halt(explainUnhandled(error), undefined, 'strategy');
  };
  const onBug = (error: unknown) => {
    session.fail(error);
  };
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  for (const event of events) process.on(event, onBug);
  return () => {
    for (const event of events) process.off(event, onBug);
  };
}

/** Log of events by the machine's clock, one JSON line each, beside the journal. */
function openLog(folder: string): Log {
  return createLog({
    stream: openSync(join(folder, 'session-log.jsonl'), 'wx', 0o600),
    format: 'json',
  });
}

function toExitCode({ reason, isProven, bug, halts }: SessionEnd): number {
  if (bug !== undefined) return EXIT.bug;
  return !isProven || reason === 'halted' || halts > 0 ? EXIT.halted : EXIT.done;
}

/** Exit code 1 or worse if a requested parent was not worked, so that scripts notice. */
function explainUnworked(end: SessionEnd, state: string, warnings: readonly Warning[]): number {
  const ids = new Set(warnings.map(({ id }) => id));
  if (ids.has('strategy-muted')) {
    printNote('a strategy was muted, see the WARNING: it placed nothing in that time');
  }
  if (ids.has('parent-refused')) {
    printNote('a parent was refused, see the WARNING: no order was sent for it');
  }
  if (ids.has('parent-given-up') || ids.has('parent-not-started')) {
    printNote(
      `a parent was not worked, see the WARNING: the journal in ${state} has its key already;`,
    );
    printNote('to order it again, give the strategy another `key` (docs/live-operations.md)');
  }
  return Math.max(toExitCode(end), EXIT.fault);
}

/** Prints what became of the own orders. */
function explainEnd({ reason, message, isProven, isVerified, open }: SessionEnd): void {
  if (reason !== 'done') printNote(`${reason}: ${message}`);
  if (isVerified) printNote('all own orders have ended, verified by query');
  else if (isProven) {
    printNote(
      "all own orders had ended by the venue's last report; the last check did not reach it",
    );
  } else printNote(`NOT PROVEN ENDED: ${open.join(' ')}: look at the venue before anything else`);
}
