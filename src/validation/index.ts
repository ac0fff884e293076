// Turns rejections of a schema into sentences; schemas of times and calendars.
export {
  cut,
  formatPath,
  isSecretKey,
  isSecretPath,
  namesSecret,
  type Path,
  valueAt,
} from './describe-found.js';
export { durationText, instantText } from './time-schema.js';
export { applyCalendarChanges, calendarsSchema } from './calendars-schema.js';
export { describeIssues, listIssueTexts } from './describe-issues.js';
export { explainIssue, keepKnownKeys } from './issues.js';
export { isRecord } from './is-record.js';
