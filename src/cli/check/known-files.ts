// Files of the config folder that the build reads once for all starts.
import type { SourceText } from '../../config/index.js';
import type { Result } from '../../domain/index.js';
import { readPolicyFile } from '../../plan/index.js';

export interface KnownFile {
  /** The name under which its reader recalls it. */
  readonly reader: string;
  readonly file: string;
  readonly read: (source: SourceText) => Result<unknown>;
}

export const KNOWN_FILES: readonly KnownFile[] = [
  { reader: 'policy', file: 'policy.yaml', read: readPolicyFile },
];
