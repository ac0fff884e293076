// One contract, two gateways: the same commands over the same rates give the same fills.
import { describe, expect, it } from 'vitest';
import { EURUSD, runLocal, runRemote, type ScriptedStep } from '../../gateway/contract-runs.js';
import {
  collectOutcome,
  generateCommands,
  type ScriptedCommand,
  SPECIAL,
} from '../../gateway/contract-script.js';

function toStep({ step, command }: ScriptedCommand): ScriptedStep {
  return { step, make: () => command };
}

describe('both gateways', () => {
  it('give the same fills for orders beyond plain ones', async () => {
    const script = generateCommands(300, 300, EURUSD, SPECIAL);
    const steps = script.map(toStep);
    const local = collectOutcome(await runLocal(steps));
    const remote = collectOutcome(await runRemote(steps));
    for (const { type, details } of SPECIAL) {
      const isFilled = script.some(({ command }) => {
        if (command.kind !== 'place' || command.type !== type) return false;
        const isSame = command.details?.maxShow === details?.maxShow;
        return isSame && (local[command.coId]?.fills.length ?? 0) > 0;
      });
      expect([type, isFilled]).toEqual([type, true]);
    }
    expect(remote).toEqual(local);
  });
});
