// weir kill CONFIG: stops a bot at once, whether it runs, hangs or is dead. If its state is known,
// the halt is latched before this file is loaded (kill/latch-first.ts).
import { formatFault, isOfWeir } from '../../domain/index.js';
import {
  askOthers,
  cancelOtherBots,
  type CancelReport,
  killBot,
  type KillPlace,
  type KillReport,
  isRunning,
  waitForExit,
} from '../../control/index.js';
import { findStateHome, realPorts } from '../../host/index.js';
import { listStarts } from '../../state/index.js';
import { NOT_PROVEN } from './bot-command.js';
import {
  describeCancelling,
  describeNotProven,
  describeOtherBots,
  describeUnsure,
} from './kill/describe-kill.js';
import type { FirstKill } from './kill/latch-first.js';
import { locateToKill } from './kill/locate-to-kill.js';
import {
  clearProgress,
  CommandError,
  createPace,
  EXIT,
  print,
  printText,
  showProgress,
  printNote,
} from '../output.js';

/** Interval of the checks whether progress is due, milliseconds. */
const LOOK_EVERY_MS = 250;

/** Kills with the arguments that were understood, then reports the others. */
export async function kill(first: FirstKill): Promise<number> {
  const { complaints, configs, state } = first.words;
  const [config, ...unkilled] = configs;
  if (config === undefined && state === undefined) return listKnown(complaints);
  try {
    const exitCode = await killAll(first, config);
    return unkilled.length > 0 && exitCode === EXIT.done ? NOT_PROVEN : exitCode;
  } finally {
    for (const complaint of complaints) printNote(`${complaint}; the kill went on without it`);
    for (const file of unkilled) printNote(`NOT STOPPED: ${file}: a kill takes one configuration`);
  }
}

function listKnown(complaints: readonly string[]): number {
  for (const complaint of complaints) printNote(complaint);
  printNote('expected `weir kill <config>`, or --state DIR, found neither: nothing was killed');
  for (const line of describeKnown()) printNote(line);
  return EXIT.usage;
}

/** The bots that this user has started, with their states. */
function describeKnown(): readonly string[] {
  const starts = listStarts(realPorts.disk, findStateHome());
  if (starts.length === 0)
    return ['no bot of this user is known: name a state directory with --state DIR'];
  return starts.map(({ config, identity, state }) => {
    return `known: ${config}: ${identity.login} at ${identity.baseUrl}, state ${state}`;
  });
}

/** Kills the bot of a configuration, and each other bot whose halt is already latched. */
async function killAll(first: FirstKill, config: string | undefined): Promise<number> {
  const { latched, troubles, words } = first;
  const target = { file: config, given: words.state, latched: [...latched.keys()] };
  const found = await locateToKill(target);
  for (const trouble of troubles) printNote(trouble);
  if (!found.ok) {
    for (const [dir, ms] of latched) print(`${describeLatch(ms)}: ${dir}`);
    if (latched.size === 0) for (const line of describeKnown()) printNote(line);
    else
      print('NOT PROVEN ENDED: the venue was not queried: look at the venue before anything else');
    throw new CommandError(formatFault(found.fault), latched.size === 0 ? EXIT.fault : NOT_PROVEN);
  }
  const ends: KillEnd[] = [];
  for (const place of found.value) ends.push(await killOne(first, place));
  if (words.json) {
    const [end, ...also] = ends.map(toDocument);
    printText(JSON.stringify(also.length === 0 ? end : { ...end, also }, undefined, 2));
  }
  return ends.every(({ isDone }) => isDone) ? EXIT.done : NOT_PROVEN;
}

interface KillEnd {
  readonly report: KillReport;
  readonly others: readonly string[];
  /** With `--all-bots`: result for the other bots' orders, or why the venue could not be read. */
  readonly otherBots: CancelReport | string | undefined;
  readonly troubles: readonly string[];
  /** Own orders that may be left; undefined if unknown. */
  readonly left: readonly string[] | undefined;
  readonly isProven: boolean;
  readonly isDone: boolean;
  readonly goneMs: number;
}

/** Document of `--json`; times count from the first line of the command, milliseconds. */
export type KillDocument = ReturnType<typeof toDocument>;

function toDocument({ goneMs, isProven, left = [], report, ...end }: KillEnd) {
  const { otherBots, others, troubles } = end;
  const also = otherBots === undefined ? {} : { otherBots };
  return { ...report, others, ...also, troubles, isProven, left, goneMs };
}

async function killOne(first: FirstKill, place: KillPlace): Promise<KillEnd> {
  const { allBots, json } = first.words;
  const cancelling = allBots ? cancelOtherBots(realPorts, place) : undefined;
  const shown = await killShown(first, place);
  const { report } = shown;
  const { by, cancels, isLocked, latchMs } = report;
  const otherBots = await cancelling;
  const unsure = allBots ? [] : findUnsure(place, report);
  const claims = unsure.length === 0 ? [] : [describeUnsure(unsure)];
  const troubles = [...place.troubles, ...report.troubles, ...claims];
  for (const trouble of troubles) printNote(trouble);
  const isElsewhere = isLocked && !(await isRunning(realPorts, place.state));
  if (isElsewhere) printNote(describeElsewhere(place.state));
  const isGone = by === 'bot' ? shown.left?.length === 0 : cancels?.isProven === true;
  const isProven = isGone && !isElsewhere && unsure.length === 0;
  const left = unsure.length === 0 ? shown.left : [...(shown.left ?? []), ...unsure];
  const goneMs = Math.round(performance.now() - first.since);
  if (!json) printOwn(place, { report, left, isProven, goneMs });
  // After a response of the bot its orders were not read from here: listing others may take time
  // now.
  const listed = cancels?.others ?? (await askOthers(realPorts, place));
  const others = allBots ? listed.filter((coId) => !isOfWeir(coId)) : listed;
  if (!json && otherBots !== undefined) print(describeOtherBots(otherBots));
  if (!json && others.length > 0) print(describeOthers(others));
  const areOthersGone = typeof otherBots !== 'string' && otherBots?.isProven !== false;
  const isDone = isProven && latchMs >= 0 && areOthersGone;
  return { report, others, otherBots, troubles, left, isProven, isDone, goneMs };
}

/** Orders of Weir bots that may belong to this bot, whose state does not say which tag it had. */
function findUnsure({ state }: KillPlace, { cancels }: KillReport): readonly string[] {
  return state.mayHaveOtherTag === true ? (cancels?.others ?? []).filter(isOfWeir) : [];
}

function printOwn(
  { state: { identity } }: KillPlace,
  { goneMs, isProven, left, report }: Pick<KillEnd, 'goneMs' | 'isProven' | 'left' | 'report'>,
): void {
  const { by, cancels, latchMs } = report;
  const how = by === 'bot' ? 'the bot answered and halted' : 'the bot did not answer';
  print(`${how}; ${describeLatch(latchMs)}`);
  const count = cancels?.cancelled.length ?? 0;
  if (cancels !== undefined && (isProven || count > 0)) {
    print(`${String(count)} own orders cancelled`);
  }
  const doubt = () => describeNotProven(identity, left, cancels?.trouble ?? '');
  print(isProven ? `no own order is left (${String(goneMs)} ms)` : doubt());
}

function describeLatch(ms: number): string {
  return `latch ${ms >= 0 ? `durable in ${ms.toFixed(1)} ms` : 'NOT WRITTEN'}`;
}

/** Shows progress from time to time. Times count from the first line of the command. */
async function killShown(
  { latched, order, record, since }: FirstKill,
  place: KillPlace,
): Promise<Pick<KillEnd, 'report' | 'left'>> {
  const { identity } = place.state;
  const isDue = createPace();
  let describe = (): string => '';
  const timer = setInterval(() => {
    if (describe() !== '' && isDue()) showProgress(describe());
  }, LOOK_EVERY_MS);
  try {
    let beganAt: number | undefined;
    const before = performance.now() - since;
    const firstMs = latched.get(place.state.dir);
    const first = { record, isDurable: firstMs !== undefined };
    const show: Parameters<typeof killBot>[3] = (look) => {
      const waitedMs = performance.now() - (beganAt ??= performance.now());
      describe = () => describeCancelling(identity, look, waitedMs);
    };
    const found = await killBot(realPorts, place, order, show, first);
    const toMs = (ms: number) => (ms < 0 ? ms : before + ms);
    const latchMs = found.latchMs === 0 && firstMs !== undefined ? firstMs : toMs(found.latchMs);
    const report = { ...found, latchMs, firstCancelMs: toMs(found.firstCancelMs) };
    if (report.by === 'outside') return { report, left: report.cancels?.left };
    describe = () => 'the bot has halted, and waits for its orders to end';
    return { report, left: await waitForExit(realPorts, place) };
  } finally {
    clearInterval(timer);
    clearProgress();
  }
}

/** Maximum number of orders that are named. */
const MOST_OTHERS = 5;

function describeOthers(coIds: readonly string[]): string {
  const named = coIds.slice(0, MOST_OTHERS).join(', ');
  const more = coIds.length > MOST_OTHERS ? ', ...' : '';
  return `left alone, not of this bot: ${String(coIds.length)} orders: ${named}${more}`;
}

function describeElsewhere({ dir, identity }: KillPlace['state']): string {
  const whose = `the lock of ${identity.login} at ${identity.baseUrl}`;
  const who = `a bot with another state directory (name it with --state), or a running command`;
  return `NOT STOPPED: a process holds ${whose}, and no bot answers in ${dir}: ${who}`;
}
