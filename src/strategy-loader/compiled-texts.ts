// Compiled texts of own strategies, as a person has approved them with a live configuration.
import { z } from 'zod';
import { fail, ok, type Result } from '../domain/index.js';
import { sha256Hex } from '../journal/index.js';
import type { CompiledText } from './compile.js';

/** Who has to do what where an approval does not fit. */
export const APPROVAL_HINT =
  'weir check CONFIG --approve --by NAME --reason TEXT approves what is there';

/** What runs of an own strategy, and the hash of the text that it was compiled from. */
export const compiledSchema = z.strictObject({
  source: z.string(),
  code: z.string(),
  map: z.string(),
});
type Compiled = z.output<typeof compiledSchema>;

/** Compiled texts of a configuration's own strategies, by the paths that name these. */
export type CompiledTexts = Readonly<Record<string, Compiled>>;

/** The compiled text that was approved of a strategy's text. Fault code `session.integrity`. */
export function pickCompiled(
  texts: CompiledTexts,
  path: string,
  { file, text }: { readonly file: string; readonly text: string },
): Result<CompiledText> {
  const found = Object.hasOwn(texts, path) ? texts[path] : undefined;
  if (found?.source === sha256Hex(text)) return ok(found);
  const what = found === undefined ? 'none' : 'that of another text';
  const message = `expected an approval with the compiled text of ${path}, found ${what}`;
  return fail('session.integrity', `${message}; ${APPROVAL_HINT}`, file);
}

export function hashCompiled({ source, code, map }: Compiled): string {
  return sha256Hex(JSON.stringify([source, code, map]));
}
