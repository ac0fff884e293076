// Former spellings of keys are accepted, a note names the present one, faults name the line.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeFormerKeys, parseConfig } from '../../src/config/index.js';
import { toJsonSchema } from '../../src/config/json-schema.js';
import { formatFault } from '../../src/domain/index.js';

const schema = z.strictObject({
  watchdog: z
    .enum(['on', 'off'])
    .exactOptional()
    .meta({ former: 'guard' })
    .describe('second process'),
});
const toSource = (text: string) => ({ file: 'a.yaml', text });
const describeFaults = (text: string) => {
  const parsed = parseConfig(toSource(text), schema);
  return parsed.ok ? [] : parsed.fault.faults.map(formatFault);
};

it('a former key means the present one, and the note names it with its line', () => {
  const source = toSource('# first line\nguard: on\n');
  expect(parseConfig(source, schema)).toEqual({ ok: true, value: { watchdog: 'on' } });
  expect(describeFormerKeys(source, [], schema)).toEqual([
    'a.yaml:2: guard is now called watchdog; both work',
  ]);
  expect(describeFormerKeys(toSource('watchdog: on'), [], schema)).toEqual([]);
});

it('a bad value of a former key is reported at its line', () => {
  expect(describeFaults('# first line\nguard: maybe')).toEqual([
    'a.yaml:2:8: watchdog: expected "on" or "off", found "maybe" (config.value)',
  ]);
});

it('both spellings at once are refused', () => {
  expect(describeFaults('watchdog: on\nguard: on')).toEqual([
    'a.yaml:2:1: expected a known key, found `guard` (known keys: watchdog) (config.unknown-key)',
  ]);
});

it('the editor’s schema shows the present key alone', () => {
  expect(JSON.stringify(toJsonSchema(schema, 'a'))).not.toMatch(/former|guard/);
});
