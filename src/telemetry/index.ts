// Log output of a running session for operators; Weir never reads it back for a decision.
export { createLog, type Log, type LogFields, type LogOptions } from './log.js';
