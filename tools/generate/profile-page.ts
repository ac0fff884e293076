// Generates the page on the venue profile from its schema and the open points.
import { formatDuration } from '../../src/domain/index.js';
import {
  CALL_FACTS,
  listProfileFields,
  OPEN_POINTS,
  type OpenPoint,
  type ProfileField,
} from '../../src/protocol/profile/index.js';

const OPENING = `# Venue profile

<!-- Written by \`npm run generate\` from the profile's schema: change that, not this page. -->

What the venue's published interface leaves open is data: the _venue profile_. Client and simulator
read the same one, so that a correction after the first contact with the real venue is a change of a
file. A profile file holds only the differences from the defaults below:

\`\`\`yaml
statusNames:
  CANCELED: CANCELLED
codeFields: [code, errorCode]
calls:
  balances:
    answer: { available: free, locked: frozen }
\`\`\`

\`profile: FILE\` in a session file makes client and journal use it; \`profile: FILE\` in a
simulator file makes the simulator speak that way. Maps are merged with the defaults key by key,
lists replace them. All keys are on [Profile file](configuration/profile.md).

\`calls\` changes names, status and shape of single calls, each by our own name:
\`query\`, \`body\` and \`answer\` map our names to the venue's at any depth, \`status\` is the
status of success, and \`shape\` makes one object a list (\`list\`), a list of one its item
(\`one\`), or the body empty (\`empty\`). \`bodyIn: query\` puts the fields of
\`cancelTrades\` into its query.

The marks say how sure a default is: \`spec\` and \`doc\` are stated by the specification or the
vendor's pages, \`example\` is seen in a sample only, \`inferred\` is deduced, \`open\` is a guess.
The numbers are those of the 24 open points of the wire facts, section 16; a section is one of the
wire facts too. The value after \`=\` is the default.
`;

export function formatProfilePage(): string {
  const fields = listProfileFields();
  const points = OPEN_POINTS.map((point) => formatPoint(point, fields));
  const others = fields.filter(({ point }) => point === 0);
  const rest = `## Other assumptions\n\n${others.map(formatField).join('\n')}\n`;
  return [OPENING, ...points, rest].join('\n');
}

function formatPoint({ point, area, question }: OpenPoint, fields: readonly ProfileField[]) {
  const title = `## ${String(point)} ${area}: ${question}\n`;
  const own = fields.filter((one) => one.point === point).map(formatField);
  const lines = [...own, ...listCallLines(point)];
  return `${title}\n${lines.length === 0 ? NO_FIELD : lines.join('\n')}\n`;
}

const NO_FIELD = 'No field of the profile yet: nothing in Weir depends on it.';

function formatField({ path, standard, others, text, mark, section }: ProfileField): string {
  const value = path.endsWith('Skew')
    ? `\`${formatDuration(Number(standard))}\``
    : showDefault(standard);
  return formatLine(path, value, { others, text, mark, section });
}

function formatLine(
  path: string,
  value: string,
  { others, text, mark, section }: Pick<ProfileField, 'others' | 'text' | 'mark' | 'section'>,
): string {
  const may = others === '' ? '' : `; or: ${others}`;
  return `- \`${path}\` = ${value}${may} (${mark}, ${section}): ${text}`;
}

/** Maximum number of entries listed; a longer map is summarised. */
const MAX_ENTRIES = 12;

/** Maps whose keys equal their values are described as such. */
function showDefault(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'string') return value === '' ? 'empty' : `\`${value}\``;
  if (typeof value !== 'object' || value === null) return `\`${JSON.stringify(value)}\``;
  if (Array.isArray(value)) return value.map((item) => `\`${String(item)}\``).join(', ');
  const entries = Object.entries(value);
  const isSame = entries.every(([key, inner]) => key === inner);
  if (isSame && entries.length > 0) return 'each by its own name';
  if (entries.length > MAX_ENTRIES) return 'the known names, each with its aliases';
  return entries.map(([key, inner]) => `\`${key}\`: \`${String(inner)}\``).join(', ');
}

function listCallLines(point: number): readonly string[] {
  return CALL_FACTS.filter((one) => one.point === point).map(
    ({ call, place, others, mark, section }) => {
      const known = Object.entries(others).map(([ours, names]) => `${ours}: ${names.join(', ')}`);
      const more = OTHERS[place] ?? (known.join('; ') || 'other names');
      const text = `${WORDS[place]} of \`${call}\``;
      const facts = { others: more, text, mark, section };
      return formatLine(`calls.${call}.${place}`, 'as in the list of calls', facts);
    },
  );
}

const OTHERS: Readonly<Record<string, string>> = {
  shape: 'list, one, empty',
  bodyIn: 'query',
};

const WORDS = {
  query: 'parameters',
  body: 'fields of the body',
  answer: 'fields of the response',
  status: 'status of success',
  shape: 'object, list or empty response',
  bodyIn: 'place of the request fields',
} as const;
