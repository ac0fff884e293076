// Sweeps as people see them.
export { formatSweep } from './format.js';
export { renderSweep } from './page.js';
export type {
  SweepBand,
  SweepRowView,
  SweepValue,
  SweepView,
  SweepWindowView,
  WalkForwardView,
} from './view.js';
