// How people and other processes command a bot, running, blocked or dead.
export { BotControl } from './bot-control.js';
export type { ControlledSession } from './control-parts.js';
export { type BotPlace, findBot } from './bot-place.js';
export { findBotsToKill, type KillPlace, type KillTarget } from './kill-place.js';
export { type CancelLook, type CancelReport, openSafety } from './cancel-own.js';
export {
  findFlattenFault,
  findRed,
  findShortReason,
  type FlattenReport,
  toFlattenWord,
} from './flatten-bot.js';
export { type MovedState, moveState } from './move-state.js';
export { type FlatView, viewFlat } from './view-flat.js';
export { Guard, type GuardEnd } from './guard.js';
export { describeCancels } from './guard-strike.js';
export { PAUSE_ID } from './holds.js';
export { runsHere } from './runs-here.js';
export { waitGone } from './wait-gone.js';
export {
  cancelFromOutside,
  cancelOtherBots,
  hasLatched,
  askOthers,
  killBot,
  type FirstLatch,
  type KillReport,
  latchBeside,
  toOwnScope,
} from './outside-kill.js';
export { readStatus, type ResumeOrder } from './outside-resume.js';
export { resumeBot, type ResumeView, viewResume } from './outside-checks.js';
export { overrideBot } from './outside-override.js';
export { resolveBot } from './outside-resolve.js';
export { toKnownBook } from './known-orders.js';
export { readMemory, withDeadBot } from './outside-journal.js';
export {
  BEAT_EVERY_MS,
  BeatWatch,
  BOT_BEAT,
  GUARD_BEAT,
  hasGuard,
  hasProvenEnd,
  STALE_MS,
  toBeat,
  writeBeat,
} from './beat.js';
export {
  type Check,
  checkResume,
  findWordsFault,
  MIN_REASON,
  pickHalts,
  toCauses,
} from './checks.js';
export {
  endsKillFile,
  hasKillFile,
  type Kill,
  KILL_FILE,
  KillSwitch,
  makeKillFile,
  markKillFile,
  removeKillFile,
  toHaltEvent,
  viewKillFile,
} from './kill-switch.js';
export { askBot, type Asked, type ControlRequest } from './messages.js';
export type { FlattenOrder } from './flatten-command.js';
export type { SessionInside } from './session-state.js';
export { type BotStatus, describeSnapshot } from './status.js';
