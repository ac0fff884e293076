// Makes one file of all that the command line loads, so that it starts fast: dist/weir.cjs.
//
//   node src/setup/bundle.mjs DIST    after the compiler; then code-cache.mjs adds the code cache
//   node src/setup/bundle.mjs DIST without-cache
//
// Each module keeps its own start in there: what nobody imports in a run is not evaluated.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeCodeCache } from './code-cache.mjs';
import { directImports } from './direct-imports.mjs';
import { writeManifest } from './manifest.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = fs.realpathSync(path.join(ROOT, 'node_modules'));

/** Loaded from node_modules by the few commands that need them. */
const EXTERNAL = ['acorn', 'esbuild', 'pino', 'undici', 'uplot'];

/** Packages of one function each that yargs loads at once and calls for a help alone. */
const LAZY = { filter: /^(?:cliui|string-width)$/, importer: /[/\\]yargs[/\\]/ };

/** The file is a function that src/cli/start.cts calls, strict like the modules in it. */
const HEAD = `// Made by src/setup/bundle.mjs; weir.cjs.cache belongs to this very text.
(function (require, __filename) { 'use strict';
const module = { exports: {} };
const weirUrl = require('node:url').pathToFileURL(__filename);
const weirUrlOf = (place) => new URL(place, weirUrl).href;`;

/** Modules with direct imports, and with their own URLs as if they still stood where they were. */
const modules = (dist) => ({
  name: 'modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?js$/, namespace: 'file' }, ({ path: file }) => {
      const isOwn = !file.startsWith(PACKAGES);
      const text = fs.readFileSync(file, 'utf8');
      const place = isOwn
        ? path.relative(dist, file)
        : path.join('..', 'node_modules', path.relative(PACKAGES, file));
      const url = `weirUrlOf(${JSON.stringify(place.replaceAll(path.sep, '/'))})`;
      const contents = isOwn ? directImports(file, text) : text;
      return { contents: contents.replaceAll('import.meta.url', url) };
    });
  },
});

const lazyFunctions = {
  name: 'lazy-functions',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: LAZY.filter }, async ({ path: name, importer, resolveDir, kind }) => {
      if (kind !== 'import-statement' || !LAZY.importer.test(importer)) return undefined;
      const { path: file } = await resolve(name, { resolveDir, kind: 'require-call' });
      return { path: file, namespace: 'lazy' };
    });
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path: file }) => ({
      contents: `export default (...values) => require(${JSON.stringify(file)}).default(...values);`,
      resolveDir: ROOT,
    }));
  },
};

async function bundle(dist) {
  const file = path.join(dist, 'weir.cjs');
  await build({
    absWorkingDir: dist,
    entryPoints: [path.join(dist, 'src', 'cli', 'exit.js')],
    outfile: file,
    bundle: true,
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
    plugins: [modules(dist), lazyFunctions],
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: HEAD },
    footer: { js: 'return module.exports; })' },
  });
  escapeNonAscii(file);
  return file;
}

/** The start reads one byte a letter; esbuild leaves the letters of tagged templates as they are. */
function escapeNonAscii(file) {
  const text = fs.readFileSync(file, 'utf8');
  const escape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  fs.writeFileSync(file, text.replaceAll(/[^\0-\x7f]/g, escape));
}

const [, , folder = '', cache] = process.argv;
const file = await bundle(fs.realpathSync(folder));
if (cache !== 'without-cache') await writeCodeCache(file);
writeManifest(fs.realpathSync(folder));
