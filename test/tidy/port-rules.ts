// The ban list of a running session: time, disk, network and chance come from its ports alone.
import ts from 'typescript';
import { toFolder } from './folders.js';

/** Folders whose code runs under the ports of a session, real or virtual. */
const PORTED: ReadonlySet<string> = new Set([
  ...['client', 'polling', 'gateway', 'journal', 'host', 'state', 'strategy-loader', 'plan'],
  ...['records', 'recovery', 'control', 'session', 'manual-calls'],
]);

/** The real ports, and what reads or makes files before a session or after it. */
const REAL: readonly RegExp[] = [
  /^src\/host\/(?!ports|session-clock|venue-clock)/,
  /^src\/session\/folder\/(?:folder|replay-faults)\.ts$/,
  /^src\/plan\/load-policy\.ts$/,
  /^src\/client\/real-clock\.ts$/,
  /^src\/journal\/disk\.ts$/,
];

const BANNED_GLOBALS: ReadonlySet<string> = new Set([
  ...['performance', 'process', 'fetch', 'WebSocket'],
  ...['setTimeout', 'setInterval', 'setImmediate'],
  ...['clearTimeout', 'clearInterval', 'clearImmediate'],
]);
const BANNED_MEMBERS: ReadonlySet<string> = new Set([
  ...['Math.random', 'Date.now', 'AbortSignal.timeout'],
  ...['crypto.randomUUID', 'crypto.getRandomValues'],
]);
const BANNED_MODULES = /^node:(?:fs|net|http|https|tls|dgram|os|timers|perf_hooks|child_process)\b/;
const CHANCE = /^random/;

/** What is wrong with a node of a ported folder, or undefined. */
export function checkPorts(node: ts.Node, file: string): string | undefined {
  if (!PORTED.has(toFolder(file) ?? '') || REAL.some((one) => one.test(file))) return undefined;
  const found = findGlobal(node) ?? findImport(node);
  return found && `${found} in ported code; take it from SessionPorts (src/host/ports.ts)`;
}

function findGlobal(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText();
    return BANNED_MEMBERS.has(text) ? text : undefined;
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') {
    return (node.arguments?.length ?? 0) === 0 ? 'new Date()' : undefined;
  }
  if (!ts.isIdentifier(node) || !BANNED_GLOBALS.has(node.text)) return undefined;
  const { parent } = node;
  // `x.process` and `{ process: 1 }` name no global.
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return undefined;
  const isName =
    'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
  return isName ? undefined : node.text;
}

function findImport(node: ts.Node): string | undefined {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return undefined;
  const { text } = node.moduleSpecifier;
  if (node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return undefined;
  if (BANNED_MODULES.test(text)) return text;
  const names = node.importClause?.namedBindings;
  if (text !== 'node:crypto' || names === undefined || !ts.isNamedImports(names)) return undefined;
  return names.elements.map((one) => one.name.text).find((name) => CHANCE.test(name));
}
