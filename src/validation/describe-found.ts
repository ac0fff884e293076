// Describes paths and found values in messages, and hides values that must not be printed.
import { LongNumber } from '../domain/numbers/index.js';

/** Keys and list indexes from the root of a document. */
export type Path = readonly (string | number)[];

const MAX_SHOWN = 60;
const HIDDEN = '[hidden]';
const SECRET_WORDS = new RegExp(
  '(^|[^a-z])(pass|password|passwd|passphrase|secret|token|credential|authorization|' +
    '(api|private)[-_ ]?key)s?($|[^a-z])',
  'i',
);

/** Also within another word, but not in `passive`, `passed` or `bypass`. */
const SECRET_KEY = /(?<!by|com|sur|tres)pass(?!ag|ed|es|ing|ion|iv)|token|secret/i;

/** `strategies[0].params.size`; keys that are not plain words are quoted: `limits."EUR/USD"`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${String(part)}]`;
    else text += (text === '' ? '' : '.') + (/^[\w-]+$/.test(part) ? part : JSON.stringify(part));
  }
  return text;
}

/** True when the text names a secret: `password`, `ssoToken`, `api-key`; not `passive`. */
export function namesSecret(text: string): boolean {
  return SECRET_WORDS.test(text.replace(/([a-z0-9])([A-Z])/g, '$1 $2'));
}

/** True when a record key names a secret, which no journal may hold: `ssotoken`, `userPass`. */
export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key);
}

export function isSecretPath(path: Path): boolean {
  return path.some((part) => typeof part === 'string' && namesSecret(part));
}

/** Describes a value: scalars as written, cut at 60 characters; never a secret. */
export function describeFound(value: unknown, path: Path): string {
  if (value === undefined) {
    if (path.length === 0) return 'nothing';
    return typeof path.at(-1) === 'number' ? 'no such item' : 'no such key';
  }
  if (value === null) return 'an empty value';
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty list';
    return value.length === 1 ? 'a list of 1 item' : `a list of ${String(value.length)} items`;
  }
  const isNumber = value instanceof LongNumber;
  if (typeof value === 'object' && !isNumber) return 'a map';
  if (isSecretPath(path)) return HIDDEN;
  if (typeof value === 'string') return quote(value);
  if (isNumber) return cut(String(value));
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}

/**
 * A schema's own message about a value, safe to print: the value is hidden when its path names a
 * secret, else cut and escaped.
 */
export function cleanMessage(message: string, value: unknown, path: Path): string {
  if (typeof value !== 'string' || value === '') return message;
  const shown = isSecretPath(path) ? HIDDEN : quote(value).slice(1, -1);
  return message.replaceAll(value, () => shown);
}

/** The value at a path of own keys; undefined without one. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[part];
  }
  return value;
}

export function quote(text: string): string {
  return `"${escapeControls(JSON.stringify(cut(text)).slice(1, -1))}"`;
}

export function cut(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 3)}...`;
}

/** Control characters and direction marks would garble a terminal. */
function escapeControls(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
