// Halts and their checks as shown to an operator before a resume: from the bot, or from its state.
import { fail, ok, type Result } from '../../domain/index.js';
import type { SessionPorts } from '../../host/index.js';
import type { HaltRecord } from '../../state/index.js';
import type { BotPlace } from '../bot-place.js';
import type { Check } from '../checks.js';
import { listPausesWith, pickClearable } from '../clearable-halts.js';
import { viewKillFile } from '../kill/kill-switch.js';
import { askBot, type ShownState } from '../messages.js';
import { readMemory } from './journal.js';
import { checkDead, readHalts, resumeDead, type ResumeCommand } from './resume.js';

/** Longest that a bot takes to read positions and answer, milliseconds. */
const ANSWER_MS = 15_000;

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

/**
 * Returns halts and checks. Fault codes `control.halt`, `control.blocked`, and those of the
 * journal.
 */
export async function viewResume(
  ports: SessionPorts,
  place: BotPlace,
  halts: readonly string[],
  support: string,
): Promise<Result<ResumeView>> {
  const request = { do: 'checks', halts: [...halts], support } as const;
  const asked = await askBot(ports, place.state.control, request, ANSWER_MS);
  if (asked.kind === 'answer') return asked.result as Result<ResumeView>;
  if (asked.kind === 'silent') return failBlocked();
  const { mark: file, words: killFile } = viewKillFile(ports.disk, place.state.control);
  const read = readMemory(ports, place.state);
  if (!read.ok) return read;
  const all = readHalts(ports, place.state, read.value);
  const { kernel } = read.value;
  const holds = pickClearable(all, kernel, halts);
  if (typeof holds === 'string') return fail('control.halt', `${holds}${hintAt(killFile)}`);
  const picked = holds.halts;
  const words = { accepted: '', support };
  const shown = { file, kills: 0, halts: 0 };
  const { checks } = await checkDead(ports, place, read.value, picked, words);
  const pauses = holds.arePauses ? [] : listPausesWith(all, picked, kernel);
  return ok({ halts: picked, checks, pauses, killFile, shown });
}

/** Hint on a kill file that no halt covers yet. */
function hintAt(killFile: string): string {
  if (killFile === '') return '';
  return `; control/KILL exists (${killFile}): the next start halts for it, resume that halt`;
}

/** Clears the halts. Fault codes as `resumeDead`, and `control.blocked`. */
export async function resumeBot(
  ports: SessionPorts,
  place: BotPlace,
  order: ResumeCommand,
): Promise<Result<unknown>> {
  const request = { do: 'resume', ...order, halts: [...order.halts] } as const;
  const asked = await askBot(ports, place.state.control, request, ANSWER_MS);
  if (asked.kind === 'answer') return asked.result;
  if (asked.kind === 'silent') return failBlocked();
  return resumeDead(ports, place, order);
}

/** Fault code `control.blocked`. */
export function failBlocked() {
  const message =
    'the process of the bot is alive but does not answer: end it (its id is in the lock ' +
    'file of the state directory), then run this command again';
  return fail('control.blocked', message);
}
