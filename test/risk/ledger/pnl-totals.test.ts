// Profit and loss: starting points of the day, of the peaks and of a new run.
import { expect, it } from 'vitest';
import { PnlTotals } from '../../../src/risk/ledger/pnl-totals.js';

it('P&L totals count fees as loss, and the day from its start', () => {
  const totals = new PnlTotals();
  totals.value = 700;
  totals.fees = 50;
  totals.notePeak();
  expect([totals.net, totals.day]).toEqual([650, 650]);
  totals.turnDay();
  expect([totals.net, totals.day]).toEqual([650, 0]);
  totals.value = 500;
  totals.fees = 60;
  expect([totals.net, totals.day]).toEqual([440, -210]);
});

it('P&L totals keep the highest net, and no loss is a peak', () => {
  const totals = new PnlTotals();
  totals.value = -300;
  totals.notePeak();
  expect([totals.peakRun, totals.peakLife]).toEqual([0, 0]);
  totals.value = 900;
  totals.fees = 100;
  totals.notePeak();
  totals.value = 899;
  totals.notePeak();
  expect([totals.peakRun, totals.peakLife]).toEqual([800, 800]);
});

it('P&L totals of a new run start where the last ended and keep the peak of all', () => {
  const totals = new PnlTotals();
  totals.value = 1_000;
  totals.notePeak();
  totals.turnDay();
  totals.value = 400;
  const kept = totals.snapshot();
  expect(kept).toEqual({ value: 400, fees: 0, dayBase: 1_000, peakRun: 1_000, peakLife: 1_000 });
  const next = new PnlTotals();
  next.restore(kept);
  expect([next.net, next.day, next.peakRun, next.peakLife]).toEqual([400, -600, 400, 1_000]);
});

it('P&L totals start neither day nor run with a gain that was no peak', () => {
  const totals = new PnlTotals();
  totals.value = 100;
  totals.notePeak();
  totals.value = 900;
  expect(totals.isAbovePeak).toBe(true);
  totals.turnDay();
  expect(totals.dayBase).toBe(100);
  const next = new PnlTotals();
  next.restore(totals.snapshot());
  expect([next.net, next.peakRun, next.peakLife]).toEqual([900, 100, 100]);
});
