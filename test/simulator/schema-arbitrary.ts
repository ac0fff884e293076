// Values for a JSON Schema: mostly of its shape, now and then not, for fuzzing endpoints.
import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Texts that trip parsers: empty, long, foreign, numbers and words of other fields. */
const NASTY_TEXTS = [
  ...['', ' ', '0', '-1', 'null', 'NaN', 'EUR/USD', 'Buy', 'SPOT', '2026-07-15', '1e400'],
  ...['__proto__', 'constructor', '%2F', '|', '\u0000', '\u2028', '😀', 'x'.repeat(5_000)],
];
const NASTY_NUMBERS = [0, -0, -1, 0.1, 1e-9, 1e15, 1e21, 2 ** 53, Number.MAX_VALUE, 5e-324];

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...NASTY_TEXTS, ...NASTY_NUMBERS, null, true, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A value of the schema's shape; `wild` is the share of values, in percent, that are anything. */
export function fromSchema(schema: Schema, wild: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 100 - wild, arbitrary: ofShape(schema, wild) },
    { weight: wild, arbitrary: nasty },
  );
}

function ofShape(schema: Schema, wild: number): fc.Arbitrary<unknown> {
  const { type, enum: words, const: constant, anyOf, oneOf, items } = schema;
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(words)) return fc.constantFrom(...(words as unknown[]));
  const branches = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (branches !== undefined) return fc.oneof(...branches.map((one) => ofShape(one, wild)));
  if (type === 'object') return ofObject(schema, wild);
  if (type === 'array') {
    return fc.array(fromSchema((items ?? {}) as Schema, wild), { maxLength: 4 });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return ofNumber(schema);
  return type === 'string' ? ofText(schema) : nasty;
}

function ofObject(schema: Schema, wild: number): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const fields = Object.entries(properties).map(([name, inner]) => [name, fromSchema(inner, wild)]);
  const known = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
  const extra = fc.dictionary(fc.string({ maxLength: 8 }), nasty, { maxKeys: 1 });
  return fc.oneof(
    { weight: 9, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, extra).map(([one, more]) => ({ ...one, ...more })) },
  );
}

function ofNumber({ type, minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = typeof minimum === 'number' ? minimum : -1_000_000;
  const max = typeof maximum === 'number' ? maximum : 1_000_000_000;
  const edges = fc.constantFrom(min, max, min - 1, max + 1);
  const inside =
    type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  const usual = fc.constantFrom(1, 1_000, 100_000, 1.1, 1.1002, 30, 60);
  return fc.oneof(inside, usual, edges, fc.constantFrom(...NASTY_NUMBERS));
}

function ofText({ maxLength, format }: Schema): fc.Arbitrary<string> {
  const longest = typeof maxLength === 'number' ? maxLength : 40;
  const text = ['EUR/USD', 'EUR', 'USD', 'BTC', 'Buy', 'SELL', 'SPOT', '1M', 'DeskOrg', 'LP1'];
  const usual = fc.constantFrom(...text, 'DeskOrgLE', '2026-07-15', 'FXI50000001', '5120000001');
  const edges = fc.constantFrom('x'.repeat(longest), 'x'.repeat(longest + 1));
  const dates = format === 'date' ? [fc.constantFrom('2026-07-20', '2026-02-30')] : [];
  return fc.oneof(
    usual,
    ...dates,
    fc.string({ maxLength: longest }),
    edges,
    fc.constantFrom(...NASTY_TEXTS),
  );
}
