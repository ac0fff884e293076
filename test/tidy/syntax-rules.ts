// Rules that need the syntax tree: imports, exports, enums, casts and the purity of pure folders.
import ts from 'typescript';
import type { Finding, SourceText } from './finding.js';
import { MAY_IMPORT, PURE_FOLDERS, toFolder } from './folders.js';
import { checkImport } from './import-rules.js';
import { checkPorts } from './port-rules.js';

const APPROVER = 'src/risk/approve.ts';

const TIMERS = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
  ...['clearTimeout', 'clearInterval', 'clearImmediate'],
];
const IMPURE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TIMERS.map((name) => [name, 'timers belong to the virtual scheduler'])),
  Date: 'instants are epoch microseconds; src/domain parses and formats them',
  Promise: 'machines run synchronously; return a value',
  console: 'return outputs as data',
  fetch: 'return outputs as data',
  globalThis: 'hand the value in',
  performance: 'time arrives with the input',
  process: 'hand the value in',
};
const IMPURE_MATH: Readonly<Record<string, string>> = {
  pow: 'it differs between Node versions; use powerOfTen',
  random: 'draw from a named seeded stream',
};

/** Checks of a source file of src, strategies or backtest that look at its syntax. */
export function checkSyntax({ file, text }: SourceText): readonly Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const folder = toFolder(file) ?? '';
  const checks = [checkHouse, PURE_FOLDERS.has(folder) ? checkPurity : checkPorts];
  const findings: Finding[] = [];
  if (MAY_IMPORT[folder] === undefined) {
    const message = `${folder} is not in the table of folders; add it to test/tidy/folders.ts`;
    findings.push({ file, line: 1, message });
  }
  const visit = (node: ts.Node): void => {
    for (const check of checks) {
      const message = check(node, file);
      if (message === undefined) continue;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      findings.push({ file, line: line + 1, message });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

function checkHouse(node: ts.Node, file: string): string | undefined {
  const specifier = readSpecifier(node);
  if (
    ts.isExportDeclaration(node) &&
    (!node.exportClause || ts.isNamespaceExport(node.exportClause))
  ) {
    return 'export *; list the exports by name';
  }
  if (isDefaultExport(node)) return 'default export; export by name';
  if (ts.isEnumDeclaration(node)) return 'enum; use a union of string literals';
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
    const isApproval = /\bApproved\b/.test(node.type.getText());
    return isApproval && file !== APPROVER
      ? `cast to Approved; only ${APPROVER} makes one`
      : undefined;
  }
  return specifier === undefined ? undefined : checkImport(file, specifier);
}

/** The module that an import, re-export, dynamic import or import type names. */
function readSpecifier(node: ts.Node): string | undefined {
  let named: ts.Node | undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) named = node.moduleSpecifier;
  else if (ts.isImportTypeNode(node)) named = node.argument;
  else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    named = node.arguments[0];
  }
  if (named !== undefined && ts.isLiteralTypeNode(named)) named = named.literal;
  return named !== undefined && ts.isStringLiteralLike(named) ? named.text : undefined;
}

function isDefaultExport(node: ts.Node): boolean {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === 'default';
  return hasModifier(node, ts.SyntaxKind.DefaultKeyword);
}

function checkPurity(node: ts.Node, file: string): string | undefined {
  if (hasModifier(node, ts.SyntaxKind.AsyncKeyword) || ts.isAwaitExpression(node)) {
    return 'async in a pure folder; machines run synchronously';
  }
  if (ts.isBinaryExpression(node) && isPower(node.operatorToken.kind)) {
    return `** in a pure folder; it differs between Node versions; use powerOfTen`;
  }
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Math') {
    const instead = IMPURE_MATH[node.name.text];
    return instead && `Math.${node.name.text} in a pure folder; ${instead}`;
  }
  if (!ts.isIdentifier(node) || isPropertyName(node)) return undefined;
  if (node.text === 'Date' && toFolder(file) === 'domain') return checkClock(node);
  const instead = Object.hasOwn(IMPURE, node.text) ? IMPURE[node.text] : undefined;
  return instead && `${node.text} in a pure folder; ${instead}`;
}

/** Domain may turn instants to texts and back with Date, and may not ask it for the time. */
function checkClock(date: ts.Identifier): string | undefined {
  const { parent } = date;
  const isNow = ts.isPropertyAccessExpression(parent) && parent.name.text === 'now';
  const isCall = ts.isCallExpression(parent) && parent.expression === date;
  const isNewNow = ts.isNewExpression(parent) && (parent.arguments?.length ?? 0) === 0;
  return isNow || isCall || isNewNow ? 'asks for the time; it arrives with the input' : undefined;
}

/** The `x` of `a.x`, `{ x: 1 }` or `x(): void` names no global. */
function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return (
    (ts.isObjectLiteralElement(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) &&
    parent.name === node
  );
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some((one) => one.kind === kind);
}

function isPower(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AsteriskAsteriskToken ||
    kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken
  );
}
