// A folder with the files that the pages tell a reader to write, beside the project's config.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPages, ROOT } from './pages.js';

/** A temporary folder with `own/` of all pages and a link to `config/`. */
export function createOwnFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'weir-docs-'));
  symlinkSync(join(ROOT, 'config'), join(folder, 'config'));
  writeOwnFiles(folder);
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** Writes every block that names a file, below the folder. */
export function writeOwnFiles(folder: string): void {
  for (const { blocks } of readPages()) {
    for (const { file, text } of blocks) {
      if (file === undefined) continue;
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n`);
    }
  }
}
