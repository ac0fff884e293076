// The suites: `vitest run` is the quick one; `--mode deep` is what takes long, `process` real
// processes and the browser, `long` and `long-process` what takes hours, `properties` these alone,
// and `all` everything but processes.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

// A file that compiles at once would wait for ever on esbuild's thread, once another has loaded it.
process.env['ESBUILD_WORKER_THREADS'] = '0';

const PROCESS_TESTS = 'test/process/**/*.test.ts';
const DEEP_TESTS = 'test/**/*.deep.test.ts';
const MINUTE_MS = 60_000;

/** Properties are quick with few cases and deep with many: their files are in both suites. */
const TAKES_CASES = /from 'fast-check'|countRuns|-arbitrary|order-machine|hostile/;

interface Suite {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** The number of cases of each property, in times of what the test states. */
  readonly runs: number;
  /** Bound for a test that hangs, at least ten times what any takes on an idle machine. */
  readonly limit: number;
}

const listProperties = () =>
  readdirSync(toPath('test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('process'))
    .map((name) => `test/${name}`)
    .filter((path) => TAKES_CASES.test(readFileSync(toPath(path), 'utf8')));
const listDeep = () => [DEEP_TESTS, ...listProperties()];

const SUITES: Readonly<Record<string, () => Suite>> = {
  test: () => ({
    include: ['test/**/*.test.ts'],
    exclude: [PROCESS_TESTS, DEEP_TESTS],
    runs: 0.05,
    limit: MINUTE_MS,
  }),
  deep: () => ({ include: listDeep(), runs: 0.5, limit: 10 * MINUTE_MS }),
  long: () => ({ include: listDeep(), runs: 20, limit: 600 * MINUTE_MS }),
  properties: () => ({ include: listProperties(), runs: 1, limit: 10 * MINUTE_MS }),
  all: () => ({
    include: ['test/**/*.test.ts'],
    exclude: [PROCESS_TESTS],
    runs: 0.5,
    limit: 10 * MINUTE_MS,
  }),
  'long-process': () => ({
    include: ['test/process/crash-at.test.ts'],
    runs: 20,
    limit: 600 * MINUTE_MS,
  }),
  process: () => ({ include: [PROCESS_TESTS], runs: 1, limit: 10 * MINUTE_MS }),
};

function toPath(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

export default defineConfig(({ mode }) => {
  const suite = SUITES[mode];
  if (suite === undefined) {
    throw new Error(`no suite "${mode}": ${Object.keys(SUITES).join(', ')}`);
  }
  const { include, exclude = [], runs, limit } = suite();
  return {
    resolve: {
      // Strategies import `weir` by name; under test that is the source, not an older dist.
      alias: [
        { find: /^weir$/, replacement: toPath('src/index.ts') },
        { find: /^weir\/([a-z]+)$/, replacement: `${toPath('src')}/$1/index.ts` },
      ],
    },
    test: {
      include: [...include],
      exclude: [...configDefaults.exclude, ...exclude],
      env: { TEST_RUNS: process.env['TEST_RUNS'] ?? String(runs) },
      // One for each core: of two, the default would leave one idle. Real processes need it. Files
      // share what they import: to load all of it for each file takes a third of the time.
      ...(mode.endsWith('process') ? {} : { maxWorkers: '100%', isolate: false }),
      // Process tests search what they leave by themselves.
      setupFiles: ['test/properties.ts', ...(mode.endsWith('process') ? [] : ['test/leaks.ts'])],
      testTimeout: limit,
      hookTimeout: limit,
    },
  };
});
