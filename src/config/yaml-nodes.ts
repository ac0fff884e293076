// Helpers for the nodes of a YAML document.
import { isNode, isPair, isScalar, isSeq } from 'yaml';

import type { Path } from '../validation/index.js';

/** Text of a map's key as it appears in the data. */
export function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

/** Start of a node, in characters from the start of the text. */
export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** Path of the last node of a chain from the document down. */
export function pathOf(chain: readonly unknown[]): Path {
  return chain.flatMap((node, index): (string | number)[] => {
    if (isPair(node)) return [keyText(node.key)];
    return isSeq(node) && index + 1 < chain.length ? [node.items.indexOf(chain[index + 1])] : [];
  });
}
