// Answers taken apart: the object or the list that an answer holds, changed item by item.
import { z } from 'zod';
import { isRecord, parseJson } from '../../protocol/index.js';
import type { SimulatorResponse } from '../response.js';
import type { Item } from './effect.js';

/** Changes what a successful answer in JSON holds; other answers stay as they are. */
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

/** Parameter of effects that change items: names of a field and of fields within it. */
export const itemPath = z
  .string()
  .regex(/^\w+(\.\w+)*$/, 'expected names of fields such as trades')
  .exactOptional()
  .describe('field of the answer whose items are meant, such as trades; absent: the answer itself');

/** Changes the items of a field of each object that an answer holds, where it has that field. */
export function editNested(
  answer: SimulatorResponse,
  path: string,
  edit: (items: readonly Item[]) => readonly Item[],
): SimulatorResponse {
  return editItems(answer, (items) => items.map((item) => editField(item, path.split('.'), edit)));
}

/** A list keeps what is left of it; a single object that is taken out leaves no field. */
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
