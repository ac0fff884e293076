// Parses a YAML text (JSON is YAML) to data and keeps the line of every value.
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';

import { assert } from '../domain/index.js';
import type { Path } from '../validation/index.js';
import type { Position, Problem } from './problem.js';
import type { SourceText } from './text.js';
import { checkDocument, MAX_ALIASES, MAX_DEPTH } from './yaml-checks.js';
import { keyText, startOf } from './yaml-nodes.js';
import { describeSyntax } from './yaml-syntax.js';

export interface ParsedText {
  /** Plain data; undefined when the text has none because of its faults. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Whether a schema can check the value. */
  readonly isReadable: boolean;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

const parsed = new WeakMap<SourceText, ParsedText>();

/** Parses a text once; the same object returns the same result. */
export function parseText(source: SourceText): ParsedText {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const fresh = parseFresh(source.text);
  parsed.set(source, fresh);
  return fresh;
}

/** Most nesting marks; beyond this the parser would overflow its stack. */
const MAX_MARKS = 500;
/** Nesting marks, and quoted texts, in which they do not count. */
const MARK = /"(?:\\.|[^"\\])*"|[-?:](?=\s)|[[\]{},]/g;

/** First line that nests more deeply than any valid file: such a text is not parsed. */
function findBottomless(text: string): Problem | undefined {
  let brackets = 0;
  const line = text.split('\n').findIndex((one) => {
    let inLine = 0;
    for (const [mark] of one.matchAll(MARK)) {
      if (mark.startsWith('"')) continue;
      if (mark === '[' || mark === '{') brackets += 1;
      else if (mark === ']' || mark === '}') brackets = Math.max(0, brackets - 1);
      inLine = /[-?:]/.test(mark) ? inLine + 1 : 0;
      if (brackets > MAX_MARKS || inLine > MAX_MARKS) return true;
    }
    return false;
  });
  if (line < 0) return undefined;
  const message = `expected at most ${String(MAX_DEPTH)} levels, found more`;
  return { code: 'config.syntax', message, position: { line: line + 1, column: 1 } };
}

function parseFresh(text: string): ParsedText {
  const bottomless = findBottomless(text);
  if (bottomless === undefined) return parseShallow(text);
  return { ...parseShallow(''), isReadable: false, problems: [bottomless] };
}

function parseShallow(text: string): ParsedText {
  const lines = new LineCounter();
  // The schema is fixed so that a %YAML directive in the file cannot select another. Our own check
  // finds duplicate keys, with the place of the first one.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    stringKeys: true,
    schema: 'core',
    resolveKnownTags: false,
    logLevel: 'error',
  });
  const toPosition = (offset: number) => positionAt(lines, offset);
  const broken = { value: undefined, isReadable: false, document, lines };
  const syntax = describeSyntax([...document.errors, ...document.warnings], text, toPosition);
  if (syntax.length > 0) return { ...broken, problems: syntax };
  const { problems, isSafe } = checkDocument(document, toPosition);
  if (!isSafe) return { ...broken, problems };
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { value, problems, isReadable: true, document, lines };
  } catch (error) {
    // The only possible failure left: aliases of aliases that multiply.
    assert(error instanceof ReferenceError, `unexpected failure to read YAML: ${String(error)}`);
    const most = String(MAX_ALIASES);
    const message = `expected aliases that stand for at most ${most} values, found more`;
    return { ...broken, problems: [...problems, { code: 'config.alias', message }] };
  }
}

/**
 * Position of the value at the path: the start of a plain value, the key of a block. Undefined when
 * the text has no such value.
 */
export function locate(source: SourceText, path: Path): Position | undefined {
  const { document, lines } = parseText(source);
  const step = walk(document, path);
  return step === undefined ? undefined : positionAt(lines, step.start);
}

/** Position of the key at the end of the path. */
export function locateKey(source: SourceText, path: Path): Position | undefined {
  const { document, lines } = parseText(source);
  const step = walk(document, path);
  return step === undefined ? undefined : positionAt(lines, step.keyStart);
}

/** Position of the path, or of its nearest ancestor in the text. */
export function locateNearest(source: SourceText, path: Path): Position | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const position = locate(source, path.slice(0, length));
    if (position !== undefined) return position;
  }
  return undefined;
}

/** Whether a position is in one of these top-level keys, or below it. */
export function isBelow(source: SourceText, keys: readonly string[], at: Position): boolean {
  const { document, lines } = parseText(source);
  if (!isMap(document.contents)) return false;
  return document.contents.items.some(({ key, value }) => {
    if (!keys.includes(keyText(key))) return false;
    const from = startOf(key) ?? 0;
    const to = (isNode(value) ? value.range[1] : undefined) ?? Infinity;
    const offset = (lines.lineStarts[at.line - 1] ?? 0) + at.column - 1;
    return offset >= from && offset < to;
  });
}

interface Step {
  readonly start: number;
  readonly keyStart: number;
}

function walk(document: Document.Parsed, path: Path): Step | undefined {
  let node: Node | null = document.contents;
  let keyStart: number | undefined;
  for (const part of path) {
    const holder: Node | null | undefined = isAlias(node) ? node.resolve(document) : node;
    keyStart = undefined;
    if (isMap(holder)) {
      const pair = holder.items.findLast(({ key }) => keyText(key) === String(part));
      if (pair === undefined) return undefined;
      keyStart = startOf(pair.key);
      node = isNode(pair.value) ? pair.value : null;
    } else if (isSeq(holder) && typeof part === 'number') {
      const item = holder.items[part];
      if (!isNode(item)) return undefined;
      node = item;
    } else {
      return undefined;
    }
  }
  const valueStart = startOf(node);
  const isBlock = isCollection(node) && node.flow !== true;
  const isEmpty = isScalar(node) && node.value === null && node.source === '';
  const start = isBlock || isEmpty ? (keyStart ?? valueStart) : (valueStart ?? keyStart);
  return start === undefined ? undefined : { start, keyStart: keyStart ?? start };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}
