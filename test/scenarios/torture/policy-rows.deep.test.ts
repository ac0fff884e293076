// Controls that are rows of the policy file fire in a world, and no longer once removed.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { parsePolicy } from '../../../src/plan/load-policy.js';
import { isPlace } from '../../../src/torture/platform/request-kinds.js';
import { runWorld } from '../../../src/torture/index.js';
import type { WireCall } from '../../../src/torture/platform/wire-types.js';
import type { World } from '../../../src/torture/simulation/world.js';

const FILE = 'config/policy.yaml';
const TEXT = readFileSync(FILE, 'utf8');
const AT = 20 * SECOND;

/** From then on such requests are answered so, and do not reach the venue. */
function answer(status: number, body: object, isIt: (call: WireCall) => boolean) {
  const headers = { 'content-type': 'application/json' };
  const instead = { status, headers, body: Buffer.from(JSON.stringify(body)) };
  return ({ time, wire }: World) => {
    wire.meddlers.push((call, plan) => {
      if (time.now < AT || !isIt(call)) return;
      plan.isLost = true;
      plan.instead = instead;
    });
  };
}

const refuse = (errorCode: string) => answer(400, { errorCode }, isPlace);
const fail = answer(500, {}, ({ request }) => request.target.includes('/rates/'));

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

/** What controls did in a world under that policy. */
async function listen(text: string, prepare: (world: World) => void) {
  const source = { file: FILE, text };
  const policy = { source, policy: unwrap(parsePolicy(source)) };
  const rest = { seed: 1, faults: [], span: 120 * SECOND, invariants: [] };
  const report = unwrap(await runWorld({ plan: { ...plan, policy }, ...rest, prepare }));
  return report.situations;
}

function without(rows: RegExp, instead: string): string {
  expect(TEXT).toMatch(rows);
  return TEXT.replace(rows, instead);
}

it('bot halts on a burst of rejections, and not without the policy’s rows (RC39)', async () => {
  const world = refuse('NoLiquidity');
  expect(await listen(TEXT, world)).toContain('halt of strategy by RC39');
  const never = 'bursts:\n  - {count: 1000, in: 60s, per: all, do: [{alert: page}]}\n';
  const bare = await listen(without(/^bursts:(.*\n)*/m, never), world);
  expect(bare).not.toContain('halt of strategy by RC39');
});

it('bot pauses while trading is disabled, and not without the policy’s row (RC51)', async () => {
  const world = refuse('RequestValidationError.tradingDisabled');
  expect(await listen(TEXT, world)).toContain('refused by RC51');
  const row =
    /, \{pause: all, until: resume\}, \{alert: page\}\]\}(?=\n {2}RequestValidationError\.\*)/;
  expect(await listen(without(row, ']}'), world)).not.toContain('refused by RC51');
});

it('bot halts on a 500, and accepts no policy without those rows (RC52)', async () => {
  expect(await listen(TEXT, fail)).toContain('halt of all by RC52');
  const source = { file: FILE, text: without(/^ {2}- \{status: ("500"|5xx).*\n/gm, '') };
  expect(parsePolicy(source)).toMatchObject({ ok: false, fault: { code: 'policy.check' } });
});
