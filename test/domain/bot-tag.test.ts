// Tags of bots, by which those of one login tell their orders apart.
import { expect, it } from 'vitest';
import { drawTag, isOfWeir, toPrefix } from '../../src/domain/bot-tag.js';
import { TAG_FORM } from '../../src/domain/bot-tag.js';

it('bot tag is made of the given bytes, with at most 14 letters', () => {
  const tag = drawTag((count) => Uint8Array.from({ length: count }, (_, at) => at * 50));
  expect(tag).toBe('weiraywusq');
  expect(tag).toMatch(TAG_FORM);
  expect(toPrefix({ tag })).toBe('weiraywusq-');
});

it.each([
  ['weir-0001-0000007-9ln6', true],
  ['weirabcdef-0001-0000007-9ln6', true],
  ['weir-conformance-0', false],
  ['weir-0001-0000007-9ln6.2', false],
  ['abc-0001-0000007-9ln6', false],
  ['by-hand', false],
])('bot tag recognises %s as of a bot of Weir: %s', (coId, is) => {
  expect(isOfWeir(coId)).toBe(is);
});
