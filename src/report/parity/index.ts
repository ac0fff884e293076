// A session against its backtest as people see it.
export { formatParity, formatParityCsv } from './format.js';
export { renderParity } from './page.js';
export type { ParityRow, ParityView, ParityWay } from './view.js';
