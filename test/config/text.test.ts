// Reading configuration files: what is refused, with which message, and what is kept.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readText } from '../../src/config/index.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-config-text-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('readText', () => {
  it('returns text and the SHA-256 of the bytes', () => {
    const file = write('abc.yaml', 'abc');
    // The published test vector of SHA-256 for "abc".
    const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(readText(file)).toEqual({ ok: true, value: { file, text: 'abc', sha256 } });
  });

  it('drops a byte order mark and keeps other letters', () => {
    const result = readText(write('mark.yaml', Buffer.from('\uFEFFname: é€😀')));
    expect(result).toMatchObject({ ok: true, value: { text: 'name: é€😀' } });
  });

  it('suggests the nearest name when there is no such file', () => {
    write('paper.yaml', 'a: 1');
    const file = join(folder, 'papre.yaml');
    const message = 'expected a file, found none (did you mean paper.yaml?)';
    const fault = { code: 'config.no-file', message, where: file };
    expect(readText(file)).toEqual({ ok: false, fault });
  });

  it('suggests nothing when no name is near', () => {
    const file = join(folder, 'something-else.json');
    const fault = { code: 'config.no-file', message: 'expected a file, found none', where: file };
    expect(readText(file)).toEqual({ ok: false, fault });
  });

  it('says that the folder is missing', () => {
    const file = join(folder, 'nowhere', 'paper.yaml');
    const message = `expected a file, found none: there is no folder ${join(folder, 'nowhere')}`;
    expect(readText(file)).toMatchObject({ fault: { code: 'config.no-file', message } });
  });

  it('refuses a directory', () => {
    const file = join(folder, 'directory');
    mkdirSync(file);
    const message = 'expected a file, found a directory';
    const fault = { code: 'config.not-a-file', message, where: file };
    expect(readText(file)).toEqual({ ok: false, fault });
  });

  it('refuses a pipe without waiting for its writer', () => {
    const file = join(folder, 'pipe');
    execFileSync('mkfifo', [file]);
    const message = 'expected a file, found a pipe or a device';
    expect(readText(file)).toMatchObject({ fault: { code: 'config.not-a-file', message } });
  });

  it('reports why a path cannot be opened', () => {
    const file = join(write('plain.yaml', 'a: 1'), 'inside.yaml');
    const message = 'expected a readable file, found ENOTDIR';
    expect(readText(file)).toMatchObject({ fault: { code: 'config.unreadable', message } });
  });

  it.each([
    ['no bytes', ''],
    ['white space', ' \n\t\n'],
    ['a byte order mark', '\uFEFF'],
  ])('refuses a file of %s', (_, content) => {
    const file = write('empty.yaml', content);
    const fault = { code: 'config.empty', message: 'expected text, found an empty file' };
    expect(readText(file)).toEqual({ ok: false, fault: { ...fault, where: file } });
  });

  it('accepts a file of the largest size and refuses one byte more', () => {
    const file = write('large.yaml', 'abcde');
    expect(readText(file, 5).ok).toBe(true);
    const message = 'expected at most 4 bytes, found 5';
    const fault = { code: 'config.too-large', message, where: file };
    expect(readText(file, 4)).toEqual({ ok: false, fault });
  });

  it('defaults to a bound of one mebibyte', () => {
    expect(readText(write('most.yaml', 'a'.repeat(1_048_576))).ok).toBe(true);
    const message = 'expected at most 1048576 bytes, found 1048577';
    expect(readText(write('more.yaml', 'a'.repeat(1_048_577)))).toMatchObject({
      fault: { code: 'config.too-large', message },
    });
  });

  it.each([
    ['a Latin-1 byte', Buffer.from([0x61, 0x0a, 0x62, 0x0a, 0xe9, 0x0a]), 3],
    ['UTF-16', Buffer.from('\uFEFFa: 1', 'utf16le'), 1],
  ])('refuses %s and names the line', (_, content, line) => {
    const file = write('latin.yaml', content);
    const message = 'expected UTF-8 text, found bytes that are not UTF-8';
    const fault = { code: 'config.not-utf8', message, where: `${file}:${String(line)}` };
    expect(readText(file)).toEqual({ ok: false, fault });
  });
});
