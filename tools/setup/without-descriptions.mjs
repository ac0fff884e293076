// Takes the descriptions out of schemas: `.describe(…)` makes a copy of a schema at every start.
//
// The texts are for generated pages and for lists of options. A file of one command that shows
// neither (tools/setup/bundle.mjs names them) starts without; what a schema takes stays the same.
import { parse } from 'acorn';

/** How a compiled module has zod. */
const HAS_ZOD = /^import \{ z \} from 'zod';$/m;

/** Methods that only schemas have. */
const OPTIONAL = /^(?:optional|exactOptional|nullish|prefault)$/;

/** The text of a compiled module of schemas, each `schema.describe(…)` made `schema`. */
export function withoutDescriptions(text) {
  if (!HAS_ZOD.test(text)) return text;
  let plain = '';
  let end = 0;
  for (const [from, to] of findCalls(
    parse(text, { ecmaVersion: 'latest', sourceType: 'module' }),
  )) {
    plain += text.slice(end, from);
    end = to;
  }
  return plain + text.slice(end);
}

/** Where calls of `describe` stand after their schemas, in the order of the text. */
function findCalls(node) {
  if (Array.isArray(node)) return node.flatMap(findCalls);
  if (typeof node?.type !== 'string') return [];
  if (!isDescription(node)) return Object.values(node).flatMap(findCalls);
  const { object } = node.callee;
  return [...findCalls(object), [object.end, node.end]];
}

/** Other things are described too, such as files by their path: a schema is, with a plain text. */
function isDescription({ type, callee, arguments: given }) {
  if (type !== 'CallExpression' || callee.property?.name !== 'describe') return false;
  const [{ type: kind, value } = {}] = given;
  if (typeof value === 'string') return true;
  const isSchema =
    rootOf(callee.object) === 'z' || OPTIONAL.test(callee.object.callee?.property?.name);
  return kind !== undefined && isSchema;
}

/** What a chain of calls starts with: `z` of `z.number().min(1)`. */
function rootOf({ type, callee, object, name }) {
  if (type === 'CallExpression') return rootOf(callee);
  return type === 'MemberExpression' ? rootOf(object) : name;
}
