// One contract, two gateways: the same fills for many generated commands over the same rates.
import { expect, it } from 'vitest';
import { countRuns } from '../../runs.js';
import { EURUSD, runLocal, runRemote, type ScriptedStep } from '../../gateway/contract-runs.js';
import {
  collectOutcome,
  generateCommands,
  type ScriptedCommand,
} from '../../gateway/contract-script.js';

const COMMANDS = countRuns(1_000);
const STEPS = Math.ceil(COMMANDS * 0.34);

function toStep({ step, command }: ScriptedCommand): ScriptedStep {
  return { step, make: () => command };
}

it(`both gateways give the same fills for ${COMMANDS} generated commands`, async () => {
  const steps = generateCommands(COMMANDS, STEPS, EURUSD).map(toStep);
  const local = collectOutcome(await runLocal(steps));
  const remote = collectOutcome(await runRemote(steps));
  const statuses = new Set(Object.values(local).map(({ status }) => status));
  expect(statuses).toEqual(new Set(['FILLED', 'EXPIRED', 'CANCELED', 'NEW', 'PARTIALLY_FILLED']));
  expect(Object.values(local).flatMap(({ fills }) => fills).length).toBeGreaterThan(COMMANDS / 5);
  expect(remote).toEqual(local);
});
