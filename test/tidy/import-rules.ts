// Who may import whom, as a check of one import.
import { posix } from 'node:path';
import {
  INNER_FACES,
  MAY_IMPORT,
  PURE_FOLDERS,
  PURE_PACKAGES,
  SECOND_FACES,
  STRATEGY_PACKAGES,
  toFolder,
} from './folders.js';

/** What is wrong with `specifier` imported by `file`, or undefined when it is allowed. */
export function checkImport(file: string, specifier: string): string | undefined {
  const from = toFolder(file);
  if (from === undefined) return undefined;
  return specifier.startsWith('.')
    ? checkRelative(file, from, posix.join(posix.dirname(file), specifier))
    : checkPackage(from, specifier);
}

function checkRelative(file: string, from: string, target: string): string | undefined {
  const to = toFolder(target);
  if (to === undefined) return `imports ${target}; sources import only src, strategies, backtest`;
  if (to === from) {
    const isNeighbour = from === 'strategies' && !file.endsWith('/index.ts');
    return isNeighbour ? `imports ${target}; strategies never import each other` : undefined;
  }
  const allowed = MAY_IMPORT[from] ?? [];
  if (from === 'strategies') return `imports ${target}; a strategy imports only 'weir', rxjs, zod`;
  if (!allowed.includes(to)) {
    const list = allowed.length === 0 ? 'nothing of ours' : allowed.join(', ');
    return `imports ${to}; ${from} may import ${list}: move the code, or hand the value in`;
  }
  const inner = (INNER_FACES[to] ?? []).map((folder) => `${toPath(to)}/${folder}/index.js`);
  const faces = [to === 'weir' ? 'src/index.js' : `${toPath(to)}/index.js`, ...inner];
  if (SECOND_FACES[target]?.includes(from) === true) return undefined;
  const isFace = faces.includes(target);
  return isFace
    ? undefined
    : `imports ${target}; import another folder only by ${faces.join(', ')}`;
}

function checkPackage(from: string, specifier: string): string | undefined {
  const [scope = '', name = ''] = specifier.split('/');
  const bare = scope.startsWith('@') ? `${scope}/${name}` : scope;
  if (from === 'strategies') {
    if (specifier === 'weir' || STRATEGY_PACKAGES.has(specifier)) return undefined;
    return `imports ${specifier}; a strategy imports only 'weir', rxjs, zod`;
  }
  if (bare === 'weir') return `imports ${specifier}; inside the project use the relative index.js`;
  if (!PURE_FOLDERS.has(from) || PURE_PACKAGES.has(bare)) return undefined;
  return (
    `imports ${specifier}; ${from} is pure and imports only ` +
    `${[...PURE_PACKAGES].join(', ')}: hand the value in`
  );
}

function toPath(folder: string): string {
  return folder === 'strategies' || folder === 'backtest' ? folder : `src/${folder}`;
}
