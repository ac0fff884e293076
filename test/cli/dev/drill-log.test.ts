// The file of drills: what is written is found again, and a line that is none is named.
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unwrap } from '../../../src/domain/index.js';
import {
  type DrillRecord,
  findLastDrill,
  readDrills,
  writeDrill,
} from '../../../src/cli/dev/drill-log.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-drill-log-'));
const file = join(folder, 'state', 'drills.jsonl');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const made = (at: string, path: 'kill' | 'crash', isKept = true): DrillRecord => {
  return { at, path, isKept, worst: 'a: b', share: isKept ? 0.5 : null, weir: '0.1.0' };
};

it('drill log keeps every drill, for its owner only, and finds the last of a control', () => {
  expect(readDrills(file)).toEqual({ ok: true, value: [] });
  const drills = [made('1', 'kill'), made('2', 'crash'), made('3', 'kill', false)];
  for (const one of drills) unwrap(writeDrill(file, one));
  expect(unwrap(readDrills(file))).toEqual(drills);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(findLastDrill(drills, 'RC63')).toEqual(drills[2]);
  expect(findLastDrill(drills, 'RC60')).toEqual(drills[1]);
  expect(findLastDrill(drills, 'RC04')).toBeUndefined();
});

it('drill log names an invalid line, and a place that cannot be written', () => {
  appendFileSync(file, '{"at":"4","path":"swim"}\n');
  expect(readDrills(file)).toMatchObject({
    ok: false,
    fault: { code: 'drill.log', where: `${file}:4`, message: expect.stringContaining('swim') },
  });
  expect(writeDrill(folder, made('5', 'kill'))).toMatchObject({
    ok: false,
    fault: { code: 'drill.log', message: expect.stringContaining('its file: EISDIR') },
  });
});
