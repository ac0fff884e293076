// Lint rules: strict type-checked TypeScript, the traps of RxJS, and the house rules.
import js from '@eslint/js';
import rxjsX from 'eslint-plugin-rxjs-x';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const PURE_FOLDERS =
  'src/{domain,validation,determinism,protocol,policy,strategy,algorithms,risk,kernel,venue}/**/*.ts';

/** Names of time, randomness, concurrency and I/O, with what a pure folder uses instead. */
const IMPURE_GLOBALS = [
  ...['performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => ({
    name,
    message: 'Time arrives with the input; timers belong to the scheduler of src/determinism.',
  })),
  ...['process', 'console', 'fetch', 'globalThis'].map((name) => ({
    name,
    message: 'A pure folder does no I/O: return outputs as data.',
  })),
  { name: 'Promise', message: 'Machines run synchronously: return a value.' },
];
const DATE = {
  name: 'Date',
  message: 'Instants are epoch microseconds; src/domain/time.ts parses and formats them.',
};

const HOUSE_SYNTAX = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals, not an enum.' },
  { selector: 'ExportAllDeclaration', message: 'List exports by name.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
];
/** In what is shipped; a test may lay a table out as it likes. */
const PRODUCT_SYNTAX = [
  ...HOUSE_SYNTAX,
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument',
    message: 'Write the properties themselves, a line each.',
  },
];
const PURE_SYNTAX = [
  { selector: ':function[async=true]', message: 'Machines run synchronously.' },
  { selector: 'AwaitExpression', message: 'Machines run synchronously.' },
  {
    selector: ':matches(BinaryExpression[operator="**"], AssignmentExpression[operator="**="])',
    message: 'Powers differ between Node versions: use powerOfTen of src/domain.',
  },
];
const CLOCK_SYNTAX = [
  'MemberExpression[object.name="Date"][property.name="now"]',
  ':matches(NewExpression, CallExpression)[callee.name="Date"][arguments.length=0]',
].map((selector) => ({ selector, message: 'Time arrives with the input.' }));

/** What Node gives a script without an import. */
const NODE_GLOBALS = [
  ...['AbortController', 'AbortSignal', 'Buffer', 'TextDecoder', 'TextEncoder', 'URL'],
  ...['clearInterval', 'clearTimeout', 'console', 'fetch', 'performance', 'process'],
  ...['setImmediate', 'setInterval', 'setTimeout', 'structuredClone'],
];

export default defineConfig(
  globalIgnores([
    'dist/',
    'dist.*/',
    'coverage/',
    'sessions/',
    '**/fixtures/',
    '**/assets/',
    'test/bench/baselines/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,cts}'],
    extends: [tseslint.configs.strictTypeChecked, rxjsX.configs.recommended],
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['vitest.config.ts'] } },
    },
    rules: {
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...HOUSE_SYNTAX],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 50, skipComments: true }],
      // Numbers print plainly; anything else in a template is a slip.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `for (;;)` and `while (true)` are fine; every loop has its own named maximum.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'rxjs-x/no-exposed-subjects': 'error',
      'rxjs-x/no-floating-observables': 'error',
      'rxjs-x/no-misused-observables': 'error',
      'rxjs-x/no-sharereplay-before-takeuntil': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,cts}', 'backtest/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...PRODUCT_SYNTAX] },
  },
  {
    // Only the command line and the log speak to a terminal.
    files: ['src/**/*.{ts,cts}', 'backtest/**/*.ts'],
    ignores: ['src/cli/**', 'src/telemetry/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: [PURE_FOLDERS, 'strategies/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', DATE, ...IMPURE_GLOBALS],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Draw from a named seeded stream.' },
        { object: 'Math', property: 'pow', message: 'Use powerOfTen of src/domain.' },
      ],
      'no-restricted-imports': ['error', { patterns: ['node:*'] }],
      'no-restricted-syntax': ['error', ...PRODUCT_SYNTAX, ...PURE_SYNTAX],
    },
  },
  {
    // Domain turns instants to texts and back; it may not ask for the time.
    files: ['src/{domain,validation}/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...IMPURE_GLOBALS],
      'no-restricted-syntax': ['error', ...PRODUCT_SYNTAX, ...PURE_SYNTAX, ...CLOCK_SYNTAX],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', 500],
      'max-lines-per-function': 'off',
      // A test may assert on what it knows to be there, and feeds wrong values on purpose.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/require-await': 'off',
      'rxjs-x/no-nested-subscribe': 'off',
    },
  },
  {
    // Strategies of one's own export themselves as the default.
    files: ['vitest.config.ts', 'config/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(NODE_GLOBALS.map((name) => [name, 'readonly'])),
    },
  },
);
