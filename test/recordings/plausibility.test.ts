// Implausible values of a recording: prices and sizes off by whole powers of ten.
import { expect, it } from 'vitest';
import { prepareRecording, transferRecordings, WRITE_FORMATS } from '../../src/recordings/index.js';
import { unwrap } from '../../src/domain/index.js';
import { listTransferLines, toTransferFigures } from '../../src/report/index.js';
import { HEADER, toScratchPath, writeLines } from './recordings.js';

async function doubtsOf(symbol: string, prices: string, sizes: string) {
  const file = writeLines(HEADER, `1783944000093,${symbol},${prices},${sizes}`);
  return unwrap(await prepareRecording(file, {}, 'off')).facts.doubts;
}

it.each([
  ['AUD/USD', '72826,72836', 'layout.scale: 100000'],
  ['EUR/USD', '1142.73,1142.77', 'layout.scale: 1000'],
  ['USD/JPY', '0.147,0.148', 'is the symbol the right one?'],
  ['JPY/USD', '147.2,147.3', 'about 0.009 is usual: is the symbol USD/JPY?'],
])('price of %s of %s is implausible', async (symbol, prices, advice) => {
  const [doubt = '', ...more] = await doubtsOf(symbol, prices, '1000000,1000000');
  expect(doubt).toContain(`${symbol}: a price of `);
  expect(doubt).toContain(advice);
  expect(more).toEqual([]);
});

it.each([
  ['2700000000000,1', 'sizeUnit: 1 '],
  ['1.8,2.7', 'sizeUnit: 1000000 '],
])('sizes of %s are implausible', async (sizes, advice) => {
  const [doubt = ''] = await doubtsOf('EUR/USD', '1.1,1.2', sizes);
  expect(doubt).toContain('EUR/USD: the largest size is ');
  expect(doubt).toContain(advice);
});

it.each([
  ['EUR/USD', '0.83,0.84'],
  ['EUR/USD', '1.59,1.6'],
  ['USD/JPY', '158.1,158.2'],
  ['USD/TRY', '1.3,1.31'],
  ['USD/TRY', '42.1,42.2'],
  ['USD/MXN', '3.1,3.2'],
  ['GBP/JPY', '250.1,250.2'],
])('price that %s has had is plausible: %s', async (symbol, prices) => {
  expect(await doubtsOf(symbol, prices, '1000000,50000000')).toEqual([]);
});

it('written recording reports implausible values of its sources', async () => {
  const file = writeLines(HEADER, '1783944000093,AUD/USD,72826,72836,1000000,1000000');
  const [format] = WRITE_FORMATS;
  if (format === undefined) throw new Error('there are formats');
  const transferred = await transferRecordings({
    sources: [{ file, options: {} }],
    file: toScratchPath(),
    format,
    force: false,
    badRows: 'stop',
    see: () => undefined,
  });
  const { doubts } = unwrap(transferred);
  expect(doubts).toEqual([expect.stringContaining('AUD/USD: a price of 72836')]);
  const figures = toTransferFigures('out.csv', 'weir-csv', unwrap(transferred));
  expect(listTransferLines(figures)).toContainEqual(['WARNING', doubts[0]]);
});
