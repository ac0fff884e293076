// What an operator can clear: halts first, and pauses until resume where there is no halt.
import { describe, expect, it } from 'vitest';
import type { KernelSnapshot } from '../../src/kernel/index.js';
import type { Pause } from '../../src/risk/gate/index.js';
import { listPausesWith, pickClearable } from '../../src/control/clearable-halts.js';
import type { HaltRecord } from '../../src/state/index.js';

const HALT: HaltRecord = {
  ...{ id: '1-7', scope: 'all', strategy: '', symbol: '', cause: 'RC63', reason: 'a test' },
  ...{ evidence: 'seq 7', who: 'Ada', at: 0, wallAt: 1_000, monoAt: 0, epoch: 1 },
};
const PAUSE: Pause = {
  ...{ scope: 'all', key: '', control: 'RC51', reason: 'tradingDisabled', cause: '' },
  ...{ since: 5, hitAt: 9, until: 'resume' },
};

function withPauses(...pauses: readonly Pause[]): KernelSnapshot {
  return { gate: { halts: [], pauses } } as unknown as KernelSnapshot;
}

describe('clearable items', () => {
  it('are the halts, with the pauses that end with the last halt', () => {
    const snapshot = withPauses(PAUSE);
    const halts = [HALT, { ...HALT, id: '1-8' }];
    expect(pickClearable(halts, snapshot, [])).toEqual({ halts, arePauses: false });
    expect(listPausesWith(halts, halts, snapshot)).toEqual([
      expect.stringContaining('tradingDisabled'),
    ]);
    expect(listPausesWith(halts, [HALT], snapshot)).toEqual([]);
  });

  it.each([
    [
      { scope: 'all', key: '' },
      { scope: 'all', strategy: '', symbol: '' },
    ],
    [
      { scope: 'symbol', key: 'EUR/USD' },
      { scope: 'symbol', symbol: 'EUR/USD' },
    ],
    [
      { scope: 'strategy', key: 'twap' },
      { scope: 'strategy', strategy: 'twap' },
    ],
    [
      { scope: 'type', key: 'Limit/GTC' },
      { scope: 'all', strategy: '', symbol: '' },
    ],
  ] as const)('are pauses without a halt: %j counts as %j', (place, found) => {
    const picked = pickClearable([], withPauses({ ...PAUSE, ...place }), []);
    expect(picked).toMatchObject({
      arePauses: true,
      halts: [{ id: 'pause-1', cause: 'RC51', at: 9, wallAt: 0, ...found }],
    });
  });

  it('are all pauses together, so that no newer pause ends unnoticed', () => {
    const snapshot = withPauses(PAUSE, { ...PAUSE, scope: 'symbol', key: 'EUR/USD' });
    expect(pickClearable([], snapshot, ['pause-1', 'pause-2'])).toMatchObject({ arePauses: true });
    expect(pickClearable([], snapshot, ['pause-1'])).toContain(
      'pauses only end together: pass --halt pause-1,pause-2',
    );
    expect(pickClearable([], snapshot, ['pause-3'])).toContain('found pause-3');
    expect(pickClearable([], withPauses(), [])).toBe('there is no halt to clear');
    expect(pickClearable([], null, [])).toBe('there is no halt to clear');
  });
});
