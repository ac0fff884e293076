// What operators see of a running session: write-only, never an input of a decision.
export {
  createLog,
  LOG_LEVELS,
  type Log,
  type LogFields,
  type LogLevel,
  type LogOptions,
} from './log.js';
