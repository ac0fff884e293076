// The first record of a session: the texts that it holds, with the hashes that name them.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { formatFault, unwrap } from '../../src/domain/index.js';
import { createHeader, loadPlan, parseHeader } from '../../src/session/index.js';

const CONFIG = fileURLToPath(new URL('../../config/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weir-header-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('holds the text of the calendars file, and a replay refuses another text', async () => {
  cpSync(CONFIG, folder, { recursive: true });
  const file = join(folder, 'own.yaml');
  const text = readFileSync(join(folder, 'paper.yaml'), 'utf8');
  writeFileSync(file, `${text}\ncalendars: calendars.yaml\n`);
  const plan = unwrap(await loadPlan(file, await loadRegistry()));
  const header = createHeader(plan, {
    ...{
      mode: 'paper',
      node: 'v24.0.0',
      startAt: 0,
      speed: 1,
      epoch: 1,
      epochSalt: 0,
      seesEveryRate: false,
      notes: [],
    },
    instruments: plan.instruments,
  });
  const calendars = readFileSync(join(folder, 'calendars.yaml'), 'utf8');
  const sha256 = createHash('sha256').update(calendars).digest('hex');
  const held = { file: 'calendars.yaml', text: calendars, sha256 };
  expect(header.calendars).toEqual(held);
  expect(unwrap(parseHeader(header, 'a journal')).calendars).toEqual(held);
  const changed = { ...header, calendars: { ...held, text: 'TRY: {}\n' } };
  const read = parseHeader(changed, 'a journal');
  expect(read.ok ? '' : formatFault(read.fault)).toContain('the text of calendars.yaml: expected');
});
