// The CSV files, byte by byte.
import { describe, expect, it } from 'vitest';
import { createCollector, summarise } from '../../../src/report/index.js';
import { FILL_COLUMNS, formatCostsCsv, ORDER_COLUMNS } from '../../../src/report/csv/csv.js';
import { formatCsv } from '../../../src/report/csv/csv-writer.js';
import { INFO, makeFill, makeOrder, START } from '../twap-session.js';

function play(): ReturnType<ReturnType<typeof createCollector>['finish']> {
  const collector = createCollector(INFO);
  collector.rate(START, 0, 114_000, 114_003);
  const order = makeOrder({ parent: '', arrivalTicks2: 228_003, priceTicks: 113_990 });
  collector.order(order);
  const dealt = { executedAt: START + 1_000, units: 12_345_678, counterparty: 'LP1' };
  collector.fill(makeFill({ at: START + 2_000, ...dealt }));
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

describe('CSV files', () => {
  it('contain exact orders, with texts quoted and no formula at the start of a cell', () => {
    expect(formatCsv(play().orders.rows, ORDER_COLUMNS)).toBe(
      'placedAt,changedAt,strategy,parent,coId,orderId,symbol,side,type,timeInForce,size,price,' +
        'filled,arrivalMid,state,reason\r\n' +
        '2026-07-13T12:00:00.000Z,2026-07-13T12:00:00.003Z,sell-eur,,w1-1,,EUR/USD,Sell,' +
        `Limit,IOC,250000,1.13990,123456.78,1.140015,CANCELED,"'=cmd(""x""), then more"\r\n`,
    );
  });

  it('contain exact fills with the slippage of each', () => {
    expect(formatCsv(play().fills.rows, FILL_COLUMNS)).toBe(
      'executedAt,bookedAt,strategy,parent,coId,tradeId,symbol,side,quantity,price,fee,' +
        'arrivalMid,mid,slippageBps,decisionMid,bid,offer,mid+0ms,mid+100ms,mid+500ms,' +
        'mid+1000ms,mid+5000ms,mid+30000ms,mid+60000ms,mid+300000ms,provider,takenBack\r\n' +
        '2026-07-13T12:00:00.001Z,2026-07-13T12:00:00.002Z,sell-eur,,w1-1,FXI000001,EUR/USD,Sell,' +
        '123456.78,1.14000,,1.140015,1.140015,-0.1316,' +
        '1.140015,1.14000,1.14003,1.140015,,,,,,,,LP1,\r\n',
    );
  });

  it('contain one line for each figure of costs', () => {
    const [head, first, ...others] = formatCostsCsv(summarise(play()).costs).split('\r\n');
    expect(head).toBe(
      'by,value,measure,count,bps,lowBps,highBps,perMillion,costCurrency,perMillionOf,' +
        'dealt,dealtCurrency',
    );
    expect(first).toBe('all,,arrival,1,-0.1316,,,-15,USD,EUR,123456.78,EUR');
    expect(others.map((line) => line.split(',').slice(0, 3).join(' '))).toContain(
      'type Limit IOC mark-out 0 ms',
    );
  });

  it('contain only their headers when nothing happened', () => {
    expect(formatCsv([], FILL_COLUMNS).split('\r\n')).toHaveLength(2);
  });
});
