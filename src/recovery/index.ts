// Start and recovery in one path: first the state, then the venue, then the strategies.
export { type Acceptance, describeChanges } from './accept-limits.js';
export {
  CALL_END_TYPE,
  EMPTY_MEMORY,
  EPOCH_TYPE,
  type EpochData,
  type RecoveredState,
  StateRecovery,
  LATCH_TYPE,
  RESUME_TYPE,
  SUPPORT_TYPE,
  type ResumeData,
} from './recovered-state.js';
export { examineState } from './examine-state.js';
export { ENDS_TYPE, type EndsData, type FoundEnd } from './found-ends.js';
export { toHaltRecord } from './halt-record.js';
export { CALL_TYPE } from './unfinished-calls.js';
export { checkJournal, LOST_JOURNAL } from './lost-journal.js';
export { toCarriedHaltEvent } from './carried-halt.js';
export { openBot, type OpenedBot, recoverMemory } from './open-bot.js';
export { recoverInTime } from './recovery-deadline.js';
export type { RecoveryHalt } from './check-positions.js';
export { recover } from './recover.js';
export { type RecoveryPorts } from './ports.js';
export { type PendingResolution, RESOLUTION_TYPE } from './resolution-records.js';
export { findJournal, RESTORED_COPY, verifyJournal } from './verify.js';
export {
  findIdentity,
  findLiveAccount,
  findVenueAccount,
  toIdentity,
  toIntegrity,
  withKnownInstruments,
} from './session-state.js';
export {
  compareOpen,
  createSayAmount,
  describePositions,
  listOwn,
  listSettled,
  pickOpen,
  subtract,
  sumPositions,
} from './positions.js';
