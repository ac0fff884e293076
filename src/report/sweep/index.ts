// Terminal text and HTML page of sweeps.
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
