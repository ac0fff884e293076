// Table of every HTTP status of every call group, with the rule that answers it.
import { CALL_GROUPS, type CallGroup } from '../domain/venue/index.js';
import { CONTEXTS, isContextOf, isStatusOf, toGroups } from './match.js';
import type { HttpEntry } from './schema.js';

const FIRST = 100;
const LAST = 599;

/** One possible outcome of a call. */
interface Cell {
  readonly group: CallGroup;
  readonly status: number;
  /** Index of the rule in its list; -1 without one. */
  readonly index: number;
}

export type HttpTable = readonly Cell[];

/** A cell with its rule; a cell appears once per context with other rules. */
export interface Match extends Cell {
  readonly rule: HttpEntry;
}

export function expandHttp(http: readonly HttpEntry[]): HttpTable {
  const rules = http.map(({ status, calls, when }) => ({
    takes: listTaken([status].flat()),
    groups: toGroups(calls),
    when,
  }));
  const cells: Cell[] = [];
  for (const group of CALL_GROUPS) {
    const known = new Set<string>();
    for (const context of CONTEXTS) {
      const open = rules.flatMap(({ takes, groups, when }, index) =>
        groups.has(group) && isContextOf(when, context) ? [{ takes, index }] : [],
      );
      // Most contexts have the same rules.
      const name = open.map(({ index }) => index).join();
      if (known.has(name)) continue;
      known.add(name);
      for (let status = FIRST; status <= LAST; status++) {
        const rule = open.find(({ takes }) => takes[status] === 1);
        cells.push({ group, status, index: rule?.index ?? -1 });
      }
    }
  }
  return cells;
}

/** 1 at every status that one of the patterns matches. */
function listTaken(words: readonly string[]): Uint8Array {
  const taken = new Uint8Array(LAST + 1);
  for (let status = FIRST; status <= LAST; status++) {
    if (words.some((word) => isStatusOf(word, status))) taken[status] = 1;
  }
  return taken;
}

export function listMatches(http: readonly HttpEntry[], table: HttpTable): readonly Match[] {
  return table.flatMap((cell) => {
    const rule = http[cell.index];
    return rule === undefined ? [] : [{ ...cell, rule }];
  });
}
