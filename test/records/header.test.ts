// The first record of a session: its texts, with the hashes that identify them.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { parseDay } from '../../src/domain/dates/index.js';
import { formatFault, type Instrument, SECOND, unwrap } from '../../src/domain/index.js';
import { createHeader, parseHeader, toKernelSetup } from '../../src/records/header.js';
import type { Plan } from '../../src/plan/plan.js';
import { loadPlan } from '../../src/plan/load-plan.js';

const CONFIG = fileURLToPath(new URL('../../config/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weir-header-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const FRIDAY = unwrap(parseDay('2026-07-17'));

beforeAll(() => {
  cpSync(CONFIG, folder, { recursive: true });
});

function toHeader(plan: Plan, mode: string) {
  const fixed = { node: 'v24.0.0', startAt: 0, speed: 1, epoch: 1, epochSalt: 0 };
  const rest = { seesEveryRate: false, notes: [], instruments: plan.instruments };
  return createHeader(plan, { mode, ...fixed, ...rest });
}

/** A session file, with more text and a calendars file that closes Lira markets on a Friday. */
async function planOf(name: string, more: string): Promise<Plan> {
  const file = join(folder, `own-${name}`);
  writeFileSync(file, `${readFileSync(join(folder, name), 'utf8')}\n${more}\n`);
  writeFileSync(join(folder, 'own-days.yaml'), 'TRY:\n  add: [2026-07-17]\n');
  return unwrap(await loadPlan(file, await loadRegistry()));
}

it('header contains the calendars file, and a replay refuses another text', async () => {
  const plan = await planOf('paper.yaml', 'calendars: calendars.yaml');
  const header = toHeader(plan, 'paper');
  const calendars = readFileSync(join(folder, 'calendars.yaml'), 'utf8');
  const sha256 = createHash('sha256').update(calendars).digest('hex');
  const held = { file: 'calendars.yaml', text: calendars, sha256 };
  expect(header.calendars).toEqual(held);
  expect(unwrap(parseHeader(header, 'a journal')).calendars).toEqual(held);
  const changed = { ...header, calendars: { ...held, text: 'TRY: {}\n' } };
  const read = parseHeader(changed, 'a journal');
  expect(read.ok ? '' : formatFault(read.fault)).toContain('the text of calendars.yaml: expected');
});

it('header polls rates each second, and less often where there are many symbols', async () => {
  const plan = await planOf('paper.yaml', '');
  const [instrument] = plan.instruments;
  const many = (count: number) => Array.from({ length: count }, () => instrument as Instrument);
  const read = (count: number, polling: Plan['config']['polling']) => {
    const config = { ...plan.config, polling };
    return toHeader({ ...plan, instruments: many(count), config }, 'paper').pollInterval / SECOND;
  };
  const unstated = [1, 3, 4, 12].map((count) => read(count, { view: 'polled' }));
  expect(unstated).toEqual([1, 1, 1.333_334, 4]);
  expect(read(12, { view: 'polled', rates: SECOND / 2 })).toBe(0.5);
});

it('header gives the kernel the calendars, fees and login use of its text', async () => {
  const plan = await planOf('run.yaml', 'calendars: own-days.yaml');
  const venue = { ...plan.config.venue, environment: 'live', loginUse: 'shared' };
  const limits = { ...plan.limits, feePerMillion: 3 };
  const changed = { ...plan, limits, config: { ...plan.config, venue } } as Plan;
  const stored: unknown = JSON.parse(JSON.stringify(toHeader(changed, 'run')));
  const setupHeader = unwrap(parseHeader(stored, 'a journal'));
  const setup = unwrap(toKernelSetup(setupHeader, []));
  expect(setup).toMatchObject({ isLive: true, sharesLogin: true, limits: { feePerMillion: 3 } });
  expect(setup.calendars?.get('TRY')?.holidays.has(FRIDAY)).toBe(true);
  const wrong = { ...setupHeader, limits: { ...setupHeader.limits, RC01: { strategies: 5 } } };
  expect(toKernelSetup(wrong, [])).toMatchObject({ ok: false, fault: { code: 'replay.header' } });
  // Its own simulator is nobody's real money.
  const paper = unwrap(toKernelSetup(toHeader(changed, 'paper'), []));
  expect(paper).toMatchObject({ isLive: false, sharesLogin: false });
});
