// Sweep files: faults are reported with file and line before anything runs.
import { describe, expect, it } from 'vitest';
import { formatFault } from '../../../src/domain/index.js';
import { GRID, load, loadWell, makeFolder } from './case.js';

const folder = makeFolder(200);

describe('sweep file', () => {
  it('gives every combination with its changes', async () => {
    const sweep = await loadWell(folder, GRID);
    expect(sweep.names).toEqual([...['crossings.fast', 'crossings.slow', 'models.latency.orders']]);
    expect(sweep.combinations).toHaveLength(12);
    expect(sweep.combinations[1]).toEqual({
      values: [3, 20, '2s'],
      changes: [
        { path: ['strategies', 0, 'params', 'fast'], value: 3 },
        { path: ['strategies', 0, 'params', 'slow'], value: 20 },
        { path: ['models', 'latency', 'orders'], value: '2s' },
      ],
    });
  });

  it('leaves invalid combinations out where configured, and counts them', async () => {
    const text = GRID.replace('[3, 8]', '[3, 30]');
    const sweep = await loadWell(folder, `${text}invalid: skip\n`);
    expect(sweep.combinations).toHaveLength(10);
    expect(sweep.invalidCount).toBe(2);
  });

  it('draws combinations where configured, without a step too', async () => {
    const text = GRID.replace(', step: 20', '').replace('to: 60', 'to: 60, step: 1');
    const sweep = await loadWell(folder, `${text}random: { samples: 9, seed: 4 }\n`);
    expect(sweep.combinations).toHaveLength(9);
  });
});

describe('wrong sweep file', () => {
  const change = (from: string, to: string) => {
    expect(GRID).toContain(from);
    return GRID.replace(from, to);
  };

  it.each([
    [
      change('crossings.fast', 'crossing.fast'),
      '4:18: ranges."crossing.fast": expected crossings.PARAMETER, models.KEY, polling.KEY, ' +
        'seed, found `crossing.fast`; did you mean `crossings`? (sweep.unknown)',
    ],
    [
      change('crossings.fast: [3, 8]', 'crossings.fst: [3, 8]'),
      '4:18: ranges."crossings.fst": with crossings.fst 3, crossings.slow 20, ' +
        'models.latency.orders 20ms: strategies[0].params: expected a known key, found `fst` ' +
        '(did you mean `fast`?) (sweep.combination)',
    ],
    [
      change('[3, 8]', '[3, 8.5]'),
      '4:19: ranges."crossings.fast": with crossings.fast 8.5, crossings.slow 20, ' +
        'models.latency.orders 20ms: strategies[0].params.fast: expected a whole number',
    ],
    [change('[3, 8]', '[3, 20]'), 'strategies[0].params.fast: expected fast below slow'],
    [
      change('[20ms, 2s]', '[20ms, soon]'),
      '6:26: ranges."models.latency.orders": with crossings.fast 3, crossings.slow 20, ' +
        'models.latency.orders soon: models.latency.orders: expected a duration',
    ],
    [
      change(', step: 20', ''),
      '5:19: ranges."crossings.slow": expected a step beside `from` and `to`, found none',
    ],
    [change('to: 60', 'to: 10'), '5:19: ranges."crossings.slow": expected `from` at or below `to`'],
    [`${GRID}heatMap: [seed, crossings.fast]\n`, '7:10: heatMap: expected a range ('],
    [
      `${GRID}objective: { figure: profit }\n`,
      '7:22: objective.figure: expected "pnl", "maxDrawdown"',
    ],
    [change('session.yaml', 'none.yaml'), '2:10: session: '],
    [change('session: session.yaml\n', ''), '(config.missing-key)'],
    [change('ranges:', 'range:'), 'did you mean `ranges`?'],
  ])('is reported by its place: %#', async (text, message) => {
    const sweep = await load(folder, text);
    const fault = sweep.ok ? 'no fault' : formatFault(sweep.fault);
    expect(fault).toContain(`${folder}/sweep.yaml`);
    expect(fault).toContain(message);
  });

  it('is one without a valid combination, though invalid ones may be left out', async () => {
    const text = `${change('[3, 8]', '[99]')}invalid: skip\n`;
    expect(await load(folder, text)).toMatchObject({ fault: { code: 'sweep.combination' } });
  });
});
