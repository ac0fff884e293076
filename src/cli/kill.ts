// weir kill CONFIG: stops a bot at once, whether it runs, hangs or is dead.
import {
  askOthers,
  killBot,
  type KillPlace,
  type KillReport,
  realPorts,
  runsHere,
  waitGone,
} from '../session/index.js';
import { type BotArguments, findPerson, locateToKill, NOT_PROVEN } from './bot-command.js';
import { describeCancelling, describeDoubt } from './kill-words.js';
import { clearProgress, createPace, EXIT, print, showProgress, tell } from './output.js';

export interface KillArguments extends BotArguments {
  readonly reason?: string | undefined;
  readonly by?: string | undefined;
  readonly json: boolean;
}

const NO_REASON = 'weir kill, no reason given';
/** Longest that a bot takes; a kill is not refused for its words. */
const MAX_REASON = 500;
const MAX_WHO = 80;
/** Between two looks at whether progress is due, milliseconds. */
const LOOK_EVERY_MS = 250;

export async function kill(options: KillArguments): Promise<number> {
  const startedAt = performance.now();
  const place = await locateToKill(options);
  const who = toWords(options.by, findPerson(), MAX_WHO);
  const reason = toWords(options.reason, NO_REASON, MAX_REASON);
  const { left, report } = await killShown(place, { cause: 'RC63', who, reason });
  const troubles = [...place.troubles, ...report.troubles];
  for (const trouble of troubles) tell(trouble);
  const isElsewhere = report.isLocked && !(await runsHere(realPorts, place.state));
  if (isElsewhere) tell(describeElsewhere(place.state));
  const isGone = report.by === 'bot' ? left?.length === 0 : report.cancels?.isProven === true;
  const isProven = isGone && !isElsewhere;
  const goneMs = Math.round(performance.now() - startedAt);
  const { cancels, latchMs } = report;
  const isLatched = latchMs >= 0;
  // A bot that answered was not looked at from here: what follows it may take its time.
  const findOthers = async () => cancels?.others ?? (await askOthers(realPorts, place));
  if (options.json) {
    const others = await findOthers();
    const found = { ...report, others, troubles, isProven, left: left ?? [], goneMs };
    print(JSON.stringify(found, undefined, 2));
  } else {
    const how = report.by === 'bot' ? 'the bot answered and halted' : 'the bot did not answer';
    print(`${how}; latch ${isLatched ? `durable in ${latchMs.toFixed(1)} ms` : 'NOT WRITTEN'}`);
    const count = cancels?.cancelled.length ?? 0;
    if (cancels !== undefined && (isProven || count > 0)) {
      print(`${String(count)} own orders cancelled`);
    }
    const doubt = () => describeDoubt(place.state.identity, left, cancels?.trouble ?? '');
    print(isProven ? `no own order is left (${String(goneMs)} ms)` : doubt());
    const others = await findOthers();
    if (others.length > 0) print(describeOthers(others));
  }
  return isProven && isLatched ? EXIT.done : NOT_PROVEN;
}

interface KillEnd {
  readonly report: KillReport;
  /** Own orders that may be left; undefined when that is not known. */
  readonly left: readonly string[] | undefined;
}

/** Says now and then what it waits for. */
async function killShown(place: KillPlace, order: Parameters<typeof killBot>[2]): Promise<KillEnd> {
  const { identity } = place.state;
  const isDue = createPace();
  let describe = (): string => '';
  const timer = setInterval(() => {
    if (describe() !== '' && isDue()) showProgress(describe());
  }, LOOK_EVERY_MS);
  try {
    let beganAt: number | undefined;
    const report = await killBot(realPorts, place, order, (look) => {
      const since = (beganAt ??= performance.now());
      describe = () => describeCancelling(identity, look, performance.now() - since);
    });
    if (report.by === 'outside') return { report, left: report.cancels?.left };
    describe = () => 'the bot has halted, and waits for its orders to end';
    return { report, left: await waitGone(realPorts, place) };
  } finally {
    clearInterval(timer);
    clearProgress();
  }
}

/** Most that are named. */
const MOST_OTHERS = 5;

function describeOthers(coIds: readonly string[]): string {
  const named = coIds.slice(0, MOST_OTHERS).join(', ');
  const more = coIds.length > MOST_OTHERS ? ', ...' : '';
  return `left alone, not of this bot: ${String(coIds.length)} orders: ${named}${more}`;
}

function describeElsewhere({ dir, identity }: KillPlace['state']): string {
  const whose = `the lock of ${identity.login} at ${identity.baseUrl}`;
  const who = `a bot with its state elsewhere (name it with --state), or a command under way`;
  return `NOT STOPPED: a process holds ${whose}, and no bot answers in ${dir}: ${who}`;
}

function toWords(typed: string | undefined, otherwise: string, most: number): string {
  const words = typed?.trim() ?? '';
  return (words === '' ? otherwise : words).slice(0, most);
}
