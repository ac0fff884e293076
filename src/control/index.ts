// Commands of operators and other processes for a bot that runs, hangs or is dead.
export { BotControl } from './bot-control.js';
export type { ControlledSession, FlattenCommand } from './control-parts.js';
export { type BotPlace, findBot } from './bot-place.js';
export { findBotsToKill, type KillPlace, type KillTarget } from './kill/kill-place.js';
export { type CancelLook, type CancelReport, openCancelOnly } from './kill/cancel-own.js';
export { findFlattenFault, type FlattenReport, toFlattenWord } from './flatten-bot.js';
export { type MovedState, moveState } from './move-state.js';
export { type FlatView, verifyFlat } from './verify-flat.js';
export { Watchdog, type WatchEnd } from './kill/watchdog.js';
export { describeCancels } from './kill/watchdog-action.js';
export { PAUSE_ID } from './clearable-halts.js';
export { isRunning } from './kill/is-running.js';
export { waitForExit } from './kill/wait-for-exit.js';
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
} from './offline/kill.js';
export { commandBot } from './offline/command-bot.js';
export { readStatus } from './offline/stopped-bot.js';
export { toKnownBook } from './known-orders.js';
export { readMemory, withDeadBot } from './offline/journal.js';
export {
  BEAT_EVERY_MS,
  HeartbeatMonitor,
  BOT_HEARTBEAT_FILE,
  WATCHDOG_HEARTBEAT_FILE,
  wantsWatchdog,
  hasProvenEnd,
  STALE_MS,
  toBeat,
  writeBeat,
} from './kill/heartbeat.js';
export {
  type Check,
  checkResume,
  findShortReason,
  listFailedChecks,
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
} from './kill/kill-switch.js';
export { askBot, type Asked, type ControlRequest } from './messages.js';
export type { SessionState } from './session-state.js';
export { type BotStatus, describeSnapshot } from './status.js';
