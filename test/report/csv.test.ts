// The CSV files, byte by byte.
import { describe, expect, it } from 'vitest';
import { createCollector } from '../../src/report/index.js';
import { formatFillsCsv, formatOrdersCsv } from '../../src/report/csv.js';
import { INFO, makeFill, makeOrder, START } from './twap-session.js';

function play(): ReturnType<ReturnType<typeof createCollector>['finish']> {
  const collector = createCollector(INFO);
  collector.rate(START, 0, 114_000, 114_003);
  const order = makeOrder({ parent: '', arrivalTicks2: 228_003, priceTicks: 113_990 });
  collector.order(order);
  collector.fill(makeFill({ at: START + 2_000, executedAt: START + 1_000, units: 12_345_678 }));
  const reason = '=cmd("x"), then\r\nmore';
  collector.order({
    ...order,
    at: START + 3_000,
    filledUnits: 12_345_678,
    state: 'CANCELED',
    reason,
  });
  return collector.finish(START + 5_000, '');
}

describe('the CSV files', () => {
  it('hold exact orders, with texts quoted and no formula at the start of a cell', () => {
    expect(formatOrdersCsv(play().orders.rows)).toBe(
      'placedAt,changedAt,strategy,parent,coId,orderId,symbol,side,type,timeInForce,size,price,' +
        'filled,arrivalMid,state,reason\r\n' +
        '2026-07-13T12:00:00.000Z,2026-07-13T12:00:00.003Z,sell-eur,,w1-1,,EUR/USD,Sell,' +
        `Limit,IOC,250000,1.13990,123456.78,1.140015,CANCELED,"'=cmd(""x""), then more"\r\n`,
    );
  });

  it('hold exact fills with the slippage of each', () => {
    expect(formatFillsCsv(play().fills.rows)).toBe(
      'executedAt,bookedAt,strategy,parent,coId,tradeId,symbol,side,quantity,price,' +
        'arrivalMid,mid,slippageBps\r\n' +
        '2026-07-13T12:00:00.001Z,2026-07-13T12:00:00.002Z,sell-eur,,w1-1,FXI000001,EUR/USD,Sell,' +
        '123456.78,1.14000,1.140015,1.140015,-0.1316\r\n',
    );
  });

  it('have only their heads when nothing happened', () => {
    expect(formatFillsCsv([]).split('\r\n')).toHaveLength(2);
  });
});
