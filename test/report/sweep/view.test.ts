// Sweeps as text for a terminal and as a page: groups, shares of ranges, marks.
import { describe, expect, it } from 'vitest';
import { formatSweep, renderSweep, type SweepView } from '../../../src/report/index.js';
import {
  groupBy,
  listObjectives,
  toAxis,
  toMean,
  toShareTold,
} from '../../../src/report/sweep/axes.js';
import { formatFigure } from '../../../src/report/sweep/format.js';
import { toPnl, VIEW } from './view.js';

const measured = listObjectives(VIEW);

describe('text of a sweep', () => {
  it('lists the best combinations, the bands of the first and the windows', () => {
    const text = formatSweep(VIEW);
    expect(text).toContain('averages (sweep of research.yaml, weir 0.0.0)');
    expect(text).toContain('9 combinations, highest pnl first');
    const lines = text.split('\n').filter((line) => line.startsWith('│'));
    expect(lines[0]).toMatch(/crossings\.fast │ crossings\.slow │ pnl │ sharpe │ maxDrawdown │/);
    expect(lines[1]).toMatch(/ 20 │ +2m │ +50 │ +5 │ +4 │ +12 │$/);
    expect(text).toContain('Bands of the best combination (95 %, blocks of 30m): pnl 45 to 55');
    expect(text).toContain('Walk-forward over 2 windows: pnl 30 (-4 to 61), maxDrawdown 12.5');
    expect(text).toContain('pnl a day: 1,440 in sample, 360 out of sample, 25.0 % kept');
  });

  it('explains why a best combination has no bands, and is empty where none fits', () => {
    const bare = VIEW.rows.map((row) => ({ ...row, bands: undefined }));
    const none = 'No bands: they need at least 30 changes of the P&L and 4 blocks of 30m';
    expect(formatSweep({ ...VIEW, rows: bare })).toContain(none);
    expect(renderSweep({ ...VIEW, rows: bare })).toContain(none.replace('&', '&amp;'));
    const apart = bare.map((row) => ({ ...row, fits: false }));
    expect(formatSweep({ ...VIEW, rows: apart })).not.toContain('No bands');
    expect(renderSweep({ ...VIEW, rows: apart })).not.toContain('No bands');
  });

  it('marks combinations outside the constraints, and failed ones', () => {
    const [first, second, ...rest] = VIEW.rows;
    const rows = [
      ...rest,
      ...(first === undefined ? [] : [{ ...first, fits: false }]),
      ...(second === undefined ? [] : [{ ...second, fits: false, figures: undefined, fault: 'x' }]),
    ];
    const text = formatSweep({ ...VIEW, rows, constraints: ['orders <= 3'], invalidCount: 4 });
    expect(text).toContain('4 invalid ones left out; 1 not orders <= 3; 1 without a result');
    expect(text).toMatch(/│ × │ +20 │ +2m │ +50 │/);
    expect(text).toMatch(/│ × │ +20 │ +1m │ +x │/);
  });

  it('marks runs that were muted, and shows what paper would stop', () => {
    const observed = ['RC24', 'RC43'];
    const rows = VIEW.rows.map((row, index) => {
      return index === 0
        ? { ...row, muted: 'alpha 3 times', observed }
        : { ...row, observed: ['RC24'] };
    });
    const text = formatSweep({ ...VIEW, rows });
    expect(text).toContain('9 combinations, highest pnl first; 1 muted for a while\n');
    expect(text).toMatch(/│ muted: alpha 3 times │/);
    const paper = 'Paper limits would stop orders, of 9 combinations: RC24 in 9, RC43 in 1';
    expect(text).toContain(`${paper}\n`);
    const page = renderSweep({ ...VIEW, rows });
    expect(page).toContain('muted: alpha 3 times');
    expect(page).toContain(`<p>${paper}.</p>`);
    expect(formatSweep(VIEW)).not.toContain('Paper limits would stop');
  });

  it('marks halted runs, which are neither ranked nor drawn', () => {
    const [first, ...rest] = VIEW.rows;
    const halt = 'RC44 after 12 min 0 s of 60 min 0 s';
    const rows = [...rest, ...(first === undefined ? [] : [{ ...first, fits: false, halt }])];
    const text = formatSweep({ ...VIEW, rows });
    expect(text).toContain('9 combinations, highest pnl first; 1 halted, not ranked\n');
    expect(text).toMatch(/│ halted by RC44 after 12 min 0 s of 60 min 0 s │ +20 │ +2m │/);
    expect(listObjectives({ ...VIEW, rows })).toHaveLength(rest.length);
    expect(renderSweep({ ...VIEW, rows })).toContain(`halted by ${halt}`);
    const [window, ...others] = VIEW.walkForward?.windows ?? [];
    const windows = [...others, ...(window === undefined ? [] : [{ ...window, halt }])];
    const walkForward = VIEW.walkForward && { ...VIEW.walkForward, windows };
    const walked = formatSweep({ ...VIEW, walkForward });
    expect(walked).toContain('over 2 windows, 1 of them halted out of sample: pnl ');
    expect(renderSweep({ ...VIEW, walkForward })).toContain(`; halted by ${halt}`);
  });

  it.each([
    [null, '–'],
    [0, '0'],
    [1_234.567_89, '1,234.5679'],
    [-0.000_123_456, '-0.0001235'],
    [12, '12'],
  ])('has the figure %s as %s', (value, text) => {
    expect(formatFigure(value)).toBe(text);
  });
});

describe('groups of a range', () => {
  it('are sorted by numbers and durations', () => {
    expect(toAxis(VIEW, 0).labels).toEqual(['5', '10', '20']);
    expect(toAxis(VIEW, 1).labels).toEqual(['30s', '1m', '2m']);
  });

  it('join neighbours where there are many values', () => {
    const rows = Array.from({ length: 45 }, (_, i) => {
      return { combination: i + 1, values: [45 - i], fits: true, figures: { pnl: i } };
    });
    const axis = toAxis({ ...VIEW, names: ['a'], rows }, 0);
    expect(axis.labels).toHaveLength(9);
    expect(axis.labels[0]).toBe('1 to 5');
    expect(axis.labels[8]).toBe('41 to 45');
    expect(rows.map((row) => axis.groupOf(row)).slice(0, 6)).toEqual([8, 8, 8, 8, 8, 7]);
  });

  it('have the means of their runs', () => {
    const means = groupBy(toAxis(VIEW, 1), measured).map(toMean);
    const expected = ['30s', '1m', '2m'].map(
      (slow) => [5, 10, 20].reduce((sum, fast) => sum + toPnl(fast, slow), 0) / 3,
    );
    for (const [i, mean] of means.entries()) expect(mean).toBeCloseTo(expected[i] ?? NaN, 9);
  });

  it('show their share of the variance: all of it together where ranges add up', () => {
    const shares = [0, 1].map((index) => toShareTold(toAxis(VIEW, index), measured));
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBeCloseTo(1, 9);
    const only = measured.filter(({ row }) => row.values[0] === 5);
    expect(toShareTold(toAxis(VIEW, 1), only)).toBeCloseTo(1, 9);
    expect(toShareTold(toAxis(VIEW, 0), only)).toBeCloseTo(0, 9);
  });
});

describe('page of a sweep', () => {
  it('has a cell for each pair, gains and losses apart', () => {
    const html = renderSweep(VIEW);
    const cells = [
      ...html.matchAll(/<g><title>([^<]*) \(mean of 1\)<\/title><rect[^>]*class="(\w+)"/g),
    ];
    expect(cells).toHaveLength(9);
    const found = cells.map(([, title = '', kind = '']) => [title, kind]);
    expect(found).toContainEqual(['2m, 20: 50', 'gain']);
    expect(found).toContainEqual(['30s, 5: -25', 'loss']);
  });

  it('draws the chosen ranges, and no chart where there is one range only', () => {
    const chosen: SweepView = { ...VIEW, heatMap: ['crossings.slow', 'crossings.fast'] };
    expect(renderSweep(chosen)).toContain('Mean pnl by crossings.fast and crossings.slow');
    const turned: SweepView = { ...VIEW, heatMap: ['crossings.fast', 'crossings.slow'] };
    expect(renderSweep(turned)).toContain('Mean pnl by crossings.slow and crossings.fast');
    const rows = VIEW.rows.map((row) => ({ ...row, values: row.values.slice(0, 1) }));
    const alone = renderSweep({ ...VIEW, names: ['crossings.fast'], rows });
    expect(alone).not.toContain('class="heat"');
    expect(alone).toContain('pnl by crossings.fast');
  });

  it('is complete without any result', () => {
    const rows = VIEW.rows.map((row) => {
      return { ...row, figures: undefined, bands: undefined, fits: false, fault: 'a < b' };
    });
    const html = renderSweep({ ...VIEW, rows, walkForward: undefined });
    expect(html).toContain('Without a result');
    expect(html).toContain('a &lt; b');
    expect(html).not.toContain('Distribution');
  });
});
