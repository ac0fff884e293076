// Differences between two sets of limits, and whether each is looser. An operator must approve
// looser limits.
import { LIMITABLE_CONTROLS } from './limitable-controls.js';
import { type Limits, fromLimits } from './limits.js';

export interface LimitChange {
  /** Path, such as `RC04.G10`. */
  readonly what: string;
  /** Both as JSON text; empty when absent. */
  readonly old: string;
  readonly new: string;
  /** True unless the change is known to be tighter. */
  readonly isLooser: boolean;
}

/** Paths of which a higher number or a longer list is tighter. */
const MORE_IS_TIGHTER: ReadonlySet<string> = new Set([
  'feePerMillion',
  ...LIMITABLE_CONTROLS.flatMap(({ id, moreIsTighter = [] }) =>
    moreIsTighter.map((key) => `${id}.${key}`),
  ),
]);

/** Differences sorted by path; `before` are the limits last accepted. */
export function listLimitChanges(before: Limits, now: Limits): readonly LimitChange[] {
  const old = flatten(before);
  const next = flatten(now);
  return [...new Set([...old.keys(), ...next.keys()])].sort().flatMap((what) => {
    const [was, is] = [old.get(what), next.get(what)];
    if (toText(was) === toText(is)) return [];
    return [{ what, old: toText(was), new: toText(is), isLooser: !isTighter(what, was, is) }];
  });
}

/** Limits by path, lists as a whole; a live-only rule that is not stated has its defaults. */
function flatten(limits: Limits): ReadonlyMap<string, unknown> {
  const flat = new Map<string, unknown>();
  const add = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      flat.set(path, value);
    } else {
      for (const [key, item] of Object.entries(value)) add(`${path}.${key}`, item);
    }
  };
  const whole = fromLimits(limits);
  for (const [key, value] of Object.entries(whole)) {
    // Switching a rule on or off is this one entry, whatever its parameters.
    if (key.startsWith('RC')) flat.set(key, value === 'off' ? 'off' : 'on');
    if (value !== 'off') add(key, value);
  }
  for (const { id, liveOnly, params } of LIMITABLE_CONTROLS) {
    if (liveOnly !== true || whole[id] !== undefined) continue;
    flat.set(id, 'on');
    add(id, params.parse({}));
  }
  return flat;
}

function isTighter(what: string, old: unknown, now: unknown): boolean {
  if (/^RC\d\d$/.test(what)) return now === 'on';
  if (what === 'RC21.missing') return now === 'refuse';
  // A newly stated parameter restricts what was unrestricted, and its removal the reverse.
  if (old === undefined) return now !== 'always';
  if (now === undefined) return !OPTIONAL.test(what);
  if (what.startsWith('RC21.bands.')) return isInside(old, now);
  return MORE_IS_TIGHTER.has(what) ? isLess(now, old) : isLess(old, now);
}

/**
 * Parameters whose removal loosens the rule. Others can only disappear with their whole rule, which
 * is reported as `off`.
 */
const OPTIONAL = /^(?:RC01\.(?:symbols|strategies)|RC21\.bands|RC70\.hours)/;

/** True when `now` is a lower number than `old`, or a list of some items of it. */
function isLess(old: unknown, now: unknown): boolean {
  if (Array.isArray(old)) return isPart(old, now);
  return typeof old === 'number' && typeof now === 'number' && now < old;
}

/** True when every item of `part` is in `whole`. */
function isPart(whole: unknown, part: unknown): boolean {
  return Array.isArray(whole) && Array.isArray(part) && part.every((one) => whole.includes(one));
}

function isInside(old: unknown, now: unknown): boolean {
  const [low, high] = old as readonly number[];
  const [nextLow = -Infinity, nextHigh = Infinity] = now as readonly number[];
  return low !== undefined && high !== undefined && nextLow >= low && nextHigh <= high;
}

function toText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
