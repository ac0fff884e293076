// Reads the project's own text files, whether or not git knows them yet.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join, relative, sep } from 'node:path';
import type { SourceText } from './finding.js';

const ROOT = new URL('../..', import.meta.url);
const FOLDERS = [
  '.ci',
  '.github',
  '.vscode',
  'backtest',
  'config',
  'docs',
  'src',
  'strategies',
  'test',
  'tools',
];
/** Data and pictures are not read; the lock file names packages by registry. */
const TEXT = /(?:^|\/)[^.]+$|\.(?:css|html|js|json|md|mjs|npmrc|c?ts|ya?ml)$/;
const LEFT_OUT = new Set(['package-lock.json']);

/** Every text file of the project's folders and of the root itself. */
export function readTree(root: URL = ROOT): readonly SourceText[] {
  const top = fileURLToPath(root);
  const folders = FOLDERS.flatMap((folder) => listFiles(top, folder, true));
  const files = [...listFiles(top, '', false), ...folders];
  return files
    .filter((file) => TEXT.test(file) && !LEFT_OUT.has(file))
    .map((file) => ({ file, text: readFileSync(join(top, file), 'utf8') }));
}

function listFiles(top: string, folder: string, recursive: boolean): readonly string[] {
  try {
    return readdirSync(join(top, folder), { recursive, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(top, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch {
    // A folder of the list that this checkout does not have.
    return [];
  }
}
