// Results of the build's parse of files that come with Weir, so that a start need not parse them
// again.
import { ok, type Result } from '../domain/index.js';
import type { SourceText } from './text.js';

/** A text that comes with Weir, and the reader's result: plain data, as JSON. */
export interface KnownText {
  readonly reader: string;
  readonly text: string;
  readonly json: string;
}

/** Empty in the sources: the build fills it in the one file that the command line runs. */
const KNOWN_TEXTS: readonly KnownText[] = [];

/**
 * Reads a text with `read`. For a text that the build knows, letter for letter, it returns the
 * stored result of that reader. The data are new on each call.
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
