// Generic access to the nodes of a JavaScript syntax tree (ESTree).

/** Any node of an ESTree program, of acorn or of a linter. */
export interface SyntaxNode {
  readonly type: string;
  /** Lines from 1, columns from 0. */
  readonly loc?: { readonly start: { readonly line: number; readonly column: number } } | null;
}

/** Keys without executed code: positions, parent links, and TypeScript's types. */
const SKIPPED_KEYS: ReadonlySet<string> = new Set([
  'type',
  'loc',
  'range',
  'start',
  'end',
  'parent',
  'tokens',
  'comments',
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'implements',
  'attributes',
]);

/** TypeScript nodes that wrap an expression; all others have only types. */
const TYPE_WRAPPERS: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSExportAssignment',
]);

/** Child nodes with executed code, each with its key. */
export function codeBelow(node: SyntaxNode): readonly (readonly [string, SyntaxNode])[] {
  if (node.type.startsWith('TS') && !TYPE_WRAPPERS.has(node.type)) return [];
  const found: (readonly [string, SyntaxNode])[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (SKIPPED_KEYS.has(key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) found.push([key, child]);
    }
  }
  return found;
}

/** Node at a key, if there is one. */
export function childOf(node: SyntaxNode | undefined, key: string): SyntaxNode | undefined {
  const child = node === undefined ? undefined : fieldOf(node, key);
  return isNode(child) ? child : undefined;
}

/** Nodes of the list at a key; empty elements are left out. */
export function childrenOf(node: SyntaxNode, key: string): readonly SyntaxNode[] {
  const list = fieldOf(node, key);
  return Array.isArray(list) ? list.filter(isNode) : [];
}

export function fieldOf(node: SyntaxNode, key: string): unknown {
  return (node as unknown as Readonly<Record<string, unknown>>)[key];
}

/** Name of an identifier or text of a string: `x`, `'x'`. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Identifier') return String(fieldOf(node, 'name'));
  const value = node?.type === 'Literal' ? fieldOf(node, 'value') : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Name of a fixed member, `a.x` or `a['x']`, or of a property. */
export function keyOf(node: SyntaxNode): string | undefined {
  const key = childOf(node, node.type === 'MemberExpression' ? 'property' : 'key');
  if (key?.type === 'Identifier' && fieldOf(node, 'computed') === true) return undefined;
  return nameOf(key);
}

/** Imported name of a specifier; `default`, or `*` for the whole module. */
export function importedName(specifier: SyntaxNode): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  return nameOf(childOf(specifier, 'imported')) ?? '';
}

/** Names that a pattern binds: `a`, `{ a, b: c = 1 }`, `[a, ...b]`. */
export function patternNames(pattern: SyntaxNode | undefined): readonly string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [nameOf(pattern) ?? ''];
    case 'ObjectPattern':
      return childrenOf(pattern, 'properties').flatMap((item) =>
        patternNames(item.type === 'Property' ? childOf(item, 'value') : item),
      );
    case 'ArrayPattern':
      return childrenOf(pattern, 'elements').flatMap(patternNames);
    case 'AssignmentPattern':
      return patternNames(childOf(pattern, 'left'));
    case 'RestElement':
      return patternNames(childOf(pattern, 'argument'));
    default:
      return [];
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
