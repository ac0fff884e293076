// docs/risk-rules.md has every control as the running code has it. `npm run generate` writes it by
// `-u` of this test.
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { limitsFileSchema, listControls } from '../../src/risk/index.js';
import { formatControls } from './controls-part.js';
import { readPage, ROOT } from './pages.js';

const PAGE = 'docs/risk-rules.md';
const [BEGIN, END] = ['<!-- controls: written by a test -->', '<!-- end of controls -->'];

it('page of controls agrees with the code, with what a bot prints', async () => {
  const { text } = readPage(PAGE);
  const [before, rest] = text.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  const whole = [before, BEGIN, `\n\n${formatControls()}\n\n`, END, after].join('');
  const settings = await resolveConfig(join(ROOT, PAGE));
  const laidOut = await format(whole, { ...settings, parser: 'markdown' });
  await expect(laidOut).toMatchFileSnapshot(join(ROOT, PAGE));
});

it('page of controls has a section for each, and its message when it fires', () => {
  const text = `\n${formatControls()}`;
  for (const { id } of listControls()) {
    const [, section = ''] = text.split(`\n### ${id} `);
    const [own = ''] = section.split('\n### ');
    expect(own, id).toContain('Against ');
    const words = 'refused by|INFO|WARN|PAGE|HALT|throttle|not sent|.* \\(\\w+\\.[\\w-]+\\)$';
    expect(own, id).toMatch(new RegExp(`^(?:${words}).*`, 'm'));
  }
});

it('page of controls shows valid parts of limits files', () => {
  const shown = [...readPage(PAGE).text.matchAll(/ With `(\w+: .*?)`:/g)];
  expect(shown.length).toBeGreaterThan(10);
  for (const [, text = ''] of shown) {
    expect(parseConfig({ file: PAGE, text }, limitsFileSchema), text).toMatchObject({ ok: true });
  }
});
