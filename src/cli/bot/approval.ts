// Approvals of live starts on disk, and the account name that an operator types to start.
import { basename, dirname } from 'node:path';
import { readText } from '../../config/index.js';
import { ok, type Result } from '../../domain/index.js';
import { localDisk, replaceFile } from '../../journal/index.js';
import {
  checkApproval,
  findCompiled,
  formatApproval,
  listCompiled,
  listParts,
  toApprovalFile,
} from '../../session/index.js';
import type { CompiledTexts } from '../../strategy-loader/index.js';
import { type LoginSettings, needsApproval, type Plan, signBy } from '../../plan/index.js';
import { MIN_REASON } from '../../control/index.js';
import { toIdentity } from '../../recovery/index.js';
import { readLine } from './bot-command.js';
import { CommandError, EXIT, printNote, unwrap } from '../output.js';
import { hashBuild } from '../check-install.js';
import { usageError } from '../parser/usage.js';

/**
 * Maximum size: an approval contains the compiled texts of all strategies and their source maps.
 */
const MAX_BYTES = 64 * 1024 * 1024;

export interface ApproveArguments {
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

/** Writes the approval of all parts of a start, as they are now, with the compiled strategies. */
export function approve(plan: Plan, { by, reason = '' }: ApproveArguments): string {
  if (by === undefined) throw usageError('expected --by NAME with --approve, found none');
  if (reason.trim().length < MIN_REASON) {
    const least = `at least ${String(MIN_REASON)} characters`;
    throw usageError(`--reason: expected ${least} with --approve, found "${reason}"`);
  }
  unwrap(signBy(plan.config, { by }));
  const file = toApprovalFile(plan.file);
  const at = new Date().toISOString();
  const parts = listParts(plan, hashBuild());
  const text = formatApproval({ v: 1, by, reason, at, parts, compiled: listCompiled(plan) });
  replaceFile(localDisk, dirname(file), basename(file), text);
  return file;
}

/** Checks that every part of a start is approved if the venue is live or not on this machine. */
export function checkApproved(plan: Plan): Result<void> {
  if (!needsApproval(plan.config.venue)) return ok(undefined);
  const file = toApprovalFile(plan.file);
  const text = readApprovalText(file);
  return text.ok ? checkApproval(file, text.value, listParts(plan, hashBuild())) : text;
}

/** Strategies compiled at the approval of a configuration: a live start calls no compiler. */
export function findApprovedTexts(config: string): Result<CompiledTexts> {
  const file = toApprovalFile(config);
  const text = readApprovalText(file);
  return text.ok ? findCompiled(file, text.value, hashBuild()) : text;
}

function readApprovalText(file: string): Result<string | undefined> {
  const read = readText(file, MAX_BYTES);
  if (read.ok) return ok(read.value.text);
  const isNone = read.fault.code === 'config.no-file' || read.fault.code === 'config.empty';
  return isNone ? ok(undefined) : read;
}

/** Requires two confirmations of a live start: `--live`, and the account name typed. */
export async function confirmLive(plan: Plan, login: LoginSettings, isMeant: boolean) {
  const isLive = plan.config.venue?.environment === 'live';
  if (isLive !== isMeant) {
    const found = isMeant ? 'found --live' : 'found none';
    const place = plan.config.venue?.environment ?? 'paper';
    throw usageError(`expected ${isLive ? '--live' : 'no --live'} for ${place}, ${found}`);
  }
  if (!isLive) return;
  const account = toIdentity(plan, login).login;
  printNote(`LIVE: real orders at ${login.baseUrl}; type the account ${account} to start:`);
  const typed = await readLine();
  if (typed.trim() === account) return;
  const message = `expected the account ${account} to be typed, found "${typed.trim()}"`;
  throw new CommandError(`${message}: nothing was sent (session.not-confirmed)`, EXIT.fault);
}
