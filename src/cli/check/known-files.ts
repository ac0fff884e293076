// Configuration files that the build parses once for all starts.
import type { SourceText } from '../../config/index.js';
import type { Result } from '../../domain/index.js';
import { readPolicyFile } from '../../plan/index.js';

export interface KnownFile {
  /** Name under which the reader looks up the parsed file. */
  readonly reader: string;
  readonly file: string;
  readonly read: (source: SourceText) => Result<unknown>;
}

export const KNOWN_FILES: readonly KnownFile[] = [
  { reader: 'policy', file: 'policy.yaml', read: readPolicyFile },
];
