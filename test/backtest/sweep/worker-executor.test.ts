// The executor of worker threads: every job has one outcome, also where a thread dies in it.
import { describe, expect, it } from 'vitest';
import { type Outcome, WorkerExecutor } from '../../../backtest/sweep/index.js';

const ENTRY = new URL('./odd-worker.mjs', import.meta.url);

/** An executor of so many threads; `file` tells them how to behave. */
function create(count: number, file = ''): WorkerExecutor {
  const setup = { file, hash: '', rates: { facts: {}, parts: [] } };
  return new WorkerExecutor({ entry: ENTRY, argv: [], setup: setup as never, count });
}

async function run(executor: WorkerExecutor, ids: readonly string[]) {
  const outcomes: Outcome[] = [];
  const ran = await executor.run(
    ids.map((id) => ({ id, changes: [] })),
    (outcome) => outcomes.push(outcome),
  );
  return { ran, outcomes };
}

describe('worker threads', () => {
  it.each([1, 3])('(%i) run every job once', async (count) => {
    const ids = Array.from({ length: 40 }, (_, i) => String(i));
    const { ran, outcomes } = await run(create(count), ids);
    expect(ran).toEqual({ ok: true, value: undefined });
    expect(outcomes.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const { id, digest } of outcomes) expect(digest).toBe(`of ${id}`);
  });

  it.each([1, 2])('that die in a job make it a fault, and others continue: %i', async (count) => {
    const ids = ['a', 'exit', 'b', 'throw', 'c', 'exit'];
    const { ran, outcomes } = await run(create(count), ids);
    expect(ran.ok).toBe(true);
    const found = outcomes.map(
      ({ id, digest, fault }) => digest ?? `${id}: ${fault?.message ?? ''}`,
    );
    const died = 'the run crashed: Error: the worker thread ended with code 7';
    expect(found.toSorted()).toEqual([
      ...[`exit: ${died}`, `exit: ${died}`, 'of a', 'of b', 'of c'],
      'throw: the run crashed: RangeError: out of luck',
    ]);
  });

  it('that cannot start end the sweep with their fault', async () => {
    const refused = await run(create(2, 'refused'), ['a', 'b']);
    expect(refused.ran).toEqual({ ok: false, fault: { code: 'a.b', message: 'not this one' } });
    const late = await run(create(2, 'late'), ['a', 'b']);
    expect(late.ran).toMatchObject({ fault: { code: 'sweep.crash' } });
    expect([...refused.outcomes, ...late.outcomes]).toEqual([]);
  });

  it('are given up when it is stopped, in the middle of a job too', async () => {
    const executor = create(2);
    const outcomes: Outcome[] = [];
    const jobs = ['a', 'silent', 'silent', 'b'].map((id) => ({ id, changes: [] }));
    const ran = await executor.run(jobs, (outcome) => {
      outcomes.push(outcome);
      executor.stop();
    });
    expect(ran.ok).toBe(true);
    expect(executor.isStopped).toBe(true);
    expect(outcomes).toHaveLength(1);
  });
});
