// Edits the items of a response: its object, or the elements of its list.
import { isRecord } from '../../validation/index.js';
import { z } from 'zod';
import { parseJson } from '../../protocol/index.js';
import type { SimulatorResponse } from '../response.js';
import type { Item } from './effect.js';

/** Edits the items of a successful JSON response; other responses stay unchanged. */
export function editItems(
  answer: SimulatorResponse,
  edit: (items: readonly Item[], isList: boolean) => readonly Item[] | SimulatorResponse,
): SimulatorResponse {
  if (answer.status >= 300) return answer;
  const value = parseJson(answer.body);
  const isList = Array.isArray(value);
  const items: readonly unknown[] = isList ? value : [value];
  if (!items.every(isRecord)) return answer;
  const edited = edit(items, isList);
  if ('status' in edited) return edited;
  return { ...answer, body: JSON.stringify(isList ? edited : edited[0]) };
}

/** Parameter of item effects: field names separated by dots. */
export const itemPath = z
  .string()
  .regex(/^\w+(\.\w+)*$/, 'expected names of fields such as trades')
  .exactOptional()
  .describe('field of the answer that has the items, such as trades; absent: the answer itself');

/** Edits the items of a nested field, in each object that has the field. */
export function editNested(
  answer: SimulatorResponse,
  path: string,
  edit: (items: readonly Item[]) => readonly Item[],
): SimulatorResponse {
  return editItems(answer, (items) => items.map((item) => editField(item, path.split('.'), edit)));
}

/** A list keeps its remaining items; a removed single object leaves no field. */
function editField(
  item: Item,
  [name = '', ...rest]: readonly string[],
  edit: (items: readonly Item[]) => readonly Item[],
): Item {
  const value = item[name];
  const isList = Array.isArray(value);
  const found: readonly unknown[] = isList ? value : [value];
  if (!found.every(isRecord)) return item;
  const edited = rest.length === 0 ? edit(found) : found.map((one) => editField(one, rest, edit));
  const others = Object.entries(item).map(([key, old]) => [
    key,
    key !== name ? old : isList ? edited : edited[0],
  ]);
  return Object.fromEntries(others) as Item;
}

/** JSON merge patch (RFC 7396): null removes a key, objects are merged, other values replace. */
export function applyPatch(value: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged = new Map<string, unknown>(isRecord(value) ? Object.entries(value) : []);
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) merged.delete(key);
    else merged.set(key, applyPatch(merged.get(key), change));
  }
  return Object.fromEntries(merged);
}

/** Text of the first of these fields that an item has. */
export function findText(item: Item, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = item[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
