// A session against its backtest as people see it.
export { formatParity, formatParityCsv } from './format.js';
export { renderParity } from './page.js';
export type { ParityHalt, ParityRow, ParityView, ParityWay } from './view.js';
