// What the build has read of the shipped files: the readers of today make the same of them, and a
// changed file is read anew, with its lines.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KNOWN_FILES } from '../../src/cli/check/known-files.js';
import { type KnownText, readText } from '../../src/config/index.js';
import { unwrap } from '../../src/domain/index.js';

const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-known-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each(['weir.cjs', 'weir-backtest.cjs', 'weir-simulate.cjs'])(
  'built-in results of shipped files in %s equal what their readers return',
  (bundle) => {
    const text = readFileSync(path(`dist/${bundle}`), 'latin1');
    const literals = [...text.matchAll(/KNOWN_TEXTS=JSON\.\s?parse\(\s?('(?:[^'\\]|\\[^])*')/g)];
    if (bundle === 'weir-simulate.cjs') {
      expect(literals).toEqual([]); // a simulator reads none of them
      return;
    }
    const known = JSON.parse(
      runInNewContext(literals[0]?.[1] ?? '') as string,
    ) as readonly KnownText[];
    expect(known.map(({ reader }) => reader)).toEqual(KNOWN_FILES.map(({ reader }) => reader));
    for (const { reader, file, read } of KNOWN_FILES) {
      const one = known.find((entry) => entry.reader === reader);
      const source = unwrap(readText(path(`config/${file}`)));
      expect(one?.text).toBe(source.text);
      expect(JSON.parse(one?.json ?? '')).toEqual(unwrap(read(source)));
    }
  },
);

it('policy file that differs by one word is read anew; its fault has a line', () => {
  const policy = readFileSync(path('config/policy.yaml'), 'utf8');
  const changed = policy.replace('onSeriousError: cancel', 'onSeriousError: cancels');
  const line = changed.split('\n').findIndex((one) => one.includes('cancels')) + 1;
  expect(line).toBeGreaterThan(0);
  writeFileSync(join(folder, 'policy.yaml'), changed);
  const config = readFileSync(path('config/backtest.yaml'), 'utf8')
    .replace('recordings/', `${path('config/recordings')}/`)
    .replace('limits/', `${path('config/limits')}/`);
  writeFileSync(join(folder, 'changed.yaml'), `${config}policy: policy.yaml\n`);
  const args = [path('dist/src/cli/start.cjs'), 'backtest', join(folder, 'changed.yaml')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toContain(`policy.yaml:${String(line)}:`);
  expect(stderr).toContain('cancels');
  expect(status).toBe(1);
});

it.each(['weir.cjs', 'weir-backtest.cjs'])('%s creates the policy schema on demand', (name) => {
  const text = readFileSync(path(`dist/${name}`), 'latin1').replaceAll('\n', '');
  expect(text).toMatch(
    /\(init_policy_schema\d*\(\),__toCommonJS\(policy_schema_exports\d*\)\)\.policySchema/,
  );
});
