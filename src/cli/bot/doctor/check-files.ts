// Doctor checks of files: the state directory, the limits, the approval.
import { resolve } from 'node:path';
import { listControlsOff } from '../../../risk/index.js';
import { describeChanges, examineState } from '../../../recovery/index.js';
import { findLimitChanges } from '../../../session/index.js';
import { hasKillFile, KILL_FILE } from '../../../control/index.js';
import { needsApproval, type Plan } from '../../../plan/index.js';
import { realPorts } from '../../../host/index.js';
import type { StateIdentity } from '../../../state/index.js';
import { checkApproved } from '../approval.js';
import { checkOwnFiles, findOwnFolder } from '../../check-install.js';
import { bad, type Finding, good, toBad } from './finding.js';

/** `isRunning`: a bot of the login holds its lock. */
export function checkState(path: string, identity: StateIdentity, isRunning: boolean): Finding {
  const exam = examineState(realPorts, path, identity, isRunning);
  if (!exam.ok) return toBad(exam.fault);
  if (!exam.value.exists) return good(`none yet: the first start makes ${path}`);
  const control = resolve(path, 'control');
  const troubles = [
    ...exam.value.troubles,
    ...(hasKillFile(realPorts.disk, control) ? [`control/${KILL_FILE} exists`] : []),
  ];
  if (troubles.length > 0) {
    return bad(
      `${troubles.join('; ')}: weir status CONFIG shows it, weir resume CONFIG ends a halt`,
    );
  }
  const { login, environment } = identity;
  const whole = isRunning ? 'its bot runs' : 'its lock is free, its journal intact';
  return good(`${path} belongs to ${login} (${environment}); nothing is halted, ${whole}`);
}

/** Compares the limits with those of the bot's last run. */
export function checkLimits(plan: Plan, state: string): Finding {
  const { limits } = plan.config;
  const name = typeof limits === 'object' ? 'in the configuration' : (limits ?? 'the defaults');
  const off = listControlsOff(plan.limits);
  const facts = `${name}, controls off: ${off.length === 0 ? 'none' : off.join(' ')}`;
  const changes = findLimitChanges(plan, realPorts, state) ?? [];
  if (changes.length === 0) return good(facts);
  const since = `${facts}; since the last start ${describeChanges(changes)}`;
  if (changes.every(({ isLooser }) => !isLooser)) return good(since);
  return bad(`${since}: a start needs --accept-limit-increase --by NAME --reason TEXT`);
}

/** Checks that Weir's files are of one build, and that the start is approved if it needs to be. */
export function checkApproval(plan: Plan): Finding {
  const own = checkOwnFiles(findOwnFolder());
  if (!own.ok) return toBad(own.fault);
  const { venue } = plan.config;
  if (!needsApproval(venue)) {
    return good(`environment ${venue?.environment ?? 'paper'} needs no approval on this machine`);
  }
  const approved = checkApproved(plan);
  return approved.ok ? good('every part is as it was approved') : toBad(approved.fault);
}
