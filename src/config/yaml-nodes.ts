// Small questions about the nodes of a YAML document.
import { isNode, isPair, isScalar, isSeq } from 'yaml';

import type { Path } from '../validation/index.js';

/** The text of a map's key as it appears in data. */
export function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

/** Where a node starts, in characters from the start of the text. */
export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The path of the last node of a chain that leads down from the document. */
export function pathOf(chain: readonly unknown[]): Path {
  return chain.flatMap((node, index): (string | number)[] => {
    if (isPair(node)) return [keyText(node.key)];
    return isSeq(node) && index + 1 < chain.length ? [node.items.indexOf(chain[index + 1])] : [];
  });
}
