// Checks that a strategy uses only session time: a pure function over its syntax tree. It prevents
// mistakes, not malice: strategies are trusted code.
import {
  adviseGlobal,
  adviseImport,
  adviseRxjs,
  DELAYING_RXJS,
  NO_WAITING,
  TIMED_RXJS,
  type TimedExport,
} from './allowed-names.js';
import { type LookUp, walkSyntax } from './scope.js';
import {
  childOf,
  childrenOf,
  fieldOf,
  importedName,
  keyOf,
  nameOf,
  type SyntaxNode,
} from './syntax.js';

/** A forbidden use and its place. */
export interface Finding {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What is forbidden and what to use instead. */
  readonly message: string;
}

type Report = (node: SyntaxNode, message: string | undefined) => void;

/**
 * Forbidden uses in the program (an ESTree with locations, with or without types), in text order.
 */
export function checkStrategyRules(program: SyntaxNode): readonly Finding[] {
  const findings: Finding[] = [];
  const report: Report = (node, message) => {
    const { line, column } = node.loc?.start ?? { line: 1, column: 0 };
    if (message !== undefined) findings.push({ line, column: column + 1, message });
  };
  walkSyntax(program, (node, parent, lookUp) => {
    checkSyntax(node, report);
    checkModule(node, report);
    if (node.type === 'Identifier') checkName(node, parent, lookUp, report);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      checkCall(node, lookUp, report);
    }
  });
  return findings.sort((a, b) => a.line - b.line || a.column - b.column);
}

function checkSyntax(node: SyntaxNode, report: Report): void {
  if (node.type === 'AwaitExpression' || fieldOf(node, 'await') === true) {
    report(node, `await is not allowed in a strategy: ${NO_WAITING}`);
  } else if (/Function/.test(node.type) && fieldOf(node, 'async') === true) {
    report(node, `async functions are not allowed in a strategy: ${NO_WAITING}`);
  } else if (node.type === 'MetaProperty' && nameOf(childOf(node, 'meta')) === 'import') {
    report(node, 'import.meta is not allowed in a strategy: it has no access to the machine');
  }
}

function checkModule(node: SyntaxNode, report: Report): void {
  if (fieldOf(node, 'importKind') === 'type') return;
  const source = childOf(node, 'source');
  switch (node.type) {
    case 'ImportExpression':
      report(node, 'import() is not allowed in a strategy: import at the top of the file');
      break;
    case 'ImportDeclaration':
      if (source !== undefined) report(source, adviseImport(nameOf(source) ?? ''));
      if (nameOf(source) !== 'rxjs') break;
      for (const specifier of childrenOf(node, 'specifiers')) {
        if (fieldOf(specifier, 'importKind') === 'type') continue;
        report(specifier, adviseRxjs(importedName(specifier)));
      }
      break;
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      if (source !== undefined && fieldOf(node, 'exportKind') !== 'type') {
        report(source, 'export from is not allowed in a strategy: export what the file declares');
      }
      break;
  }
}

function checkName(
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  lookUp: LookUp,
  report: Report,
): void {
  const name = nameOf(node) ?? '';
  const binding = lookUp(name);
  if (binding === undefined) {
    if (name === 'Math') checkMath(node, parent, report);
    else report(node, adviseGlobal(name));
  } else if (binding.kind === 'import' && binding.source === 'rxjs') {
    const timed = findTimed(binding.name);
    const isCalled = parent !== undefined && childOf(parent, 'callee') === node;
    if (timed !== undefined && timed.onlyWindowed !== true && !isCalled) {
      report(node, adviseTimed(binding.name, timed));
    }
  }
}

/** Only one member of Math is forbidden, so every use has to name its member. */
function checkMath(node: SyntaxNode, parent: SyntaxNode | undefined, report: Report): void {
  const pattern = parent?.type === 'VariableDeclarator' ? childOf(parent, 'id') : undefined;
  const owners =
    pattern?.type === 'ObjectPattern' ? childrenOf(pattern, 'properties') : parent ? [parent] : [];
  for (const owner of owners) {
    const isMember = owner.type === 'MemberExpression' && childOf(owner, 'object') === node;
    const member = isMember || owner.type === 'Property' ? keyOf(owner) : undefined;
    if (member === undefined) report(node, 'write the member of Math out: Math.NAME');
    if (member === 'random') {
      report(
        isMember ? node : owner,
        'Math.random is not allowed in a strategy: use ctx.random(name)',
      );
    }
  }
}

function checkCall(node: SyntaxNode, lookUp: LookUp, report: Report): void {
  const callee = childOf(node, 'callee');
  const binding = callee?.type === 'Identifier' ? lookUp(nameOf(callee) ?? '') : undefined;
  if (callee === undefined || binding?.kind !== 'import' || binding.source !== 'rxjs') return;
  const args = childrenOf(node, 'arguments');
  const timed = findTimed(binding.name);
  const isTimed = timed !== undefined && (timed.onlyWindowed !== true || hasWindow(args));
  if (isTimed && !hasScheduler(args, timed)) report(callee, adviseTimed(binding.name, timed));
  const delay = DELAYING_RXJS.has(binding.name) ? findProperty(args[0], 'delay') : undefined;
  if (delay !== undefined && !/Function/.test(childOf(delay, 'value')?.type ?? '')) {
    report(delay, `delay of ${binding.name} runs on ${PLATFORM}: use () => ctx.time.timer(span)`);
  }
}

const PLATFORM = 'timers of the platform';

function findTimed(name: string): TimedExport | undefined {
  return Object.hasOwn(TIMED_RXJS, name) ? TIMED_RXJS[name] : undefined;
}

function adviseTimed(name: string, timed: TimedExport): string {
  return `${name} of rxjs without a scheduler runs on ${PLATFORM}: ${timed.instead}`;
}

function hasWindow(args: readonly SyntaxNode[]): boolean {
  const [first] = args;
  const isSpread = args.some((argument) => argument.type === 'SpreadElement');
  return args.length > 1 || isSpread || findProperty(first, 'windowTime') !== undefined;
}

/** Whether a scheduler is passed: anything whose name ends with `scheduler`. */
function hasScheduler(args: readonly SyntaxNode[], timed: TimedExport): boolean {
  const option = findProperty(args[0], 'scheduler');
  const given = timed.schedulerAt.map((index) => args[index]);
  return [option && childOf(option, 'value'), ...given].some((node) => {
    const name = node?.type === 'MemberExpression' ? keyOf(node) : undefined;
    return /scheduler$/i.test(name ?? (node?.type === 'Identifier' ? nameOf(node) : '') ?? '');
  });
}

function findProperty(node: SyntaxNode | undefined, key: string): SyntaxNode | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  return childrenOf(node, 'properties').find((property) => keyOf(property) === key);
}
