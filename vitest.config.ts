// Tests: `vitest run` is the fast suite; `vitest run --mode process` starts real processes.
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const PROCESS_TESTS = 'test/process/**/*.test.ts';

function toPath(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

export default defineConfig(({ mode }) => ({
  resolve: {
    // Strategies import `weir` by name; under test that is the source, not an older dist.
    alias: [
      { find: /^weir$/, replacement: toPath('src/index.ts') },
      { find: /^weir\/([a-z]+)$/, replacement: `${toPath('src')}/$1/index.ts` },
    ],
  },
  test: {
    include: mode === 'process' ? [PROCESS_TESTS] : ['test/**/*.test.ts'],
    exclude:
      mode === 'process' ? configDefaults.exclude : [...configDefaults.exclude, PROCESS_TESTS],
    // One for each core: of two, the default would leave one idle. Real processes need it. Files
    // share what they import: to load all of it for each file takes a third of the time.
    ...(mode === 'process' ? {} : { maxWorkers: '100%', isolate: false }),
    // Process tests search what they leave by themselves.
    setupFiles: ['test/properties.ts', ...(mode === 'process' ? [] : ['test/leaks.ts'])],
    // Bounds for a test that hangs, wide enough for a busy machine; no test asserts on time.
    testTimeout: mode === 'process' ? 180_000 : 60_000,
    hookTimeout: 180_000,
  },
}));
