// Compiled texts of own strategies that an operator has approved with a live configuration.
import { z } from 'zod';
import { fail, ok, type Result } from '../domain/index.js';
import { sha256Hex } from '../journal/index.js';
import type { CompiledText } from './compile.js';

/** What the operator has to do when an approval does not match. */
export const APPROVAL_HINT =
  'weir check CONFIG --approve --by NAME --reason TEXT approves the current files';

/** Compiled text of an own strategy, and the hash of its source. */
export const compiledSchema = z.strictObject({
  source: z.string(),
  code: z.string(),
  map: z.string(),
});
type Compiled = z.output<typeof compiledSchema>;

/** Compiled texts of a configuration's own strategies, by path. */
export type CompiledTexts = Readonly<Record<string, Compiled>>;

/** Approved compiled text of a strategy's source. Fault code `session.integrity`. */
export function pickCompiled(
  texts: CompiledTexts,
  path: string,
  { file, text }: { readonly file: string; readonly text: string },
): Result<CompiledText> {
  const found = Object.hasOwn(texts, path) ? texts[path] : undefined;
  if (found?.source === sha256Hex(text)) return ok(found);
  const what = found === undefined ? 'none' : 'one of another source text';
  const message = `expected an approval with the compiled text of ${path}, found ${what}`;
  return fail('session.integrity', `${message}; ${APPROVAL_HINT}`, file);
}

export function hashCompiled({ source, code, map }: Compiled): string {
  return sha256Hex(JSON.stringify([source, code, map]));
}
