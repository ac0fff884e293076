// Checks a venue against the assumptions of its profile.
export type { WriteTools } from './context.js';
export { type ConformanceResult, type Extra, runConformance } from './run.js';
export { formatReport, toProfileFile, toRows } from './report.js';
