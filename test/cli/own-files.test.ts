// Weir's own files against the manifest of their build.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOwnFiles } from '../../src/cli/own-files.js';

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'weir-own-'));
  for (const name of ['weir.cjs', 'help.txt', 'weir.cjs.map'])
    writeFileSync(join(dist, name), name);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const manifest = { 'help.txt': hash('help.txt'), 'weir.cjs': hash('weir.cjs') };
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify(manifest));
});
afterEach(() => {
  rmSync(dist, { recursive: true, force: true });
});

const found = () => {
  const checked = checkOwnFiles(dist);
  return checked.ok ? 'ok' : `${checked.fault.code}: ${checked.fault.message}`;
};

describe('the files of a build', () => {
  it('are in order as they were built, whatever else lies beside them', () => {
    writeFileSync(join(dist, 'more.txt'), '');
    appendFileSync(join(dist, 'weir.cjs.map'), 'x');
    expect(found()).toBe('ok');
  });

  it('are refused by name when one was changed or is missing', () => {
    appendFileSync(join(dist, 'help.txt'), 'x');
    rmSync(join(dist, 'weir.cjs'));
    expect(found()).toMatch(/^session.integrity: .*found other ones: help.txt, weir.cjs$/);
  });

  it('are refused without a manifest, or with a broken one', () => {
    for (const text of ['{', '{"weir.cjs":1}']) {
      writeFileSync(join(dist, 'manifest.json'), text);
      expect(found()).toMatch(/^session.integrity: expected the hashes of this build/);
    }
    rmSync(join(dist, 'manifest.json'));
    expect(found()).toMatch(/^session.integrity/);
  });

  it('are not looked at where Weir runs from its sources', () => {
    expect(checkOwnFiles(tmpdir()).ok).toBe(true);
  });
});
