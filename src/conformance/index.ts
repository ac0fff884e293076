// Checks a venue against the assumptions of its profile.
export type { ConformanceVenue, Send, WriteTools } from './context.js';
export type { Finding, Verdict } from './finding.js';
export {
  type ConformanceOptions,
  type ConformanceResult,
  type Extra,
  type PointResult,
  runConformance,
} from './run.js';
export { NEEDED_EXTRAS } from './untested.js';
export { formatReport, toProfileFile, toRows } from './report.js';
