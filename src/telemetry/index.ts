// Log output of a running session for operators; Weir never reads it back for a decision.
export {
  createLog,
  LOG_LEVELS,
  type Log,
  type LogFields,
  type LogLevel,
  type LogOptions,
} from './log.js';
