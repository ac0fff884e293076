// Composition: runs a session from a configuration and replays a session folder.
export {
  createSessionCollector,
  describeModels,
  toSessionInfo,
  writeSessionReport,
} from './folder/describe.js';
export { createFolder, removeFolder, takeRecordingFolder, writeCopies } from './folder/folder.js';
export { findBeyond, findHaltRefusal } from './egress/checks.js';
export { createObserver, type MessageTopic } from './live/output-observer.js';
export { findLimitChanges } from './limit-diff.js';
export { LiveSession } from './live/live-session.js';
export { openClock, openSession, type OpenSession } from './live/open-session.js';
export {
  listFormerRuns,
  type PaperFolder,
  takeUpPaper,
  toSimulatorFile,
} from './folder/paper-folder.js';
export {
  checkApproval,
  findCompiled,
  formatApproval,
  listCompiled,
  listParts,
  toApprovalFile,
} from './approval.js';
export { replaySession, type ReplayEnd, type ReplayOptions } from './replay/replay.js';
export { type Extracted, extractSession, recordRates } from './recording/index.js';
export { readSession, type RecordedSession } from './replay/read-session.js';
export {
  type ControlCounts,
  type ControlHistory,
  readControlHistory,
} from './replay/control-history.js';
export { checkStart, checkTrust, type ProcessFacts } from './live/start-checks.js';
export type { SessionEnd, SessionView } from './live/session-result.js';
export { SessionCopy } from './folder/session-copy.js';
export { formatAlert, formatHalt } from './live/output-observer.js';
export { writePack } from './monitors/support-bundles.js';
export { findTooOld } from './egress/checks.js';
