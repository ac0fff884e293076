// Flattens a running bot: the checks before it, and how it ended.
import { fail, ok, type Result } from '../domain/index.js';
import type { FlattenEnd } from '../kernel/index.js';
import type { HaltRecord } from '../state/index.js';
import { findShortReason, listFailedChecks, toCauses, TRADING_CHECKS } from './checks.js';
import type { CommandedBot } from './commanded-bot.js';
import type { FlattenCommand, ShownHalts } from './control-parts.js';
import type { ControlRequest } from './messages.js';

type FlattenRequest = Extract<ControlRequest, { readonly do: 'flatten' }>;

export interface FlattenReport extends FlattenEnd {
  /** The bot was halted before and stays up; otherwise it stops. */
  readonly isHalted: boolean;
}

/**
 * Flattens the positions under the halts that the operator was shown. Fault codes `control.mode`,
 * `control.words`, `control.checks`, and `control.halt` where something halted since.
 */
export async function flattenBot(
  bot: Pick<CommandedBot, 'check' | 'findUnseen' | 'halts' | 'mode'>,
  session: { flatten(command: FlattenCommand): Promise<FlattenEnd> },
  request: FlattenRequest,
): Promise<Result<FlattenReport>> {
  const { halts, mode } = bot;
  if (mode !== 'ready' && mode !== 'halted') {
    return fail(
      'control.mode',
      `cannot flatten: the bot is ${mode}: wait until it is ready or halted`,
    );
  }
  const fault = findFlattenFault(halts, request);
  if (fault !== undefined) return fail('control.words', fault);
  const { by: who, reason, shown, support } = request;
  if (mode === 'halted') {
    const { checks } = await bot.check(halts, { accepted: '', support });
    const failed = listFailedChecks(checks, TRADING_CHECKS);
    if (failed !== '') return fail('control.checks', `cannot flatten, a check failed: ${failed}`);
  }
  const unseen = bot.findUnseen(shown);
  if (unseen !== undefined) return fail('control.halt', unseen);
  const seen = { halts: halts.map(({ id }) => id), file: shown.file };
  const end = await session.flatten({ who, reason, seen });
  return ok({ ...end, isHalted: mode === 'halted' });
}

/** Describes a halt or kill file that the operator of a flatten was not shown, or undefined. */
export function findUnseenHalt(
  halts: readonly HaltRecord[],
  mark: string,
  seen: ShownHalts,
): string | undefined {
  if (mark !== seen.file)
    return 'control/KILL was created or changed after it was shown: run the command again';
  const unseen = halts.find(({ cause, id }) => {
    // The kill file that was shown causes this halt at a start.
    return !seen.halts.includes(id) && !(cause === 'RC62' && mark !== '');
  });
  return (
    unseen &&
    `halt ${unseen.id} began after the halts were shown: ${unseen.cause}: ${unseen.reason}`
  );
}

/** Text that the operator has to type to flatten: the cause codes of the halts in force. */
export function toFlattenWord(halts: readonly HaltRecord[]): string {
  return halts.length === 0 ? 'flatten' : toCauses(halts);
}

/** Why the typed reason or text is not accepted, or undefined. */
export function findFlattenFault(
  halts: readonly HaltRecord[],
  { reason, cause }: Pick<FlattenRequest, 'reason' | 'cause'>,
): string | undefined {
  const short = findShortReason(reason);
  if (short !== undefined) return short;
  const wanted = toFlattenWord(halts);
  if (cause.trim() === wanted) return undefined;
  return `expected ${wanted} as the typed confirmation, found "${cause.trim()}"`;
}
