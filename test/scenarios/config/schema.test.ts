// Texts of time in schemas, and the JSON Schema that editors use.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { parseConfig, toJsonSchema } from '../../../src/config/index.js';
import { durationText, instantText } from '../../../src/validation/time-schema.js';

const times = z.strictObject({
  poll: durationText.prefault('250ms'),
  from: instantText.optional(),
});

describe('durationText and instantText', () => {
  it('return microseconds', () => {
    const text = 'poll: 1h30m\nfrom: 2026-07-13T12:00:00.093Z';
    // 1783944000 seconds: `date -u -d 2026-07-13T12:00:00Z +%s`.
    expect(parseConfig({ file: 'a.yaml', text }, times)).toEqual({
      ok: true,
      value: { poll: 5_400_000_000, from: 1_783_944_000_093_000 },
    });
  });

  it('accept a default as text', () => {
    const result = parseConfig({ file: 'a.yaml', text: '{}' }, times);
    expect(result).toEqual({ ok: true, value: { poll: 250_000 } });
  });

  it('write what they read', () => {
    expect(z.encode(times, { poll: 1_500_000, from: 1_783_944_000_093_000 })).toEqual({
      poll: '1500ms',
      from: '2026-07-13T12:00:00.093Z',
    });
  });

  it.each([
    ['poll: 5 seconds', 'config.duration', 'found "5 seconds"'],
    ['poll: "1\\e[31m"', 'config.duration', 'found "1\\u001b[31m"'],
    [`poll: ${'9'.repeat(70)}s`, 'config.duration', `found "${'9'.repeat(57)}..."`],
    [
      'poll: 250',
      'config.value',
      'poll: expected a duration with its unit, such as 250ms, 5s or 8m, found 250',
    ],
    ['from: 2026-07-13', 'config.instant', 'found "2026-07-13"'],
  ])('schemas refuse %s', (text, code, words) => {
    const result = parseConfig({ file: 'a.yaml', text }, times);
    expect(result).toMatchObject({ ok: false, fault: { code, where: 'a.yaml:1:7' } });
    expect(result.ok ? '' : result.fault.message).toContain(words);
  });
});

describe('toJsonSchema', () => {
  it('describes what a file may contain, in draft 7', () => {
    expect(toJsonSchema(times, 'Times')).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      title: 'Times',
      type: 'object',
      properties: {
        poll: {
          type: 'string',
          default: '250ms',
          pattern: '^(\\d+(\\.\\d+)?(us|ms|s|m|h|d))+$',
          examples: ['250ms', '5s', '1h30m'],
        },
        from: { type: 'string', format: 'date-time', examples: ['2026-07-13T12:00:00Z'] },
      },
      additionalProperties: false,
    });
  });

  it('has a pattern that matches only its own examples', () => {
    const schema = toJsonSchema(z.strictObject({ poll: durationText }), 'Poll');
    const { pattern, examples } = (
      schema['properties'] as { poll: { pattern: string; examples: string[] } }
    ).poll;
    expect(examples.every((example) => new RegExp(pattern).test(example))).toBe(true);
    expect(new RegExp(pattern).test('5 seconds')).toBe(false);
  });
});
