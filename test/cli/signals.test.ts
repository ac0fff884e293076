// Signals by hand: once to end well, twice to end at once, also while the report is written.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Signals } from '../../src/cli/signals.js';
import type { LiveSession } from '../../src/session/index.js';

let signals: Signals | undefined;

afterEach(() => {
  signals?.detach();
  process.removeAllListeners('SIGUSR1');
  vi.restoreAllMocks();
});

/** Signals of a session, what they told, the stops that they asked for and the ends. */
function hear(isOver: boolean) {
  const told: string[] = [];
  const stops: string[] = [];
  const ends: unknown[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  vi.spyOn(process, 'exit').mockImplementation((code) => ends.push(code) as never);
  signals = new Signals();
  signals.session = { stop: (why: string) => stops.push(why) } as unknown as LiveSession;
  signals.isOver = isOver;
  return { told: () => told.join(''), stops, ends };
}

describe('a signal', () => {
  it('stops the session, and ends the process where it comes again', () => {
    const { ends, stops, told } = hear(false);
    process.emit('SIGTERM', 'SIGTERM');
    expect(told()).toContain('SIGTERM: cancelling own orders; once more ends at once');
    expect([stops, ends]).toEqual([['SIGTERM by a person'], []]);
    process.emit('SIGTERM', 'SIGTERM');
    expect(ends).toEqual([3]);
  });

  it('is heard while the report is written too, by no default of Node', () => {
    const { ends, told } = hear(true);
    process.emit('SIGTERM', 'SIGTERM');
    expect(told()).toContain('SIGTERM: the report is being written; once more ends at once');
    expect(ends).toEqual([]);
    process.emit('SIGINT', 'SIGINT');
    expect(ends).toEqual([3]);
  });
});
