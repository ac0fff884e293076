// Signals by hand: once to end well, twice to end at once, also while the report is written.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Signals } from '../../src/cli/signals.js';
import type { LiveSession } from '../../src/session/index.js';

let signals: Signals | undefined;
let control = '';

afterEach(() => {
  signals?.detach();
  process.removeAllListeners('SIGUSR1');
  vi.restoreAllMocks();
  rmSync(control, { recursive: true, force: true });
});

/** What signals of a session told, the stops and kills that they asked for, and the ends. */
function hear(isOver: boolean) {
  const messages: string[] = [];
  const stops: string[] = [];
  const ends: unknown[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => messages.push(String(text)) > 0);
  vi.spyOn(process, 'exit').mockImplementation((code) => ends.push(code) as never);
  signals = new Signals();
  control = mkdtempSync(join(tmpdir(), 'weir-signals-'));
  signals.control = control;
  const kill = () => stops.push('kill');
  const stop = (why: string) => stops.push(why);
  signals.session = { kill, stop } as unknown as LiveSession;
  signals.isOver = isOver;
  return { told: () => messages.join(''), stops, ends };
}

describe('signal', () => {
  it('stops the session, and ends the process when it is repeated', () => {
    const { ends, stops, told } = hear(false);
    process.emit('SIGTERM', 'SIGTERM');
    expect(told()).toContain('SIGTERM: cancelling own orders; a second signal ends at once');
    expect([stops, ends]).toEqual([['SIGTERM by an operator'], []]);
    process.emit('SIGTERM', 'SIGTERM');
    expect(ends).toEqual([3]);
  });

  it('is handled while the report is written too, not by Node’s default', () => {
    const { ends, told } = hear(true);
    process.emit('SIGTERM', 'SIGTERM');
    expect(told()).toContain('SIGTERM: the report is being written; a second signal ends at once');
    expect(ends).toEqual([]);
    process.emit('SIGINT', 'SIGINT');
    expect(ends).toEqual([3]);
  });

  it.each([
    ['the session while it runs', false, ['kill'], false],
    ['the next start when it has ended', true, [], true],
  ])('SIGUSR2 halts %s', (_, isOver, kills, leavesFile) => {
    const { ends, stops } = hear(isOver);
    process.emit('SIGUSR2', 'SIGUSR2');
    expect([stops, ends]).toEqual([kills, []]);
    expect(existsSync(join(control, 'KILL'))).toBe(leavesFile);
  });
});
