// Answers taken apart: the object or the list that an answer holds, changed item by item.
import { isRecord, parseJson } from '../../protocol/index.js';
import type { Answer } from '../answer.js';
import type { Item } from './effect.js';

/** Changes what a successful answer in JSON holds; other answers stay as they are. */
export function editItems(
  answer: Answer,
  edit: (items: readonly Item[], isList: boolean) => readonly Item[] | Answer,
): Answer {
  if (answer.status >= 300) return answer;
  const value = parseJson(answer.body);
  const isList = Array.isArray(value);
  const items: readonly unknown[] = isList ? value : [value];
  if (!items.every(isRecord)) return answer;
  const edited = edit(items, isList);
  if ('status' in edited) return edited;
  return { ...answer, body: JSON.stringify(isList ? edited : edited[0]) };
}

/** A JSON merge patch (RFC 7396): null removes, objects are merged, all else takes the place. */
export function applyPatch(value: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map<string, unknown>(isRecord(value) ? Object.entries(value) : []);
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) merged.delete(key);
    else merged.set(key, applyPatch(merged.get(key), change));
  }
  return Object.fromEntries(merged);
}

/** A text of an item, by the first of the names that it has. */
export function findText(item: Item, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = item[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
