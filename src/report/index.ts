// Reports of sessions, recordings, parity and sweeps: terminal tables, JSON, HTML and CSV files.
export { type CatalogRow, formatCatalog } from './terminal/catalog.js';
export { createCollector } from './collect/collector.js';
export type { Collector } from './collect/collects.js';
export type { SessionStatus } from './performance/performance.js';
export { type Compared, compareSessions, renderComparison } from './html/compare.js';
export type { PnlPoint } from './html/svg/equity-chart.js';
export { type FeeSettings, feesSchema } from './figures/fees.js';
export { formatComparison, formatLines, formatSummary } from './terminal/format.js';
export { roundUp } from './figures/observed-texts.js';
export { markup, type Markup } from './html/markup.js';
export type { SeeChange } from './performance/equity.js';
export {
  formatParity,
  formatParityCsv,
  type ParityHalt,
  type ParityRow,
  type ParityView,
  type ParityWay,
  renderParity,
} from './parity/index.js';
export { toShown } from './collect/price-track.js';
export type { Detail, Results, SessionInfo } from './figures/results.js';
export { summarise, type Summary } from './figures/summary.js';
export { listSurveyLines, type SurveyFigures, toSurveyFigures } from './terminal/inspection.js';
export { createSurveyPicture } from './html/inspection-page.js';
export { formatSweep, renderSweep, type SweepView, type WalkForwardView } from './sweep/index.js';
export {
  formatCount,
  formatGrouped,
  formatSpan,
  formatStatistic,
  formatTimes,
  toLine,
} from './figures/texts.js';
export { listTransferLines, toTransferFigures } from './terminal/transfer.js';
export {
  describeRefusedParent,
  describeUnstarted,
  isUnworked,
  type Warning,
} from './figures/warnings.js';
export { writeReport } from './write.js';
export { describeReason, Stops } from './collect/stops.js';
