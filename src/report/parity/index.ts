// Text, CSV and HTML outputs of the comparison of a session with its backtest.
export { formatParity, formatParityCsv } from './format.js';
export { renderParity } from './page.js';
export type { ParityHalt, ParityRow, ParityView, ParityWay } from './view.js';
