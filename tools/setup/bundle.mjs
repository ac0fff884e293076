// Makes one file of all that the command line loads, so that it starts fast: dist/weir.cjs. Each
// command that is to start fastest has a smaller file besides: dist/weir-COMMAND.cjs.
//
//   node tools/setup/bundle.mjs DIST    after the compiler; then code-cache.mjs adds the code caches
//   node tools/setup/bundle.mjs DIST without-cache
//
// Each module keeps its own start in there: what nobody imports in a run is not evaluated.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { directImports } from './direct-imports.mjs';
import { putKnownTexts } from './known-texts.mjs';
import { writeManifest, writePackages } from './manifest.mjs';
import { writeThirdParty } from './third-party.mjs';
import { withoutDescriptions } from './without-descriptions.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = path.join(ROOT, 'node_modules');

const CODE_CACHE = fileURLToPath(new URL('code-cache.mjs', import.meta.url));

/** Loaded from node_modules by the few commands that need them. */
const EXTERNAL = [
  ...['acorn', 'apache-arrow', 'esbuild', 'fzstd', 'hyparquet', 'hyparquet-compressors', 'pino'],
  ...['undici', 'uplot', 'zod/v4/locales'],
];

/** Commands with a file of their own, which src/cli/start.cts finds by its name: their modules. */
const FAST = { backtest: 'runs/backtest', simulate: 'venue/simulate', kill: 'bot/kill' };

/** What a kill does first, as a file of its own: dist/weir-latch.cjs. */
const LATCH = 'latch';
const EXIT_ENTRY = path.join('src', 'cli', 'exit.js');
const LATCH_ENTRY = path.join('src', 'cli', 'bot', 'kill', 'latch-first.js');

/** What any command loads when it fails. */
const OF_ALL = 'explain-file-kind.js';

/** The schema of policies is large, and one that comes with Weir is known (known-texts.mjs). */
const LATE = {
  file: path.join('src', 'plan', 'load-policy.js'),
  name: 'policySchema',
  import: /import \{ policySchema as policySchema \} from ("[^"]+");/,
};

/** Packages of one function each that yargs loads at once and calls for a help alone. */
const LAZY = { filter: /^(?:cliui|string-width)$/, importer: /[/\\]yargs[/\\]/ };

/** `z` as the names themselves: a call through the object of all of them asks a getter first. */
const ZOD = /^import \{ z \} from 'zod';$/m;
const DIRECT_ZOD = "import * as z from 'zod';";

/** The file is a function that src/cli/start.cts calls, strict like the modules in it. */
const HEAD = `// Made by tools/setup/bundle.mjs; the .cache beside it belongs to this very text.
(function (require, __filename) { 'use strict';
const module = { exports: {} };
const weirUrl = require('node:url').pathToFileURL(__filename);
const weirUrlOf = (place) => new URL(place, weirUrl).href;`;

/** Modules with direct imports, and with their own URLs as if they still stood where they were. */
const modules = (dist, command) => ({
  name: 'modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?js$/, namespace: 'file' }, async ({ path: file }) => {
      const isOwn = !file.startsWith(PACKAGES);
      const text = fs.readFileSync(file, 'utf8');
      const place = isOwn
        ? path.relative(dist, file)
        : path.join('..', 'node_modules', path.relative(PACKAGES, file));
      const url = `weirUrlOf(${JSON.stringify(place.replaceAll(path.sep, '/'))})`;
      const contents = isOwn ? await toOwn(dist, command, file, text) : text;
      return { contents: contents.replaceAll('import.meta.url', url) };
    });
  },
});

/** A module of Weir; what shows descriptions is in the file of all commands. */
function toOwn(dist, command, file, text) {
  const plain = command === undefined ? text : withoutDescriptions(text);
  const direct = directImports(file, plain).replace(ZOD, DIRECT_ZOD);
  const isLate = path.relative(dist, file) === LATE.file;
  return putKnownTexts(dist, file, isLate ? importLate(direct) : direct);
}

/** The module of `LATE` with its import where the name is used. */
function importLate(text) {
  const [line, module] = LATE.import.exec(text) ?? [];
  if (line === undefined) throw new Error(`expected ${LATE.name} from elsewhere in ${LATE.file}`);
  const use = `require(${module}).${LATE.name}`;
  return text.replace(line, '').replaceAll(new RegExp(`\\b${LATE.name}\\b`, 'g'), () => use);
}

/** Fifty languages of zod's messages, of which all but English wait until a strategy names one. */
const lazyLanguages = {
  name: 'lazy-languages',
  setup({ onLoad }) {
    onLoad(
      { filter: /[/\\]zod[/\\]v4[/\\](?:classic[/\\]external|core[/\\]index)\.js$/ },
      (args) => {
        const text = fs.readFileSync(args.path, 'utf8');
        const index = path.join(path.dirname(args.path), '..', 'locales', 'index.js');
        const names = [...fs.readFileSync(index, 'utf8').matchAll(/default as (\w+)/g)];
        const getters = names
          .map(([, name]) => `get ${name}() { return load().${name}; }`)
          .join(', ');
        const lazy = `const load = () => require('zod/v4/locales');
export const locales = { ${getters} };`;
        return { contents: text.replace(/^export \* as locales from .*$/m, () => lazy) };
      },
    );
  },
};

const lazyFunctions = {
  name: 'lazy-functions',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: LAZY.filter }, async ({ path: name, importer, resolveDir, kind }) => {
      if (kind !== 'import-statement' || !LAZY.importer.test(importer)) return undefined;
      const { path: file } = await resolve(name, { resolveDir, kind: 'require-call' });
      return { path: path.relative(ROOT, file), namespace: 'lazy' };
    });
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path: file }) => {
      const place = JSON.stringify(`./${file.replaceAll(path.sep, '/')}`);
      return {
        contents: `export default (...values) => require(${place}).default(...values);`,
        resolveDir: ROOT,
      };
    });
  },
};

/** The command line loads each command when it is called: here it finds one, or all. */
const commands = (dist, command) => ({
  name: 'commands',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.{1,2}\/.+\.js$/ }, ({ path: name, kind, resolveDir }) => {
      const place = path.relative(path.join(dist, 'src', 'cli'), path.join(resolveDir, name));
      const isCommand = kind === 'dynamic-import' && !place.startsWith('..');
      const own = FAST[command];
      const isOwn = [OF_ALL, `${own}.js`].includes(place) || place.startsWith(`${own}/`);
      if (command === undefined || !isCommand || isOwn) return undefined;
      return { path: name, namespace: 'elsewhere' };
    });
    onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ path: name }) => ({
      contents: `throw new Error(${JSON.stringify(`expected ${name} in weir.cjs`)});`,
    }));
  },
});

async function bundle(dist, command) {
  const file = path.join(dist, command === undefined ? 'weir.cjs' : `weir-${command}.cjs`);
  const { metafile } = await build({
    absWorkingDir: dist,
    entryPoints: [path.join(dist, command === LATCH ? LATCH_ENTRY : EXIT_ENTRY)],
    outfile: file,
    bundle: true,
    metafile: true,
    // Names of modules are as they lie below this folder, wherever it and its packages are.
    preserveSymlinks: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: EXTERNAL,
    // `import()` of a module in the bundle evaluates it then; of another package it is `require`.
    supported: { 'dynamic-import': false },
    alias: {
      // Strategies import the face by its name.
      weir: path.join(dist, 'src', 'index.js'),
      // Node would take its CommonJS, 230 modules whose exports each importer copies.
      rxjs: path.join(PACKAGES, 'rxjs', 'dist', 'esm', 'index.js'),
    },
    plugins: [commands(dist, command), lazyLanguages, modules(dist, command), lazyFunctions],
    minifySyntax: true,
    // A third less to read; names and short lines stay for those who read a stack.
    minifyWhitespace: true,
    lineLimit: 100,
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: HEAD },
    footer: { js: 'return module.exports; })' },
  });
  escapeNonAscii(file);
  // The file of all commands holds what the others hold.
  if (command === undefined) writeThirdParty(dist, Object.keys(metafile.inputs));
  return file;
}

/** The start reads one byte a letter; esbuild leaves the letters of tagged templates as they are. */
function escapeNonAscii(file) {
  const text = fs.readFileSync(file, 'utf8');
  const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  fs.writeFileSync(file, text.replaceAll(/[^\0-\x7f]/g, escape));
}

const [, , folder = '', cache] = process.argv;
const dist = fs.realpathSync(folder);
const isThere = (command) => fs.existsSync(path.join(dist, 'src', 'cli', `${FAST[command]}.js`));
const latches = fs.existsSync(path.join(dist, LATCH_ENTRY)) ? [LATCH] : [];
for (const command of [undefined, ...Object.keys(FAST).filter(isThere), ...latches]) {
  const file = await bundle(dist, command);
  if (cache === 'without-cache') continue;
  // In a process of its own: what one file has compiled and set must not be in another's cache.
  const args = [CODE_CACHE, file, ...(command === undefined ? Object.keys(FAST) : [command])];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`expected a code cache of ${file}, found exit code ${status}`);
}
writePackages(
  dist,
  EXTERNAL.map((name) => name.replace(/\/.*/, '')),
);
writeManifest(dist);
