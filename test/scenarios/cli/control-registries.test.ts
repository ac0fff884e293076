// Each control is switched on by one line of a registry and by nothing else.
import { expect, it } from 'vitest';
import { CONTROLS } from '../../../src/cli/bot/control-commands.js';
import { SIGNALS } from '../../../src/cli/signals.js';
import { START_CONTROLS } from '../../../src/cli/bot/start-controls.js';
import { unwrap } from '../../../src/domain/index.js';
import { RENEWAL_CHECKS } from '../../../src/kernel/parents/parent-checks.js';
import { HEALTH_CHECKS } from '../../../src/risk/health/index.js';
import { listControls, RULES } from '../../../src/risk/index.js';
import { EGRESS_CHECKS } from '../../../src/session/egress/checks.js';
import { loadPolicy } from '../../../src/plan/load-policy.js';

/** Controls that rows of the policy file are, with words that such a row has. */
const POLICY = [
  ['RC39', /^bursts:.*\n {2}- \{count: 5, in: 60s, per: strategy/m],
  ['RC51', /tradingDisabled: .*pause: all, until: resume/],
  ['RC52', /status: "500", calls: \[any\], class: unknown, do: \[\{halt: all\}/],
  ['RC54', /status: "401", calls: \[login\]/],
] as const;

it('registries have a line for each control', () => {
  const { text } = unwrap(loadPolicy('config/policy.yaml')).source;
  const rows = POLICY.filter(([, words]) => words.test(text)).map(([id]) => id);
  const commands = 'kill' in CONTROLS ? ['RC63'] : [];
  const registries = [RULES, HEALTH_CHECKS, EGRESS_CHECKS, RENEWAL_CHECKS, START_CONTROLS, SIGNALS];
  const lines = [...registries.flatMap((one) => one.map(({ id }) => id)), ...rows, ...commands];
  expect(
    listControls()
      .map(({ id }) => id)
      .filter((id) => !lines.includes(id)),
  ).toEqual([]);
});
