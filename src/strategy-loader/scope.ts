// Walks a syntax tree and resolves every name in it.
import {
  childOf,
  childrenOf,
  codeBelow,
  fieldOf,
  importedName,
  nameOf,
  patternNames,
  type SyntaxNode,
} from './syntax.js';

/** Binding of a name; a name without one is a global. */
export type Binding =
  | { readonly kind: 'local' }
  /** `name` is the exported name, `default`, or `*` for the whole module. */
  | { readonly kind: 'import'; readonly source: string; readonly name: string };

/** Resolves a name in the scope of the visited node. */
export type LookUp = (name: string) => Binding | undefined;

export type Visit = (node: SyntaxNode, parent: SyntaxNode | undefined, lookUp: LookUp) => void;

type Names = Map<string, Binding>;

const LOCAL: Binding = { kind: 'local' };

/** Calls `visit` for every executed node, parents first; labels are skipped. */
export function walkSyntax(program: SyntaxNode, visit: Visit): void {
  walk(program, undefined, () => undefined, visit);
}

function walk(node: SyntaxNode, parent: SyntaxNode | undefined, outer: LookUp, visit: Visit): void {
  const names = declaredBy(node);
  const lookUp: LookUp = names.size === 0 ? outer : (name) => names.get(name) ?? outer(name);
  visit(node, parent, lookUp);
  for (const [key, child] of codeBelow(node)) {
    if (!isLabel(node, key)) walk(child, node, lookUp, visit);
  }
}

/** Whether the name at this key is a property name, a label, or an import or export name. */
function isLabel(node: SyntaxNode, key: string): boolean {
  const isFixed = fieldOf(node, 'computed') !== true;
  switch (node.type) {
    case 'MemberExpression':
      return key === 'property' && isFixed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return key === 'key' && isFixed;
    case 'ImportDeclaration':
      return key === 'specifiers';
    case 'ExportNamedDeclaration':
      return key === 'specifiers' && childOf(node, 'source') !== undefined;
    case 'ExportSpecifier':
    case 'ExportAllDeclaration':
      return key === 'exported';
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return key === 'label';
    case 'MetaProperty':
      return true;
    default:
      return false;
  }
}

/** Names that this node declares for its inside. */
function declaredBy(node: SyntaxNode): Names {
  const names: Names = new Map();
  const local = (pattern: SyntaxNode | undefined) => {
    for (const name of patternNames(pattern)) names.set(name, LOCAL);
  };
  switch (node.type) {
    case 'Program':
      for (const item of childrenOf(node, 'body')) declareImports(item, names);
      declareVars(node, local);
      declareLexical(childrenOf(node, 'body'), local);
      break;
    case 'FunctionExpression':
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      if (node.type !== 'ArrowFunctionExpression') names.set('arguments', LOCAL);
      local(childOf(node, 'id'));
      childrenOf(node, 'params').forEach(local);
      declareVars(node, local);
      break;
    case 'ClassExpression':
    case 'ClassDeclaration':
      local(childOf(node, 'id'));
      break;
    case 'BlockStatement':
    case 'StaticBlock':
      declareLexical(childrenOf(node, 'body'), local);
      if (node.type === 'StaticBlock') declareVars(node, local);
      break;
    case 'SwitchStatement':
      for (const branch of childrenOf(node, 'cases')) {
        declareLexical(childrenOf(branch, 'consequent'), local);
      }
      break;
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement': {
      const head = childOf(node, node.type === 'ForStatement' ? 'init' : 'left');
      if (head !== undefined) declareLexical([head], local);
      break;
    }
    case 'CatchClause':
      local(childOf(node, 'param'));
      break;
  }
  return names;
}

function declareImports(node: SyntaxNode, names: Names): void {
  if (node.type !== 'ImportDeclaration') return;
  const source = nameOf(childOf(node, 'source')) ?? '';
  for (const specifier of childrenOf(node, 'specifiers')) {
    const local = nameOf(childOf(specifier, 'local')) ?? '';
    names.set(local, { kind: 'import', source, name: importedName(specifier) });
  }
}

/** Names of `let`, `const`, classes and functions among these statements. */
function declareLexical(
  statements: readonly SyntaxNode[],
  local: (pattern: SyntaxNode | undefined) => void,
): void {
  for (const statement of statements) {
    const isExport = statement.type.startsWith('Export');
    const item = isExport ? childOf(statement, 'declaration') : statement;
    if (item?.type === 'VariableDeclaration') {
      for (const declarator of childrenOf(item, 'declarations')) local(childOf(declarator, 'id'));
    } else if (item?.type === 'FunctionDeclaration' || item?.type === 'ClassDeclaration') {
      local(childOf(item, 'id'));
    }
  }
}

/** Names of `var` anywhere in a function, but not in functions inside it. */
function declareVars(root: SyntaxNode, local: (pattern: SyntaxNode | undefined) => void): void {
  for (const [, child] of codeBelow(root)) {
    if (/Function|StaticBlock/.test(child.type)) continue;
    if (child.type === 'VariableDeclaration' && fieldOf(child, 'kind') === 'var') {
      for (const declarator of childrenOf(child, 'declarations')) local(childOf(declarator, 'id'));
    }
    declareVars(child, local);
  }
}
