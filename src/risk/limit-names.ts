// Names of controls and of their parameters as limits files spell them. Inside Weir, in journals
// and in hashes a control is its RC id and its parameters have the names of their rule.
import { isRecord } from '../validation/index.js';
import { LIMITABLE_CONTROLS } from './limitable-controls.js';
import type { LimitableControl } from './rule.js';

type Tree = Readonly<Record<string, unknown>>;

const BY_ID: ReadonlyMap<string, LimitableControl> = new Map(
  LIMITABLE_CONTROLS.map((control) => [control.id, control]),
);
const IDS = new Map(LIMITABLE_CONTROLS.map(({ id, name }) => [name, id]));

/** A control's name in limits files. */
export function toLimitName(id: string): string {
  return BY_ID.get(id)?.name ?? id;
}

/** What a limits file states, as parsed, by RC id and the parameters of the rules. */
export function fromFileForm(file: Tree): Tree {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => {
      const id = IDS.get(name);
      return id === undefined ? [name, value] : [id, fromFileParams(id, value)];
    }),
  );
}

/** The parameters of one control as its rule calls them; `off` and what is no map stays. */
export function fromFileParams(id: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const found: Record<string, unknown> = { ...value };
  const moved: Record<string, unknown> = {};
  for (const [path, key] of listKeys(id)) {
    const [group = '', inner] = path.split('.');
    const from = inner === undefined ? value : value[group];
    const last = inner ?? group;
    if (isRecord(from) && Object.hasOwn(from, last)) moved[key] = from[last];
    Reflect.deleteProperty(found, group);
  }
  return { ...found, ...moved };
}

/** The same the other way: what a limits file says of these parameters. */
export function toFileParams(id: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const found: Record<string, unknown> = {};
  const paths = new Map(listKeys(id).map(([path, key]) => [key, path]));
  for (const [key, one] of Object.entries(value)) {
    const [group = '', inner] = (paths.get(key) ?? key).split('.');
    if (inner === undefined) found[group] = one;
    else found[group] = { ...(isRecord(found[group]) ? found[group] : {}), [inner]: one };
  }
  return found;
}

/** Path in a limits file of a parameter that stands at `path` of a rule: `['RC05', 'hard']`. */
export function toFilePath([id = '', key, ...rest]: readonly string[]): readonly string[] {
  if (key === undefined) return [toLimitName(id)];
  const path = listKeys(id).find(([, own]) => own === key)?.[0] ?? key;
  return [toLimitName(id), ...path.split('.'), ...rest];
}

function listKeys(id: string): readonly (readonly [path: string, key: string])[] {
  return Object.entries(BY_ID.get(id)?.keys ?? {});
}
