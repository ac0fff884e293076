// Composition: a configuration becomes a running session, and a session folder replays.
export {
  listRecordings,
  modelsSchema,
  type SessionConfig,
  sessionSchema,
} from './config-schema.js';
export { takesRiskAway } from './call-bot.js';
export { checkAllowed, checkNamed, toPhrase } from './call-consent.js';
export {
  createSessionCollector,
  describeModels,
  toSessionInfo,
  writeSessionReport,
} from './describe.js';
export { createFolder, removeFolder, takeRecordingFolder, writeCopies } from './folder.js';
export {
  createHeader,
  type HeaderOptions,
  parseHeader,
  type SessionHeader,
  toKernelSetup,
} from './header.js';
export {
  askBot,
  askOthers,
  type Asked,
  type BotPlace,
  type BotStatus,
  type CancelLook,
  type CancelReport,
  cancelOtherBots,
  checkResume,
  findBot,
  findBotsToKill,
  findFlattenFault,
  findRed,
  findShortReason,
  type FlattenReport,
  type FlatView,
  Guard,
  GUARD_BEAT,
  type GuardEnd,
  hasGuard,
  hasKillFile,
  hasProvenEnd,
  KILL_FILE,
  killBot,
  type KillPlace,
  type KillReport,
  type KillTarget,
  makeKillFile,
  type MovedState,
  moveState,
  MIN_REASON,
  readStatus,
  overrideBot,
  PAUSE_ID,
  resolveBot,
  resumeBot,
  openSafety,
  toCauses,
  toFlattenWord,
  viewFlat,
  viewResume,
  runsHere,
  waitGone,
} from './control/index.js';
export { findBeyond, findHaltRefusal } from './egress.js';
export { createObserver, type Told } from './observer.js';
export { findLimitChanges } from './last-limits.js';
export { LiveSession } from './live-session.js';
export { findLiveFault, parseLimits } from './load-limits.js';
export { loadProfile } from './load-profile.js';
export { openProfile } from './loaded-profile.js';
export type { LoadedProfile } from './loaded-profile.js';
export { loadStrategy, type LoadedStrategy } from './load-strategy.js';
export { loadPlan, type Plan, type ShippedStrategy, type StrategyRegistry } from './plan.js';
export { resolveBeside, withPlace } from './load-named.js';
export { type LoadedPolicy, loadPolicy, parsePolicy, readPolicyFile } from './load-policy.js';
export { type Acceptance, describeChanges, EMPTY_MEMORY, MemoryFold } from './recovery/index.js';
export { createSeenCalls, haltOnReads } from './call-reads.js';
export { type CallEnd, type OneCall, runOneCall } from './one-call.js';
export { findProfile } from './open-gateway.js';
export { openClock, openSession, type OpenSession } from './open-session.js';
export { listFormerRuns, type PaperFolder, takeUpPaper, toSimulatorFile } from './paper-folder.js';
export { signBy } from './operators.js';
export {
  checkApproval,
  findCompiled,
  formatApproval,
  listCompiled,
  listParts,
  toApprovalFile,
} from './approval.js';
export type { CompiledTexts } from './strategy-compiled-texts.js';
export { findPollInterval } from './poll-interval.js';
export { type LoginSettings, type LoginText, type PlanText, readLogin } from './read-login.js';
export { keepRefusals, REFUSED_LOGINS } from './refused-logins.js';
export { toCleanEnvironment } from './real-ports/environment.js';
export { toBotEvent } from './records.js';
export { replaySession, type ReplayEnd, type ReplayOptions } from './replay.js';
export { type Extracted, extractSession, recordRates } from './recording/index.js';
export { readSession, type RecordedSession } from './read-session.js';
export type {
  HostPort,
  HttpPort,
  LagMeter,
  LocalAnswer,
  LocalAnswering,
  LocalPort,
  SessionPorts,
} from './ports.js';
export { type EngineUse, tuneEngine } from './real-ports/engine.js';
export {
  freezeBeforeStrategies,
  freezeIntrinsics,
  leaveReplaceable,
} from './real-ports/intrinsics.js';
export { realPorts } from './real-ports/index.js';
export { createSessionClock, type SessionClock } from './session-clock.js';
export { type ControlCounts, type ControlHistory, readControlHistory } from './control-history.js';
export { examineState, findJournal, verifyJournal } from './recovery/index.js';
export { findIdentity, findLiveAccount, toIdentity } from './session-state.js';
export { checkStart, checkTrust, type ProcessFacts } from './start-checks.js';
export { findStateHome } from './real-ports/state-home.js';
export { realClock } from './real-ports/clock.js';
export {
  addToLatch,
  type BoundName,
  describeIdentity,
  findLack,
  findStarts,
  findStateDirectory,
  isOfWeir,
  type HaltRecord,
  type KillOrder,
  listStarts,
  noteStart,
  pickStart,
  placeState,
  type StateIdentity,
  toKillRecord,
  toLockNames,
} from './state/index.js';
export type { SessionEnd, SessionView } from './session-end.js';
export { type Change, varyPlan } from './vary-plan.js';
export { VERSION } from './version.js';
export { needsApproval } from './venue-place.js';
