// Modules for strategies: Weir's own copies, whatever is installed beside the file.
import { assert } from '../domain/index.js';
import type { CompiledStrategy } from './compile.js';
import { STRATEGY_MODULES } from './allowed-names.js';
import type { Finding } from './lint.js';
import { childOf, childrenOf, importedName, nameOf } from './syntax.js';

/** Exports of each module that a strategy may import, by module name. */
export type Modules = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Loads the public exports of this build, and the RxJS and zod that the build uses. */
export async function importModules(): Promise<Modules> {
  const [weir, rxjs, zod] = await Promise.all([
    import('../index.js'),
    import('rxjs'),
    import('zod'),
  ]);
  // A copy of each, so that a strategy cannot change Weir's; `__esModule` marks `default` as the
  // default export.
  const modules = { weir, rxjs, zod };
  return new Map(
    Object.entries(modules).map(([name, exports]) => {
      assert(STRATEGY_MODULES.includes(name), `no strategy may import ${name}`);
      return [name, Object.freeze({ ...exports, __esModule: true })];
    }),
  );
}

/** Imports of names that a module does not export, with their source places. */
export function findMissingImports(
  compiled: CompiledStrategy,
  modules: Modules,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const statement of childrenOf(compiled.program, 'body')) {
    if (statement.type !== 'ImportDeclaration') continue;
    const source = nameOf(childOf(statement, 'source')) ?? '';
    for (const specifier of childrenOf(statement, 'specifiers')) {
      const name = importedName(specifier);
      const { line = 1, column = 0 } = specifier.loc?.start ?? {};
      if (name === '*' || Object.hasOwn(modules.get(source) ?? {}, name)) continue;
      const place = compiled.placeInProgram({ line, column: column + 1 });
      findings.push({
        ...(place ?? { line: 1, column: 1 }),
        message: `expected an export of ${source}, found no ${name}`,
      });
    }
  }
  return findings;
}
