// What a start does about halts of the previous run.
import { expect, it } from 'vitest';
import type { Halt } from '../../../src/domain/events/index.js';
import type { LiveSessionParts } from '../../../src/session/live/live-session-parts.js';
import { runStartup } from '../../../src/session/live/startup.js';
import type { HaltRecord } from '../../../src/state/index.js';
import { Bot } from '../../kernel/harness.js';
import { policyWith } from '../../kernel/policy-with.js';

const FREEZES = policyWith('onSeriousError: cancel', 'onSeriousError: freeze');

const record = (cause: string): HaltRecord => ({
  ...{ id: `1-${cause}`, at: 0, scope: 'all', strategy: '', symbol: '', cause, reason: 'why' },
  ...{ who: 'somebody', monoAt: 0, wallAt: 0, evidence: '', epoch: 1 },
});

/** A bot with an order that a serious error froze, started anew while these halts hold. */
async function start(...causes: readonly string[]) {
  const before = new Bot({ policy: FREEZES }).warmUp();
  const command = before.mustPlace({ timeInForce: 'GTT', expirySeconds: 300 });
  before.status(command, 'NEW');
  const halt: Halt = { at: 0, scope: 'all', strategy: '', rule: 'RC52', reason: 'why' };
  before.event({ type: 'recovery', step: 'halt', reason: 'holds', halt });
  const restored = before.kernel.snapshot();
  const bot = new Bot({ policy: FREEZES, restored, epoch: 2, startAt: before.now });
  const parts = {
    ...{ header: { strategies: [{ name: 'probe' }] }, notify: () => undefined },
    ...{ setup: { policy: FREEZES }, safeguards: { halts: causes.map(record) } },
  } as unknown as LiveSessionParts;
  await runStartup(parts, {
    ...{ kernel: bot.kernel, isOver: () => false },
    take: (event) => {
      bot.event(event);
    },
  });
  return { frozen: before.cancels.length, cancels: bot.cancels.length };
}

it('start leaves own orders untouched where a serious error froze them', async () => {
  expect(await start('RC52', 'RC46')).toEqual({ frozen: 0, cancels: 0 });
});

it.each(['RC62', 'RC63', 'GUARD_STALE'])(
  'start cancels frozen orders where %s applies as well',
  async (cause) => {
    expect(await start('RC52', cause)).toEqual({ frozen: 0, cancels: 1 });
  },
);
