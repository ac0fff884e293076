// The house rules of CONTRIBUTING.md, checked over the whole tree; and each check checked.
import { describe, expect, it } from 'vitest';
import { checkFile } from './tidy/check.js';
import { formatFinding } from './tidy/finding.js';
import { readTree } from './tidy/tree.js';

/** Findings as text, without what to do: `file:line: found`. */
function find(file: string, text: string): readonly string[] {
  return checkFile({ file, text }).map((finding) => formatFinding(finding).split(';')[0] ?? '');
}

/** A source file with a proper opening; the code begins on line 2. */
function open(code: string): string {
  return `// Serves as an example.\n${code}\n`;
}

describe('the tree', () => {
  const tree = readTree();

  it('is read whole', () => {
    const files = tree.map(({ file }) => file);
    expect(files).toEqual(
      expect.arrayContaining([
        'src/domain/index.ts',
        'test/tidy.test.ts',
        'CONTRIBUTING.md',
        '.ci/run',
      ]),
    );
    expect(files).not.toContain('package-lock.json');
  });

  it('keeps the house rules', () => {
    expect(tree.flatMap(checkFile).map(formatFinding).join('\n')).toBe('');
  });
});

describe('imports', () => {
  it.each([
    ['src/kernel/step.ts', '../domain/index.js'],
    ['src/kernel/step.ts', './orders/store.js'],
    ['src/risk/rules/band.ts', '../approve.js'],
    ['src/session/run.ts', '../gateway/index.js'],
    ['src/strategy-loader/run.ts', '../index.js'],
    ['src/cli/bot/run.ts', 'node:fs'],
    ['src/cli/main.ts', '../simulator/index.js'],
    ['src/cli/main.ts', '../../backtest/index.js'],
    ['src/cli/main.ts', '../../strategies/index.js'],
    ['src/index.ts', './strategy/index.js'],
    ['src/protocol/rates.ts', 'zod'],
    ['backtest/loop.ts', '../src/kernel/index.js'],
    ['strategies/twap.ts', 'weir'],
    ['strategies/index.ts', './twap.js'],
  ])('let %s import %s', (file, specifier) => {
    expect(find(file, open(`import { x } from '${specifier}';`))).toEqual([]);
  });

  it.each([
    ['src/domain/rate.ts', '../machine/index.js', 'imports machine'],
    ['src/venue/match.ts', '../protocol/index.js', 'imports protocol'],
    ['src/session/run.ts', '../simulator/index.js', 'imports simulator'],
    ['src/session/run.ts', '../cli/main.js', 'imports cli'],
    ['src/kernel/step.ts', '../domain/rate.js', 'imports src/domain/rate.js'],
    ['src/kernel/step.ts', '../index.js', 'imports weir'],
    ['src/kernel/step.ts', 'weir', 'imports weir'],
    ['src/kernel/step.ts', 'node:fs', 'imports node:fs'],
    ['src/kernel/step.ts', 'undici', 'imports undici'],
    ['src/report/page.ts', '../../test/tidy/check.js', 'imports test/tidy/check.js'],
    ['backtest/loop.ts', '../src/client/index.js', 'imports client'],
    ['strategies/twap.ts', './vwap.js', 'imports strategies/vwap.js'],
    ['strategies/twap.ts', '../src/index.js', 'imports src/index.js'],
    ['strategies/twap.ts', 'rxjs/operators', 'imports rxjs/operators'],
    ['strategies/twap.ts', 'weir/session', 'imports weir/session'],
    ['src/session/run.ts', '../client/back-office.js', 'imports src/client/back-office.js'],
  ])('stop %s from importing %s', (file, specifier, found) => {
    expect(find(file, open(`import { x } from '${specifier}';`))).toEqual([`${file}:2: ${found}`]);
  });

  it.each([
    `import '../machine/index.js';`,
    `import type { X } from '../machine/index.js';`,
    `export { x } from '../machine/index.js';`,
    `const x = import('../machine/index.js');`,
    `type X = import('../machine/index.js').X;`,
  ])('are found in every form: %s', (code) => {
    expect(find('src/domain/rate.ts', open(code))).toEqual([
      'src/domain/rate.ts:2: imports machine',
    ]);
  });

  it('say which imports are allowed and what to do', () => {
    const text = open(`import { x } from '../polling/index.js';`);
    expect(checkFile({ file: 'src/client/http.ts', text }).map(formatFinding)).toEqual([
      'src/client/http.ts:2: imports polling; client may import domain, determinism, ' +
        'validation, protocol: move the code, or hand the value in',
    ]);
  });

  it('need a folder of the table', () => {
    expect(find('src/utils/text.ts', open(''))).toEqual([
      'src/utils/text.ts:1: utils is not in the table of folders',
    ]);
  });
});

describe('purity', () => {
  it.each([
    ['const at = Date.now();', 'Date in a pure folder'],
    ['let at: Date;', 'Date in a pure folder'],
    ['const f = async () => 1;', 'async in a pure folder'],
    ['let later: Promise<void>;', 'Promise in a pure folder'],
    ['const eight = 2 ** 3;', '** in a pure folder'],
    ['x **= 3;', '** in a pure folder'],
    ['const eight = Math.pow(2, 3);', 'Math.pow in a pure folder'],
    ['const x = Math.random();', 'Math.random in a pure folder'],
    ['setTimeout(f, 1);', 'setTimeout in a pure folder'],
    ['queueMicrotask(f);', 'queueMicrotask in a pure folder'],
    ['const x = { performance };', 'performance in a pure folder'],
    ['const home = process.env;', 'process in a pure folder'],
    ["console.log('x');", 'console in a pure folder'],
    ["fetch('x');", 'fetch in a pure folder'],
    ['const all = globalThis;', 'globalThis in a pure folder'],
  ])('stops %s', (code, found) => {
    expect(find('src/kernel/step.ts', open(code))).toEqual([`src/kernel/step.ts:2: ${found}`]);
    expect(find('strategies/twap.ts', open(code))).toEqual([`strategies/twap.ts:2: ${found}`]);
    expect(find('src/cli/bot/run.ts', open(code))).toEqual([]);
  });

  it('stops await at the top of a module', () => {
    expect(find('src/venue/book.ts', open('await x;'))).toEqual([
      'src/venue/book.ts:2: async in a pure folder',
    ]);
  });

  it('reads code, not comments, texts and the names of properties', () => {
    const code = [
      '// A Promise of Date.now() in a comment',
      "const text = 'process.env, Date, console';",
      'interface Machine { process(): void; readonly Date: string }',
      'machine.process(headers.Date, { fetch: 1 });',
    ];
    expect(find('src/kernel/step.ts', open(code.join('\n')))).toEqual([]);
  });

  it('lets domain make and read texts of instants, and never ask for the time', () => {
    const file = 'src/domain/time.ts';
    expect(find(file, open('const day = Date.UTC(1, 2, 3) + Date.parse(x);'))).toEqual([]);
    expect(find(file, open('const text = new Date(at).toISOString();'))).toEqual([]);
    for (const code of ['Date.now();', 'new Date();', 'Date();', 'new Date;']) {
      expect(find(file, open(code))).toEqual([`${file}:2: asks for the time`]);
    }
  });
});

describe('code', () => {
  it.each([
    ["export * from './x.js';", 'export *'],
    ["export * as x from './x.js';", 'export *'],
    ['export default 1;', 'default export'],
    ['export default function f() {}', 'default export'],
    ['export { x as default };', 'default export'],
    ['enum Side { Buy }', 'enum'],
    ['const enum Side { Buy }', 'enum'],
    ['const x = y as Approved<Command>;', 'cast to Approved'],
    ['const x = y as unknown as Approved<Command>;', 'cast to Approved'],
    ['const x = <Approved<Command>>y;', 'cast to Approved'],
    ['const x = y as readonly Approved<Command>[];', 'cast to Approved'],
  ])('of src may not hold %s', (code, found) => {
    const where = 'src/session/run.ts:2';
    expect(find('src/session/run.ts', open(code))).toEqual([`${where}: ${found}`]);
  });

  it('may approve in one file', () => {
    expect(find('src/risk/approve.ts', open('const x = y as Approved<T>;'))).toEqual([]);
  });
});

describe('form', () => {
  const lines = (count: number): string => open('const x = 1;\n'.repeat(count - 1).trimEnd());

  it('bounds the lines of a file, wider for tests', () => {
    expect(find('src/client/http.ts', lines(400))).toEqual([]);
    expect(find('src/client/http.ts', lines(401))).toEqual([
      'src/client/http.ts:401: 401 lines, at most 400',
    ]);
    expect(find('test/client/http.test.ts', lines(500))).toEqual([]);
    expect(find('test/client/http.test.ts', lines(501))).toEqual([
      'test/client/http.test.ts:501: 501 lines, at most 500',
    ]);
  });

  it('bounds the columns of a line', () => {
    const wide = (columns: number): string => open(`// ${'x'.repeat(columns - 3)}`);
    expect(find('src/client/http.ts', wide(100))).toEqual([]);
    expect(find('src/client/http.ts', wide(101))).toEqual([
      'src/client/http.ts:2: 101 columns, at most 100',
    ]);
  });

  it.each(['const x = 1;', '/* A block. */', '//', '// eslint-disable-next-line', ''])(
    'opens with a sentence and not with %j',
    (first) => {
      expect(find('src/client/http.ts', `${first}\n`)).toEqual([
        'src/client/http.ts:1: open with one `//` sentence on what the file is for',
      ]);
    },
  );

  it('lets the line that names the interpreter come first', () => {
    expect(find('src/cli/main.ts', '#!/usr/bin/env node\n// Runs a command.\n')).toEqual([]);
  });

  it.each(['HttpClient.ts', 'http_client.ts', 'httpClient.ts'])('names no file %s', (name) => {
    expect(find(`src/client/${name}`, open(''))).toEqual([`src/client/${name}:1: not kebab-case`]);
  });

  // The marks are put together here, so that this file does not hold them.
  it.each(['TO-DO', 'FIX-ME'])('stops unfinished work: %s', (mark) => {
    const code = `// ${mark.replace('-', '')}: later`;
    expect(find('test/x.test.ts', open(code))).toEqual(['test/x.test.ts:2: unfinished mark']);
  });

  it.each(['only', 'skip', 'todo'])('stops tests marked %s', (mark) => {
    const where = 'test/x.test.ts:2: a test that is left out or runs alone';
    expect(find('test/x.test.ts', open(`it.${mark}('x', f);`))).toEqual([where]);
    expect(find('test/x.test.ts', open(`describe.${mark}.each([])('x', f);`))).toEqual([where]);
  });

  it('lets a test depend on its machine, and code skip rows', () => {
    expect(find('test/x.test.ts', open("it.skipIf(noBrowser)('x', f);"))).toEqual([]);
    expect(find('src/recordings/csv.ts', open(['reader', 'skip(1);'].join('.')))).toEqual([]);
  });
});

describe('every text file', () => {
  it.each(['work', 'root', 'farm', 'home'])('names no path under %s', (folder) => {
    const text = `first\nsee /${folder}/x.md\n`;
    expect(find('docs/page.md', text)).toEqual(['docs/page.md:2: a path of one machine']);
  });

  it.each(['npmjs.org', 'example.com', 'internal'])('names no registry host: %s', (host) => {
    const text = `https://${['registry', host].join('.')}/x\n`;
    expect(find('.ci/run', text)).toEqual(['.ci/run:1: the host of a package registry']);
  });

  it.each(['of the run before', 'order a is a zombie', 'weir guard CONFIG', 'this deed'])(
    'uses the glossary’s word instead of: %s',
    (words) => {
      const found = find('docs/page.md', `first\n${words}\n`);
      expect(found).toEqual(['docs/page.md:2: a word that the glossary replaces']);
      expect(find('src/torture/coverage/page.md', words)).toEqual([]);
      expect(find('docs/page.md', 'state `ZOMBIE`')).toEqual([]);
    },
  );

  it('may speak of rooms, work and registries', () => {
    const text =
      'src/work/page.md, ./home/x, ../root/x, registry.get(id), https://a.example/work\n';
    expect(find('docs/page.md', text)).toEqual([]);
  });
});

describe('ported code', () => {
  it.each([
    ['const x = Date.now();', 'Date.now'],
    ['const x = new Date();', 'new Date()'],
    ['const x = performance.now();', 'performance'],
    ['const x = Math.random();', 'Math.random'],
    ['const x = setTimeout(go, 1);', 'setTimeout'],
    ['const x = process.pid;', 'process'],
    ['const x = AbortSignal.timeout(1);', 'AbortSignal.timeout'],
    ["import { readFileSync } from 'node:fs';", 'node:fs'],
    ["import { randomBytes } from 'node:crypto';", 'randomBytes'],
  ])('does not say %s', (code, found) => {
    for (const folder of ['session', 'gateway', 'polling', 'client', 'journal']) {
      const file = `src/${folder}/x.ts`;
      expect(find(file, open(code))).toEqual([`${file}:2: ${found} in ported code`]);
    }
    expect(find('src/host/x.ts', open(code))).toEqual([]);
    expect(find('src/cli/x.ts', open(code))).toEqual([]);
  });

  it('may turn an instant into a text, and name a field like a global', () => {
    const code = 'const x = { process: new Date(0).toUTCString() }.process;';
    expect(find('src/client/x.ts', open(code))).toEqual([]);
  });
});
