// Weir's own files against the manifest of their build.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOwnFiles, checkPackages } from '../../src/cli/check-install.js';

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

describe('files of a build', () => {
  it('are in order as they were built, whatever other files exist', () => {
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

  it('are not checked where Weir runs from its sources', () => {
    expect(checkOwnFiles(tmpdir()).ok).toBe(true);
  });
});

describe('packages of a build', () => {
  let root = '';
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const packages = () => {
    const checked = checkPackages(join(root, 'dist'));
    return checked.ok ? 'ok' : `${checked.fault.code}: ${checked.fault.message}`;
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'weir-packages-'));
    for (const name of ['one/main.js', 'one/package.json', '@it/two/bin/two', 'one/README.md'])
      put(`node_modules/${name}`, name);
    put('dist/weir.cjs', '');
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const one = { 'main.js': hash('one/main.js'), 'package.json': hash('one/package.json') };
    const two = { 'bin/two': hash('@it/two/bin/two') };
    put('dist/packages.json', JSON.stringify({ one, '@it/two': two }));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('are in order as they were at the build, whatever their manual pages are', () => {
    put('node_modules/one/README.md', 'other');
    expect(packages()).toBe('ok');
    expect(checkPackages(tmpdir()).ok).toBe(true);
  });

  it.each([
    ['one/main.js', 'a changed module'],
    ['@it/two/bin/two', 'a changed program'],
    ['one/node_modules/two/index.js', 'a module added inside'],
    ['one/bin/other', 'a program added inside'],
    ['one.js', 'a module that Node prefers to the folder'],
  ])('are refused by the name of %s: %s', (file) => {
    put(`node_modules/${file}`, 'other');
    expect(packages()).toMatch(/^session.integrity: expected the packages that this build was/);
    expect(packages()).toContain(`found node_modules/${file} changed, missing or added; npm ci`);
  });

  it('are refused when a file or a package is missing, or another shadows it', () => {
    rmSync(join(root, 'node_modules/one/package.json'));
    expect(packages()).toContain('found node_modules/one/package.json changed');
    rmSync(join(root, 'node_modules/one'), { recursive: true });
    put('dist/src/node_modules/one/main.js', 'one/main.js');
    expect(packages()).toContain('found src/node_modules, node_modules/one changed');
  });

  it('are refused without their hashes', () => {
    put('dist/packages.json', '{');
    expect(packages()).toContain('expected the hashes of the packages of this build, found none');
  });
});
