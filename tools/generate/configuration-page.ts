// Generates the pages on configuration keys from the schemas that check the files.

/** A JSON Schema as plain data; only the keywords that our schemas use. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  /** Objects distinguished by one of their keys; a separate page lists the keys of each. */
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  /** Its title is the placeholder for a key in paths. */
  readonly propertyNames?: { readonly title?: string };
  readonly required?: readonly string[];
}

export interface FileKind {
  /** Name of the schema and of the page. */
  readonly name: string;
  readonly title: string;
  /** Text on which commands read the file, with an example. */
  readonly text: string;
  readonly schema: JsonSchema;
}

interface Key {
  readonly path: string;
  readonly type: string;
  readonly standard: string;
  readonly text: string;
}

const NOTE =
  '<!-- Written by `npm run generate` from the schemas: change those, not this page. -->';

const OPENING = `# Configuration

${NOTE}

Configurations are YAML 1.2 (JSON is YAML too). Unknown keys, missing keys and wrong values are
errors with file, line and column, and nothing runs before a file is right: \`weir check FILE\`
says so without running. Files name other files relative to themselves. Tags, merge keys and
numbers of more than 15 significant digits are refused.

- A _duration_ is a text with units: \`250ms\`, \`1.5s\`, \`8m\`, \`1h30m\`; units are \`us\`,
  \`ms\`, \`s\`, \`m\`, \`h\`, \`d\`.
- An _instant_ is ISO 8601 with a zone: \`2026-07-13T12:00:00Z\`.
- \`a.b\` is the key \`b\` inside \`a\`; \`a[].b\` is the key \`b\` of each item of the list
  \`a\`; \`<symbol>\` stands for a symbol such as \`EUR/USD\`, \`<currency>\` for one such as
  \`TRY\`, \`<call>\` for a call of the venue, \`<name>\` for a field and \`<word>\` for
  a status or other name of the venue.
- _required_ means required where the map that it belongs to is given. Other keys may be left out.
- The value after \`=\` is the default.

Editors check and complete these files by the JSON Schemas in \`config/schema/\`, which the first
line of each shipped file names.

One page for each kind of file:
`;

/** docs/configuration.md, and below it a page for each kind of file. */
export function listConfigurationPages(
  kinds: readonly FileKind[],
  strategies: readonly FileKind[],
) {
  const links = kinds.map(({ name, title }) => `- [${title}](configuration/${name}.md)`);
  const shipped = '- [Parameters of the shipped strategies](configuration/strategies.md)';
  const params = strategies.map((one) => `## ${one.title}\n\n${formatKeys(one)}`);
  const paramsTitle = `# Parameters of the shipped strategies\n\n${NOTE}\n\n`;
  return [
    { path: 'docs/configuration.md', text: `${OPENING}\n${links.join('\n')}\n${shipped}\n` },
    ...kinds.map((kind) => ({
      path: `docs/configuration/${kind.name}.md`,
      text: `# ${kind.title}\n\n${NOTE}\n\n${formatKeys(kind)}`,
    })),
    { path: 'docs/configuration/strategies.md', text: paramsTitle + params.join('\n') },
  ];
}

function formatKeys({ text, schema }: FileKind): string {
  const keys = new Map<string, string>();
  // A key in several branches of a union is listed once, as in the first of them.
  for (const key of listKeys(schema, '', true)) {
    if (!keys.has(key.path)) keys.set(key.path, formatKey(key));
  }
  return `${text}\n\n${[...keys.values()].join('\n')}\n`;
}

function formatKey({ path, type, standard, text }: Key): string {
  const value = standard === '' || standard === 'required' ? '' : ` = ${standard}`;
  const facts = standard === 'required' ? `${type}, required` : type;
  return `- \`${path}\`${value} (${facts})${text === '' ? '' : `: ${text}`}`;
}

function listKeys(schema: JsonSchema, path: string, isRequired: boolean): readonly Key[] {
  const own: Key = {
    path,
    type: describeType(schema),
    standard: describeDefault(schema, isRequired),
    text: schema.description ?? '',
  };
  return path === '' ? listInner(schema, path) : [own, ...listInner(schema, path)];
}

function listInner(schema: JsonSchema, path: string): readonly Key[] {
  const { properties, additionalProperties, propertyNames, items, anyOf, required = [] } = schema;
  if (anyOf !== undefined) return anyOf.flatMap((branch) => listInner(branch, path));
  if (items !== undefined) return listInner(items, `${path}[]`);
  if (typeof additionalProperties === 'object') {
    // The only file with a map at its top is that of calendars.
    const name = propertyNames?.title ?? 'symbol';
    const key = path === '' ? '<currency>' : `${path}.<${name}>`;
    return listInner(additionalProperties, key);
  }
  const start = path === '' ? '' : `${path}.`;
  return Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    listKeys(inner, `${start}${name}`, required.includes(name)),
  );
}

function describeType(schema: JsonSchema): string {
  const { type, anyOf, items, pattern, format } = schema;
  if (anyOf !== undefined) return joinWords(anyOf.map(describeType));
  if (schema.oneOf !== undefined) return 'map';
  if (schema.enum !== undefined) return joinWords(schema.enum.map(quote));
  if ('const' in schema) return quote(schema.const);
  if (type === 'integer') return `whole number${describeRange(schema)}`;
  if (type === 'number') return `number${describeRange(schema)}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'array') return describeList(items);
  if (type === 'object') return 'map';
  if (format === 'date-time') return 'instant';
  return pattern?.includes('us|ms|s') === true ? 'duration' : 'text';
}

function describeList(items: JsonSchema | undefined): string {
  if (items?.type === 'object') return 'list of maps';
  return items?.type === 'integer' ? 'list of whole numbers' : 'list of texts';
}

function describeRange({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const least = isBound(minimum) ? minimum : undefined;
  const most = isBound(maximum) ? maximum : undefined;
  const from = exclusiveMinimum === undefined ? '' : ` above ${String(exclusiveMinimum)}`;
  if (least !== undefined && most !== undefined) return `, ${String(least)} to ${String(most)}`;
  if (least !== undefined) return `, ${String(least)} or more`;
  return most === undefined ? from : `${from}, at most ${String(most)}`;
}

/** Ignores the bounds of exact integers, which every whole number has. */
function isBound(value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
}

function describeDefault(schema: JsonSchema, isRequired: boolean): string {
  const standard = schema.default;
  if (standard === undefined) return isRequired ? 'required' : '';
  if (Array.isArray(standard)) {
    return standard.some((one) => typeof one === 'object') ? '' : standard.map(quote).join(', ');
  }
  return typeof standard === 'object' ? '' : quote(standard);
}

function quote(value: unknown): string {
  return `\`${String(value)}\``;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
