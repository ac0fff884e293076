// Checks of a well-formed YAML text: duplicate keys, lost digits, aliases that multiply.
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Alias,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';

import { cut, formatPath, isSecretPath } from '../validation/index.js';
import type { Position, Problem } from './problem.js';
import { keyText, pathOf, startOf } from './yaml-nodes.js';

/** Most aliases in a text, and most values of one anchor. */
export const MAX_ALIASES = 100;
/** Most nested maps and lists. */
export const MAX_DEPTH = 64;

const MAX_DIGITS = 15;

export interface Checked {
  readonly problems: readonly Problem[];
  /** Whether the document may be converted to plain data. */
  readonly isSafe: boolean;
}

/** Checks every node; stops at the first one that makes the document unsafe. */
export function checkDocument(
  document: Document.Parsed,
  toPosition: (offset: number) => Position,
): Checked {
  const problems: Problem[] = [];
  const anchors = new Set<string>();
  let aliases = 0;
  let isSafe = true;
  const report = (node: unknown, code: string, message: string) => {
    problems.push({ code, message, position: toPosition(startOf(node) ?? 0) });
  };
  visit(document, (_, node, ancestors) => {
    const chain = [...ancestors, node];
    aliases += isAlias(node) ? 1 : 0;
    const danger = isAlias(node)
      ? findAliasDanger(node, aliases, anchors, ancestors)
      : findDanger(node, ancestors);
    if (danger !== undefined) {
      report(node, danger.code, danger.message);
      isSafe = false;
      return visit.BREAK;
    }
    if (isNode(node) && !isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
    const grouped = isMap(node) && node.flow === true ? findGrouped(node) : undefined;
    if (grouped !== undefined) {
      const path = formatPath([...pathOf(chain), grouped.key]);
      const plain = grouped.text.replaceAll(',', '');
      const found = isSecretPath([grouped.key]) ? '' : `, found ${cut(grouped.text)}`;
      const message = `expected a number without commas (write ${plain})${found}`;
      report(grouped.node, 'config.syntax', `${path}: ${message}`);
      isSafe = false;
      return visit.BREAK;
    }
    if (isMap(node)) reportDuplicates(node, chain, toPosition, report);
    if (isScalar(node) && losesDigits(node)) {
      const path = pathOf(chain);
      const found = isSecretPath(path) ? '' : `, found ${cut(node.source ?? '')}`;
      const message = `expected at most ${String(MAX_DIGITS)} significant digits${found}`;
      report(node, 'config.digits', `${formatPath(path)}: ${message}`);
    }
    return undefined;
  });
  return { problems, isSafe };
}

function findAliasDanger(
  alias: Alias,
  count: number,
  anchors: ReadonlySet<string>,
  ancestors: readonly unknown[],
): Problem | undefined {
  const name = alias.source;
  if (count > MAX_ALIASES) {
    const message = `expected at most ${String(MAX_ALIASES)} aliases, found more`;
    return { code: 'config.alias', message };
  }
  if (!anchors.has(name)) {
    return { code: 'config.alias', message: `expected an anchor &${name} above, found none` };
  }
  return ancestors.some((node) => isCollection(node) && node.anchor === name)
    ? { code: 'config.alias', message: `expected *${name} outside of &${name}, found it inside` }
    : undefined;
}

function findDanger(node: unknown, ancestors: readonly unknown[]): Problem | undefined {
  if (isMap(node) && node.items.some(({ key }) => keyText(key) === '__proto__')) {
    // A schema with free keys would drop it silently.
    return { code: 'config.unknown-key', message: 'expected a known key, found `__proto__`' };
  }
  return isCollection(node) && ancestors.filter(isCollection).length >= MAX_DEPTH
    ? { code: 'config.syntax', message: `expected at most ${String(MAX_DEPTH)} levels, found more` }
    : undefined;
}

/** A number with commas between thousands, which end the value in `{ size: 1,000,000 }`. */
function findGrouped({ items }: YAMLMap) {
  for (const [i, { key, value }] of items.entries()) {
    if (!isScalar(value) || !/^\d{1,3}$/.test(value.source ?? '')) continue;
    const rest = items.slice(i + 1);
    const end = rest.findIndex((one) => {
      const text = isScalar(one.key) ? (one.key.source ?? '') : '';
      return !/^\d{3}$/.test(text) || (isScalar(one.value) && one.value.value !== null);
    });
    const groups = end < 0 ? rest : rest.slice(0, end);
    if (groups.length === 0) continue;
    const texts = groups.map((one) => (isScalar(one.key) ? one.key.source : ''));
    return { key: keyText(key), node: value, text: [value.source, ...texts].join(',') };
  }
  return undefined;
}

function reportDuplicates(
  map: YAMLMap,
  chain: readonly unknown[],
  toPosition: (offset: number) => Position,
  report: (node: unknown, code: string, message: string) => void,
): void {
  const first = new Map<string, unknown>();
  for (const { key } of map.items) {
    const name = keyText(key);
    if (!first.has(name)) {
      first.set(name, key);
      continue;
    }
    const line = String(toPosition(startOf(first.get(name)) ?? 0).line);
    const path = formatPath(pathOf(chain));
    const message = `expected each key once, found \`${cut(name)}\` again (first on line ${line})`;
    report(key, 'config.duplicate-key', path === '' ? message : `${path}: ${message}`);
  }
}

/** Whether the number in the data differs from the number in the text. */
function losesDigits({ source, value }: Scalar): boolean {
  if (typeof value !== 'number' || source === undefined || Number.isNaN(value)) return false;
  if (/^0[xo]/.test(source)) return !Number.isSafeInteger(value);
  if (/^[-+]?\d+$/.test(source) && Number.isSafeInteger(value)) return false;
  const [mantissa = ''] = source.split(/[eE]/);
  const digits = mantissa.replace(/[-+.]/g, '').replace(/^0+|0+$/g, '');
  return digits.length > MAX_DIGITS;
}
