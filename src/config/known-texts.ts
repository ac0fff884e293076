// What the build read of the files that come with Weir, so that a start need not read them again.
import { ok, type Result } from '../domain/index.js';
import type { SourceText } from './text.js';

/** A text that came with Weir, and what a reader made of it: plain data, as JSON. */
export interface KnownText {
  readonly reader: string;
  readonly text: string;
  readonly json: string;
}

/** Empty in the sources: the build writes it into the one file that the command line runs. */
const KNOWN_TEXTS: readonly KnownText[] = [];

/**
 * What `read` makes of a text. Of a text that the build knows, letter for letter, it is what the
 * same version's reader of that name made of it then; every other text is read. The data are new
 * on each call.
 */
export function recall<T>(
  reader: string,
  source: SourceText,
  read: (source: SourceText) => Result<T>,
  known: readonly KnownText[] = KNOWN_TEXTS,
): Result<T> {
  const found = known.find((one) => one.reader === reader && one.text === source.text);
  return found === undefined ? read(source) : ok(JSON.parse(found.json) as T);
}
