// Refuses YAML features that hide values: anchors, aliases and tags.
import { isAlias, isNode, visit } from 'yaml';

import { ok, type Result } from '../domain/index.js';
import { parseText } from './document.js';
import { type ConfigFaults, type Problem, toConfigFaults } from './problem.js';
import type { SourceText } from './text.js';
import { startOf } from './yaml-nodes.js';

/** Reports every anchor, alias and tag of a text as a problem. Fault code `config.alias`. */
export function refuseShortcuts(source: SourceText): Result<undefined, ConfigFaults> {
  const { document, lines } = parseText(source);
  const problems: Problem[] = [];
  visit(document, (_, node) => {
    if (!isNode(node)) return;
    const word = isAlias(node) ? `*${node.source}` : findShortcut(node.anchor, node.tag);
    if (word === undefined) return;
    const { line, col } = lines.linePos(startOf(node) ?? 0);
    const message = `expected plain values without anchors, aliases and tags, found ${word}`;
    problems.push({ code: 'config.alias', message, position: { line, column: col } });
  });
  return problems.length === 0
    ? ok(undefined)
    : { ok: false, fault: toConfigFaults(source.file, problems) };
}

function findShortcut(anchor: string | undefined, tag: string | undefined): string | undefined {
  if (anchor !== undefined) return `&${anchor}`;
  return tag;
}
