// Commands of operators and other processes for a bot that runs, hangs or is dead.
export { BotControl } from './bot-control.js';
export type { FlattenCommand } from './control-parts.js';
export { type BotPlace, findBot } from './bot-place.js';
export { findBotsToKill, type KillPlace, type KillTarget } from './kill/kill-place.js';
export { type CancelLook, type CancelReport, openCancelOnly } from './kill/cancel-own.js';
export { findFlattenFault, type FlattenReport, toFlattenWord } from './flatten-bot.js';
export { moveState } from './move-state.js';
export { type FlatView, verifyFlat } from './verify-flat.js';
export { Watchdog } from './kill/watchdog.js';
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
  type KillReport,
  latchBeside,
  toOwnScope,
} from './offline/kill.js';
export { commandBot } from './offline/command-bot.js';
export { readStatus } from './offline/stopped-bot.js';
export { toKnownBook } from './known-orders.js';
export { withDeadBot } from './offline/journal.js';
export { WATCHDOG_HEARTBEAT_FILE, wantsWatchdog, hasProvenEnd } from './kill/heartbeat.js';
export { checkResume, findShortReason, listFailedChecks, MIN_REASON, toCauses } from './checks.js';
export {
  hasKillFile,
  type Kill,
  KILL_FILE,
  KillSwitch,
  makeKillFile,
  toHaltEvent,
} from './kill/kill-switch.js';
export { askBot, type Asked } from './messages.js';
export type { SessionState } from './session-state.js';
export type { BotStatus } from './status.js';
