// Secrets: where they may come from, and that no message ever contains one.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readSecret } from '../../src/config/index.js';

const CANARY = 'canary-7f3a';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-config-secret-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Uint8Array, mode = 0o600): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

describe('readSecret', () => {
  it('accepts an environment variable unchanged', () => {
    const result = readSecret({ env: 'WEIR_PASSWORD' }, 'password', {
      environment: { WEIR_PASSWORD: ` ${CANARY} ` },
    });
    expect(result).toEqual({ ok: true, value: ` ${CANARY} ` });
  });

  it.each([
    ['no line end', CANARY],
    ['a line end', `${CANARY}\n`],
    ['a CRLF line end', `${CANARY}\r\n`],
  ])('accepts a file with %s', (_, content) => {
    const file = write('good', content);
    expect(readSecret({ file }, 'password', { environment: {} })).toEqual({
      ok: true,
      value: CANARY,
    });
  });

  it.each([0o600, 0o400, 0o700])('accepts a file of mode %o', (mode) => {
    const file = write(`mode-${mode.toString(8)}`, CANARY, mode);
    expect(readSecret({ file }, 'password', { environment: {} }).ok).toBe(true);
  });

  it.each([0o640, 0o604, 0o620, 0o602, 0o610, 0o601, 0o644])(
    'refuses a file of mode %o',
    (mode) => {
      const octal = mode.toString(8);
      const file = write(`mode-${octal}`, CANARY, mode);
      const expected = 'password: expected a file that only its owner may read (chmod 600)';
      expect(readSecret({ file }, 'password', { environment: {} })).toEqual({
        ok: false,
        fault: {
          code: 'config.secret-file',
          message: `${expected}, found mode 0${octal}`,
          where: file,
        },
      });
    },
  );

  it('refuses a file of another user, which only root can open at all', () => {
    const file = write('foreign', CANARY);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(file, 1, 1);
    const message =
      'password: expected a file of the user who runs Weir, found one of another user';
    const fault = { code: 'config.secret-file', message, where: file };
    const expected = isRoot ? { ok: false, fault } : { ok: true, value: CANARY };
    expect(readSecret({ file }, 'password', { environment: {} })).toEqual(expected);
  });

  it.each([
    ['no line end', CANARY, 0],
    ['one line end', `${CANARY}\n`, 1],
  ])('warns of the line end that it removes: %s', (_, content, count) => {
    const file = write('warned', content);
    const heard: string[] = [];
    const warn = (message: string) => heard.push(message);
    expect(readSecret({ file }, 'password', { environment: {}, warn }).ok).toBe(true);
    const text = `${file}: password: the line break at its end is not part of the secret`;
    expect(heard).toEqual(count === 0 ? [] : [text]);
  });

  it('refuses a file in a repository, however deep, and through a linked folder', () => {
    const repository = join(folder, 'repository');
    mkdirSync(join(repository, '.git'), { recursive: true });
    mkdirSync(join(repository, 'a/b'), { recursive: true });
    symlinkSync(join(repository, 'a'), join(folder, 'elsewhere'));
    for (const name of ['repository/secret', 'repository/a/b/secret', 'elsewhere/b/secret']) {
      const file = write(name, CANARY);
      const found = `found it in ${realpathSync(repository)}`;
      const message = `password: expected a file outside of any repository, ${found}`;
      const fault = { code: 'config.secret-file', message, where: file };
      expect(readSecret({ file }, 'password', { environment: {} })).toEqual({ ok: false, fault });
    }
    // Also one of a submodule or work tree, where `.git` is a file.
    mkdirSync(join(folder, 'tree'));
    write('tree/.git', 'gitdir: elsewhere');
    const file = write('tree/secret', CANARY);
    expect(readSecret({ file }, 'password', { environment: {} }).ok).toBe(false);
    const isPublished = (secret: string) => secret === CANARY;
    const value = { ok: true, value: CANARY };
    expect(readSecret({ file }, 'password', { environment: {}, isPublished })).toEqual(value);
  });

  it('refuses a symbolic link', () => {
    const file = join(folder, 'link');
    symlinkSync(write('target', CANARY), file);
    const message = 'expected a file, found a symbolic link';
    const fault = { code: 'config.not-a-file', message, where: file };
    expect(readSecret({ file }, 'password', { environment: {} })).toEqual({ ok: false, fault });
  });

  it.each([
    [{}, 'neither'],
    [{ env: 'A', file: 'b' }, 'both'],
  ])('requires exactly one source, not %j', (source, found) => {
    const message = `password: expected either \`env\` or \`file\`, found ${found}`;
    const fault = { code: 'config.secret', message };
    expect(readSecret(source, 'password', { environment: { A: CANARY } })).toEqual({
      ok: false,
      fault,
    });
  });

  it.each([
    ['a byte order mark', `\uFEFF${CANARY}\n`, 'found a byte order mark before it'],
    ['only blanks', ' \n', 'expected a secret, found none'],
    ['only an empty line', '\r\n', 'expected a secret, found none'],
    ['two lines', `${CANARY}\n\n`, 'expected one line of UTF-8 text'],
    ['UTF-16', Buffer.from(`\uFEFF${CANARY}`, 'utf16le'), 'expected one line of UTF-8 text'],
  ])('refuses a file with %s, before any login with it', (_, content, words) => {
    const file = write('odd', content);
    const message = expect.stringContaining(words) as string;
    expect(readSecret({ file }, 'password', { environment: {} })).toMatchObject({
      fault: { code: 'config.secret', message, where: file },
    });
  });

  it('names a variable that is not set', () => {
    const message = 'password: environment variable WEIR_PASSWORD is not set';
    expect(readSecret({ env: 'WEIR_PASSWORD' }, 'password', { environment: {} })).toEqual({
      ok: false,
      fault: { code: 'config.secret', message },
    });
  });

  it('refuses an empty variable and an empty file', () => {
    const message = 'password: expected a secret, found none';
    expect(readSecret({ env: 'EMPTY' }, 'password', { environment: { EMPTY: '' } })).toEqual({
      ok: false,
      fault: { code: 'config.secret', message, where: 'environment variable EMPTY' },
    });
    const file = write('empty', '\n');
    expect(readSecret({ file }, 'password', { environment: {} })).toEqual({
      ok: false,
      fault: { code: 'config.secret', message, where: file },
    });
  });

  it.each([
    ['two lines', `${CANARY}\nsecond\n`],
    ['two line ends', `${CANARY}\n\n`],
    ['a NUL byte', `${CANARY}\0`],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff])],
    ['more bytes than the maximum', `${CANARY}${'x'.repeat(65_536)}`],
  ])('refuses %s without printing them', (_, content) => {
    const result = readSecret({ file: write('bad', content) }, 'password', { environment: {} });
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain(CANARY);
  });
});
