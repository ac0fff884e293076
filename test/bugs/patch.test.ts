// The bug bank: its patches apply to the present sources, and one that does not is named.
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { applyPatch, listPatches, parsePatch, readSource } from './patch.mjs';

const IDS = Array.from({ length: 49 }, (_, index) => `B${String(index + 1).padStart(2, '0')}`);

it('has every defect', () => {
  expect(listPatches().map(({ id }) => id)).toEqual(IDS);
});

it.each(listPatches())('$name applies', async (bug) => {
  for (const { path, text } of applyPatch(bug, readSource)) {
    expect(text).not.toBe(readSource(path));
    expect((await transform(text, { loader: 'ts' })).code).not.toBe('');
  }
});

const PATCH = `B07: a title
--- a/src/x.ts
+++ b/src/x.ts
@@ -2,3 +2,3 @@
 one
-two
+TWO
 three
@@ -9,2 +9,3 @@
 one
+more
 two
`;

const apply = (text: string) => applyPatch(parsePatch(PATCH, '07-x.patch'), () => text);

it('applies hunks where their lines stand now, nearest to where they stood', () => {
  const text = ['one', 'two', 'three', '', '', 'one', 'two', ''].join('\n');
  expect(apply(text)).toEqual([
    {
      path: 'src/x.ts',
      text: ['one', 'TWO', 'three', '', '', 'one', 'more', 'two', ''].join('\n'),
    },
  ]);
});

it('names the file and the hunk that no longer fits', () => {
  expect(() => apply('one\ntwo\nthree\none\nthree\n')).toThrow(
    '07-x.patch: src/x.ts no longer has the lines of @@ -9,2 +9,3 @@',
  );
});

it('wants an id and a title first', () => {
  expect(() => parsePatch('--- a/src/x.ts\n', '08-y.patch')).toThrow(
    '08-y.patch: expected `B01: title` in line 1',
  );
  expect(() => parsePatch('B08: nothing\n', '08-y.patch')).toThrow('expected a changed file');
});
