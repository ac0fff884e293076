// Text fields of every body: a JSON number never becomes a text.
import { describe, expect, it } from 'vitest';
import { toWireSchema } from '../../../src/protocol/routes/describe-route.js';
import { type Route, ROUTE_IDS, ROUTES } from '../../../src/protocol/index.js';
import { openScene, SAMPLES } from '../samples.js';

type Fields = Readonly<Record<string, unknown>>;

/** Numbers that a double holds, that it rounds, and that are beyond it. */
const NUMBERS = ['7', '12345678901234567890123', '0.12345678901234567890', '1E400'];
const MARK = 'a number stands here';

/** The names on the way to each text of a schema. */
function listTexts(schema: Fields): readonly (readonly string[])[] {
  const { items, properties, type, enum: words } = schema;
  if (type === 'string' || words !== undefined) return [[]];
  if (type === 'array') return listTexts(items as Fields).map((path) => ['0', ...path]);
  return Object.entries((properties ?? {}) as Readonly<Record<string, Fields>>).flatMap(
    ([name, inner]) => listTexts(inner).map((path) => [name, ...path]),
  );
}

/** A copy with the mark at a place. */
function put(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return MARK;
  const known = value as Fields | undefined;
  if (name === '0') return [put((known as readonly unknown[] | undefined)?.[0], rest)];
  return { ...known, [name]: put(known?.[name], rest) };
}

const WITH_BODY = ROUTE_IDS.filter((id) => (ROUTES[id] as Route).body !== undefined);

describe('number where a text belongs', () => {
  it.each(WITH_BODY)('is refused by %s with the name of the field', async (id) => {
    const { body: schema, method, path }: Route = ROUTES[id];
    const { client, toPath } = await openScene();
    const target = toPath(path, SAMPLES[id]);
    const texts = schema === undefined ? [] : listTexts(toWireSchema(schema, 'input'));
    expect(texts).not.toEqual([]);
    for (const [index, text] of texts.entries()) {
      const json = JSON.stringify(put(SAMPLES[id].body, text));
      const body = json.replace(`"${MARK}"`, NUMBERS[index % NUMBERS.length] ?? '');
      const reply = await client.ask(method, target, { body });
      const field = text.findLast((name) => name !== '0') ?? '';
      expect([reply.status, String(reply.body.message)]).toEqual([
        400,
        expect.stringContaining(field),
      ]);
    }
  });

  it.each(NUMBERS)('is no address of a withdrawal: %s', async (number) => {
    const { client } = await openScene();
    const body = `{"currency":"BTC","amount":1,"address":${number}}`;
    const { status, body: found } = await client.ask('POST', '/custody/v2/withdraw/apply', {
      body,
    });
    expect(status).toBe(400);
    expect(found.message).toBe(`body.address: expected text, found ${number}.`);
  });
});
