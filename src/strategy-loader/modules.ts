// The modules that a strategy imports: Weir's own copies, whatever is installed beside its file.
import { assert } from '../domain/index.js';
import type { CompiledStrategy } from './compile.js';
import { STRATEGY_MODULES } from './allowed-names.js';
import type { Finding } from './lint.js';
import { childOf, childrenOf, importedName, nameOf } from './syntax.js';

/** Exports of each module that a strategy may import, by the module's name. */
export type Modules = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Loads the public face of this build, and the RxJS and zod that this build itself uses. */
export async function importModules(): Promise<Modules> {
  const [weir, rxjs, zod] = await Promise.all([
    import('../index.js'),
    import('rxjs'),
    import('zod'),
  ]);
  // A copy each, so that nothing a strategy does to one can reach Weir; `__esModule` says that
  // `default` is the default export.
  const modules = { weir, rxjs, zod };
  return new Map(
    Object.entries(modules).map(([name, exports]) => {
      assert(STRATEGY_MODULES.includes(name), `no strategy may import ${name}`);
      return [name, Object.freeze({ ...exports, __esModule: true })];
    }),
  );
}

/** Imports of names that a module does not have, in the author's places. */
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
