// The backtester, an application over src.
export { BacktestClock, type BacktestEnd, type BacktestParts, runLoop } from './loop.js';
export { type BacktestOptions, type BacktestOutcome, runBacktest } from './run-backtest.js';
