// Reports of sessions, recordings, parity and sweeps: terminal tables, JSON, HTML and CSV files.
export type { Rows } from './collect/bounded.js';
export { type Catalog, type CatalogRow, formatCatalog } from './terminal/catalog.js';
export { MAX_OPEN, MAX_ROWS } from './collect/bounded.js';
export { createCollector } from './collect/collector.js';
export type { Collector } from './collect/collects.js';
export type { SessionStatus } from './performance/performance.js';
export { type Compared, compareSessions, renderComparison } from './html/compare.js';
export type { PnlPoint } from './html/svg/equity-chart.js';
export { type FeeSettings, feesSchema } from './figures/fees.js';
export { formatComparison, formatLines, formatSummary } from './terminal/format.js';
export { renderHtml } from './html/html.js';
export { describeNeeds, describeObserved, roundUp } from './figures/observed-texts.js';
export { type Content, markup, type Markup } from './html/markup.js';
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
export { MAX_POINTS, toShown } from './collect/price-track.js';
export type { ProgressPoints } from './collect/progress.js';
export type {
  Detail,
  FillRow,
  InstrumentRates,
  Interval,
  StrategyResult,
  OrderRow,
  ParentRow,
  PricePoints,
  RefusalCount,
  Results,
  SessionInfo,
} from './figures/results.js';
export { summarise, type Summary, type SymbolSummary } from './figures/summary.js';
export type { SummaryRow } from './figures/summary-row.js';
export { listSurveyLines, type SurveyFigures, toSurveyFigures } from './terminal/inspection.js';
export { createSurveyPicture } from './html/inspection-page.js';
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
} from './figures/texts.js';
export { listTransferLines, toTransferFigures } from './terminal/transfer.js';
export {
  describeRefusedParent,
  describeUnstarted,
  isUnworked,
  type Warning,
} from './figures/warnings.js';
export { writeReport, type WrittenReport } from './write.js';
export { describeReason, MAX_HALTS, Stops } from './collect/stops.js';
