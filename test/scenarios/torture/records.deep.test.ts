// RC71 in a running bot: an order without durable records does not leave.
import { expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { ok, SECOND, unwrap } from '../../../src/domain/index.js';
import { EGRESS_CHECKS } from '../../../src/session/egress/checks.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { SessionJournal } from '../../../src/records/session-journal.js';
import { runWorld } from '../../../src/torture/index.js';
import { withoutUntil } from '../../kernel/without.js';

/** The breach in a world whose bot is told that all is durable when nothing is. */
async function run(): Promise<string | undefined> {
  const plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
  const { prototype } = SessionJournal;
  const sync = Object.getOwnPropertyDescriptor(prototype, 'sync')!;
  try {
    Object.defineProperty(prototype, 'sync', { ...sync, value: () => ok(undefined) });
    const report = await runWorld({ plan, seed: 1, faults: [], span: 40 * SECOND });
    return unwrap(report).breach?.found;
  } finally {
    Object.defineProperty(prototype, 'sync', sync);
  }
}

it('RC71 halts everything before an order without durable records leaves', async () => {
  expect(await run()).toMatch(
    /past a control: RC71: no durable journal record has the bytes to be sent/,
  );
});

it('order without durable records leaves once the line of RC71 is removed', async () => {
  const breach = await withoutUntil(EGRESS_CHECKS, 'RC71', run);
  expect(breach).toMatch(/^no durable record has the hash of \{/);
});
