// The search for secrets finds what is planted, in every place and form.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SECRETS, takeLeaks } from './leaks.js';
import { listForms } from './process/canary.js';

const [secret = ''] = SECRETS;

it.each(SECRETS)(
  'search for secrets finds %s in a file of a temporary folder, in every form',
  (one) => {
    const forms = [...new Set(listForms(one))];
    const dir = mkdtempSync(join(tmpdir(), 'leak-'));
    mkdirSync(join(dir, 'journal'));
    const files = forms.map((form, at) => {
      const file = join(dir, 'journal', `${String(at)}.log`);
      writeFileSync(file, `{"password":"${form}"}`);
      return file;
    });
    writeFileSync(join(dir, 'clean.log'), '[secret]');
    expect(takeLeaks()).toEqual([]);
    rmSync(dir, { recursive: true });
    expect([...takeLeaks()].toSorted()).toEqual(files.toSorted());
  },
);

it('search for secrets finds one in the name of a file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'leak-'));
  writeFileSync(join(dir, `summary-${SECRETS[2] ?? ''}`), '');
  rmSync(dir, { recursive: true });
  expect(takeLeaks()).toHaveLength(1);
});

it('search for secrets finds one in printed output', () => {
  console.error({ answer: { header: secret } });
  expect(takeLeaks()).toContain('console.error');
  process.stderr.write(`login ${Buffer.from(secret).toString('hex')}\n`);
  expect(takeLeaks()).toContain('stderr');
});
