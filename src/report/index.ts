// One session's numbers, its terminal table, summary.json, report.html and CSV files.
export type { Rows } from './bounded.js';
export { type Catalog, type CatalogRow, formatCatalog } from './catalog.js';
export { MAX_OPEN, MAX_ROWS } from './bounded.js';
export { createCollector } from './collector.js';
export type { Collector } from './collects.js';
export type { SessionStatus } from './performance/performance.js';
export { type Compared, compareSessions, renderComparison } from './compare.js';
export type { PnlPoint } from './equity-picture.js';
export { type FeeSettings, feesSchema } from './fees.js';
export { formatComparison, formatLines, formatSummary } from './format.js';
export { renderHtml } from './html.js';
export { describeNeeds, describeObserved, roundUp } from './observed-texts.js';
export { type Content, markup, type Markup } from './markup.js';
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
export { MAX_POINTS, type PricePoints, toShown } from './price-track.js';
export type { ProgressPoints } from './progress.js';
export type {
  Detail,
  FillRow,
  InstrumentRates,
  Interval,
  Ledger,
  OrderRow,
  ParentRow,
  RefusalCount,
  Results,
  SessionInfo,
} from './results.js';
export { summarise, type Summary, type SymbolSummary } from './summary.js';
export type { SummaryRow } from './summary-row.js';
export { listSurveyLines, type SurveyFigures, toSurveyFigures } from './survey.js';
export { createSurveyPicture } from './survey-page.js';
export {
  formatSweep,
  renderSweep,
  type SweepBand,
  type SweepRowView,
  type SweepValue,
  type SweepView,
  type SweepWindowView,
  type WalkForwardView,
} from './sweep/index.js';
export {
  formatCount,
  formatGrouped,
  formatSpan,
  formatStatistic,
  formatTimes,
  toLine,
} from './texts.js';
export { listTransferLines, toTransferFigures } from './transfer.js';
export { describeRefusedParent, describeUnstarted, isUnworked, type Warning } from './warnings.js';
export { writeReport, type WrittenReport } from './write.js';
export { describeReason, MAX_HALTS, Stops } from './stops.js';
