// Texts that a build has read: recalled letter for letter, and everything else is read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownText, recall } from '../../src/config/index.js';
import { fail, ok } from '../../src/domain/index.js';

const KNOWN: readonly KnownText[] = [
  { reader: 'numbers', text: 'one: 1', json: '{"one":1}' },
  { reader: 'words', text: 'one: 1', json: '{"one":"word"}' },
];
const read = ({ file }: { readonly file: string }) => fail('config.value', 'it was read', file);

describe('text known at the build', () => {
  it('is not read again by its own reader', () => {
    const source = { file: 'a.yaml', text: 'one: 1' };
    expect(recall('numbers', source, read, KNOWN)).toEqual(ok({ one: 1 }));
    expect(recall('words', source, read, KNOWN)).toEqual(ok({ one: 'word' }));
    expect(recall('others', source, read, KNOWN)).toMatchObject({ fault: { where: 'a.yaml' } });
  });

  it('is read where it differs in anything', () => {
    const other = fc.string().filter((text) => text !== 'one: 1');
    const changed = fc.oneof(
      other,
      fc.constantFrom('one: 1\n', ' one: 1', 'one: 2', 'one: 1\0', 'One: 1', ''),
    );
    fc.assert(
      fc.property(changed, (text) => {
        const found = recall('numbers', { file: 'b.yaml', text }, read, KNOWN);
        expect(found).toMatchObject({ ok: false, fault: { where: 'b.yaml' } });
      }),
    );
  });

  it('returns separate data to each caller', () => {
    const source = { file: 'a.yaml', text: 'one: 1' };
    const [first, second] = [0, 1].map(() => recall<object>('numbers', source, read, KNOWN));
    expect(first).toEqual(second);
    expect(first?.ok && first.value).not.toBe(second?.ok && second.value);
  });

  it('does not exist when Weir runs from its sources, where every text is read', () => {
    const source = { file: 'a.yaml', text: 'one: 1' };
    expect(recall('numbers', source, read)).toMatchObject({ ok: false });
  });
});
