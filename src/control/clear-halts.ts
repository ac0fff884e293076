// `weir resume`: shows an operator the halts with their checks, and clears them.
import { fail, ok, type Result } from '../domain/index.js';
import type { ResumeData } from '../recovery/index.js';
import type { HaltRecord } from '../state/index.js';
import { type Check, findWordsFault, listFailedChecks, type PositionsFound } from './checks.js';
import { listPausesWith, pickClearable } from './clearable-halts.js';
import type { CommandedBot, ViewedBot } from './commanded-bot.js';
import type { ControlRequest, ShownState } from './messages.js';

type ChecksRequest = Extract<ControlRequest, { readonly do: 'checks' }>;
type ResumeRequest = Extract<ControlRequest, { readonly do: 'resume' }>;

/** Why a resume fails although its halts were shown. */
export const ANOTHER_KILL =
  'another kill or halt of everything came after the checks were shown: run the command again';

export interface ResumeView {
  readonly halts: readonly HaltRecord[];
  readonly checks: readonly Check[];
  /** Pauses that end with these halts. */
  readonly pauses: readonly string[];
  /** Description of control/KILL, which goes with the last halt; empty without it. */
  readonly killFile: string;
  /** Returned with the resume. */
  readonly shown: ShownState;
}

/** Fault code `control.halt`. */
export async function viewHalts(
  bot: ViewedBot,
  request: Pick<ChecksRequest, 'halts' | 'support'>,
): Promise<Result<ResumeView>> {
  const { halts: all, snapshot } = bot;
  const picked = pickClearable(all, snapshot, request.halts);
  if (typeof picked === 'string') return fail('control.halt', picked);
  const { arePauses, halts } = picked;
  const pauses = arePauses ? [] : listPausesWith(all, halts, snapshot);
  const shown = bot.show();
  const { checks } = await bot.check(halts, { accepted: '', support: request.support });
  return ok({ halts, checks, pauses, ...shown });
}

/**
 * Clears the halts, or the pauses until resume where nothing is halted, after their checks. Fault
 * codes `control.halt`, `control.words`, `control.checks`, and those of `CommandedBot.clear`.
 */
export async function clearHalts(
  bot: CommandedBot,
  request: ResumeRequest,
): Promise<Result<unknown>> {
  const { mode, snapshot } = bot;
  const picked = pickClearable(bot.halts, snapshot, request.halts);
  if (typeof picked === 'string') return fail('control.halt', picked);
  const { arePauses, halts } = picked;
  if (mode !== 'dead' && mode !== (arePauses ? 'ready' : 'halted')) {
    const wanted = arePauses ? 'a bot that is ready' : 'a halted bot';
    return fail('control.halt', `resume needs ${wanted}, this one is ${mode}: stop it first`);
  }
  const fault = findWordsFault(halts, request);
  if (fault !== undefined) return fail('control.words', fault);
  const { checks, positions } = await bot.check(halts, request);
  const unseen = bot.findUnseen(request.shown);
  if (unseen !== undefined) return fail('control.halt', unseen);
  const failed = listFailedChecks(checks);
  if (failed !== '') {
    const found = `the halt was not cleared, a check failed: ${failed}`;
    return fail('control.checks', `${found}; fix the cause, then run weir resume again`);
  }
  if (bot.mode !== mode) {
    return fail('control.halt', `the bot went from ${mode} to ${bot.mode}: run resume again`);
  }
  const data = toResumeData(picked.halts, request, checks, positions);
  const cleared = bot.clear(picked, data, request.shown);
  return cleared.ok ? ok({ halts, checks }) : cleared;
}

/** Record of a resume; accepted positions of the venue become the new baseline. */
function toResumeData(
  halts: readonly HaltRecord[],
  { by, reason, accepted }: Pick<ResumeRequest, 'by' | 'reason' | 'accepted'>,
  checks: readonly Check[],
  { baseline, difference }: PositionsFound,
): ResumeData {
  const ids = halts.map(({ id }) => id);
  const isAccepted = difference !== '' && difference === accepted && baseline !== undefined;
  const recorded = checks.map(({ hasPassed: isGreen, name, found, canAccept }) => {
    return { name, isGreen, found, ...(canAccept === undefined ? {} : { canAccept }) };
  });
  return { halts: ids, by, reason, checks: recorded, ...(isAccepted ? { baseline } : {}) };
}
