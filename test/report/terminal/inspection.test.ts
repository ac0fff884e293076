// The figures, lines and bars of an inspected recording.
import { describe, expect, it } from 'vitest';
import { inspectRecording } from '../../../src/recordings/index.js';
import { unwrap } from '../../../src/domain/index.js';
import {
  createSurveyPicture,
  listSurveyLines,
  toSurveyFigures,
} from '../../../src/report/index.js';
import { toIntervalBars, toSpreadBars } from '../../../src/report/terminal/inspection.js';
import { HEADER, SAMPLE, writeLines } from '../../recordings/recordings.js';

const AT = 1_783_944_000_000;
const row = (ms: number, bid: string, offer: string, symbol = 'EUR/USD') =>
  `${String(AT + ms)},${symbol},${bid},${offer},1000000,1000000`;

const ODD = writeLines(
  HEADER,
  row(0, '1.14270', '1.14274'),
  row(0, '1.14270', '1.14274'),
  row(1, '1.14270', '1.14272'),
  row(4, '1.14270', '1.14472'),
  row(2_900_000, '1.14270', '1.14270'),
  row(2_900_000, '1.14271', '1.14270'),
  row(2_900_001, '152.100', '152.105', 'USD/JPY'),
);

const survey = unwrap(await inspectRecording(ODD, { badRows: 'skip' }));

describe('figures of an inspection', () => {
  const figures = toSurveyFigures(survey);

  it('are texts of prices, milliseconds and counts', () => {
    expect(figures).toMatchObject({
      ...{ file: ODD, format: 'weir-csv', rates: 6, fault: null },
      ...{ firstAt: '2026-07-13T12:00:00.000Z', lastAt: '2026-07-13T12:48:20.001Z' },
      badRows: {
        ...{ total: 1, byFlaw: { shape: 0, order: 0, zero: 0, crossed: 1 } },
        rowName: 'line',
        rows: [{ line: 7, reason: expect.stringContaining('bid 1.14271 above offer') as string }],
      },
    });
    const [euro, yen] = figures.symbols;
    expect(euro).toMatchObject({
      ...{ symbol: 'EUR/USD', rates: 5, duplicates: 1, unchanged: 0, locked: 1, empty: 0 },
      spread: { min: '0.00000', median: '0.00004', max: '0.00202' },
      intervalMs: { min: 0, median: 1, max: 2_899_996 },
      gaps: [{ from: '2026-07-13T12:00:00.004Z', to: '2026-07-13T12:48:20.000Z' }, {}, {}, {}],
    });
    expect(yen).toMatchObject({ symbol: 'USD/JPY', rates: 1, intervalMs: null, gaps: [] });
  });

  it('are lines for a terminal', () => {
    const lines = listSurveyLines(figures).map(([name, value]) => `${name}: ${value}`);
    expect(lines).toContain('Bad rows: 1: crossed 1');
    expect(lines).toContain('  odd: duplicates 1, unchanged 0, bid = offer 1, size 0 0');
    expect(lines).toContain('  longest gap: 48 min 20 s from 2026-07-13T12:00:00.004Z');
    expect(lines.some((line) => line.startsWith(': line 7: expected the bid'))).toBe(true);
  });

  it('count every rate in one bar of each chart', () => {
    const [euro] = survey.symbols;
    if (euro === undefined) throw new Error('the file has EUR/USD');
    const spreads = toSpreadBars(euro);
    expect(spreads.map(({ count }) => count).reduce((a, b) => a + b)).toBe(5);
    expect(spreads[0]).toEqual({ label: '0.00000', count: 4 });
    const bars = toIntervalBars(euro).filter(({ count }) => count > 0);
    expect(bars).toEqual([
      { label: '< 1ms', count: 1 },
      { label: '1ms', count: 1 },
      { label: '2ms', count: 1 },
      { label: '30m', count: 1 },
    ]);
  });

  it('state what ended the reading', async () => {
    const { fault } = toSurveyFigures(unwrap(await inspectRecording(ODD, {})));
    expect(fault).toMatchObject({ code: 'data.bad-row', where: `${ODD}:7` });
  });
});

describe('page of an inspection', () => {
  it('contains the rates of each symbol, and escapes texts of the file', async () => {
    const file = writeLines(HEADER, row(0, '1.14270', '1.14274'), row(1, '<b>', '1'));
    const picture = createSurveyPicture();
    const html = picture.render(
      unwrap(await inspectRecording(file, { badRows: 'skip' }, picture.see)),
    );
    expect(html).toContain('&quot;&lt;b&gt;&quot;');
    expect(html).not.toContain('<b>');
    const sample = createSurveyPicture();
    const page = sample.render(unwrap(await inspectRecording(SAMPLE, {}, sample.see)));
    const json = /id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    const charts = JSON.parse(json) as { readonly prices: readonly { readonly t: number[] }[] };
    expect(charts.prices).toHaveLength(1);
    expect(charts.prices[0]?.t.length).toBeGreaterThan(1_000);
  });
});
