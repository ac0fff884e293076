// Texts as an enemy or a broken machine writes them: good ones with pieces taken out and put in.
import fc from 'fast-check';

const PIECES = [
  ...['{', '}', '[', ']', '"', ',', ':', '\\', '-', '.', '\n', '\r\n', '\t', '\0', ' ', '#', '&a '],
  ...['null', 'true', '1e999', '-0', '0x1f', '99999999999999999999', '0.1234567890123456789'],
  ...['"__proto__":', '{"__proto__":{"polluted":1}}', '"constructor":{"prototype":{}}'],
  ...[
    'NaN',
    '\u2028',
    '\ufeff',
    '\ud800',
    'RequestValidationError.',
    '*a',
    '!!js/function ',
    '<<: ',
  ],
];

interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly piece: string;
  readonly times: number;
}

const editArbitrary: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(2_000),
  cut: fc.oneof(fc.constant(0), fc.nat(40)),
  piece: fc.oneof(fc.constantFrom('', ...PIECES), fc.string({ maxLength: 8 })),
  // Long runs of one piece find patterns that are not linear, and levels without an end.
  times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.constantFrom(40, 3_000)),
});

function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduce((left, { at, cut, piece, times }) => {
    const from = at % (left.length + 1);
    return left.slice(0, from) + piece.repeat(times) + left.slice(from + cut);
  }, text);
}

/** Good texts with up to four edits; good ones are among them. */
export function hostileTexts(samples: readonly string[]): fc.Arbitrary<string> {
  const edited = fc
    .tuple(fc.constantFrom(...samples), fc.array(editArbitrary, { maxLength: 4 }))
    .map(([sample, edits]) => applyEdits(sample, edits));
  return fc.oneof({ weight: 6, arbitrary: edited }, fc.json(), fc.string({ unit: 'binary' }));
}

/** Objects and lists that lie in each other so deep that no recursion would come back. */
export const BOTTOMLESS = ['['.repeat(400_000), '{"a":'.repeat(150_000), '[{"":'.repeat(100_000)];

/** Whether an input has changed what all objects share. */
export function isPolluted(): boolean {
  return 'polluted' in {} || Object.keys(Object.prototype).length > 0;
}
