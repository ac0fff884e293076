// weir kill CONFIG: stops a bot at once, whether it runs, hangs or is dead.
import { killBot, realPorts, waitGone } from '../session/index.js';
import { type BotArguments, findPerson, locateBot, NOT_PROVEN } from './bot-command.js';
import { EXIT, print, tell } from './output.js';

export interface KillArguments extends BotArguments {
  readonly reason?: string | undefined;
  readonly by?: string | undefined;
  readonly json: boolean;
}

const NO_REASON = 'weir kill, no reason given';
/** Longest that a bot takes; a kill is not refused for its words. */
const MAX_REASON = 500;
const MAX_WHO = 80;

export async function kill(options: KillArguments): Promise<number> {
  const startedAt = performance.now();
  const place = locateBot(options);
  const who = toWords(options.by, findPerson(), MAX_WHO);
  const reason = toWords(options.reason, NO_REASON, MAX_REASON);
  const order = { cause: 'RC63', who, reason } as const;
  const report = await killBot(realPorts, place, order);
  for (const trouble of report.troubles) tell(trouble);
  const left =
    report.by === 'bot' ? await waitGone(realPorts, place) : (report.cancels?.left ?? ['unknown']);
  const isProven = report.by === 'bot' ? left.length === 0 : report.cancels?.isProven === true;
  const goneMs = Math.round(performance.now() - startedAt);
  const { cancels, latchMs } = report;
  const isLatched = latchMs >= 0;
  if (options.json) {
    print(JSON.stringify({ ...report, isProven, left, goneMs }, undefined, 2));
  } else {
    const how = report.by === 'bot' ? 'the bot answered and halted' : 'the bot did not answer';
    print(`${how}; latch ${isLatched ? `durable in ${latchMs.toFixed(1)} ms` : 'NOT WRITTEN'}`);
    if (cancels !== undefined) print(`${String(cancels.cancelled.length)} own orders cancelled`);
    print(isProven ? `no own order is left (${String(goneMs)} ms)` : toDoubt(left, cancels));
  }
  return isProven && isLatched ? EXIT.done : NOT_PROVEN;
}

function toDoubt(left: readonly string[], cancels: { readonly trouble: string } | undefined) {
  const trouble = cancels === undefined || cancels.trouble === '' ? '' : `: ${cancels.trouble}`;
  return `NOT PROVEN ENDED: ${left.join(' ')}${trouble}: look at the venue before anything else`;
}

function toWords(typed: string | undefined, otherwise: string, most: number): string {
  const words = typed?.trim() ?? '';
  return (words === '' ? otherwise : words).slice(0, most);
}
