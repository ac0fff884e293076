// Each step of the page on the architecture names a function that its file has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPage, ROOT } from './pages.js';

const STEP = /^([\w/-]+\.ts) +(#?\w+) +\S/gm;

it('every step of the architecture page names a function of its file', () => {
  const steps = [...readPage('docs/architecture.md').text.matchAll(STEP)];
  expect(steps.length).toBeGreaterThan(50);
  const missing = steps.filter(([, file = '', name = '']) => {
    const text = readFileSync(join(ROOT, 'src', file), 'utf8');
    return !new RegExp(`(?:function|class) ${name}\\b|^  (?:async )?${name}[(<]`, 'm').test(text);
  });
  expect(missing.map(([line]) => line)).toEqual([]);
});
