// Packages: few, reviewed, pinned by checksum, and none that runs anything when it is installed.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTree } from '../tidy/tree.js';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
}

const own = readJson('package.json') as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const lock = readJson('package-lock.json') as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const others = Object.entries(lock.packages).filter(([name]) => name !== '');

/** What of a workflow could give a token away: actions that may change, and powers. */
function listWorkflowFaults(text: string): readonly string[] {
  const uses = [...text.matchAll(/^\s*-?\s*uses:\s*(\S+)/gm)].map(([, action = '']) => action);
  return [
    ...uses.filter((action) => !/@[0-9a-f]{40}$/.test(action)),
    ...(/^permissions:/m.test(text) ? [] : ['no permissions']),
    ...['write-all', 'pull_request_target'].filter((word) => text.includes(word)),
  ];
}

describe('packages that run with Weir', () => {
  it('are those of the reviewed list, at exact versions', () => {
    expect(Object.keys(own.dependencies)).toEqual([
      ...['acorn', 'apache-arrow', 'cli-table3', 'decimal.js', 'esbuild', 'fzstd', 'hyparquet'],
      ...['hyparquet-compressors', 'hyparquet-writer', 'lossless-json', 'pino', 'rxjs'],
      ...['undici', 'uplot', 'yaml', 'yargs', 'zod'],
    ]);
    const versions = Object.values({ ...own.dependencies, ...own.devDependencies });
    for (const version of versions) expect(version).toMatch(/^(?:npm:@?[\w/.-]+@)?\d+\.\d+\.\d+$/);
  });
});

describe('the lock file', () => {
  it.each(others)('%s is proven by its checksum, wherever it came from', (_, locked) => {
    expect(locked.link).toBeUndefined();
    expect(locked.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  });

  it('names one package with a script of its own, which setup does not let run', () => {
    const scripted = others.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripted.map(([name]) => name)).toEqual(['node_modules/esbuild']);
    const setup = readFileSync(new URL('../../src/setup.mjs', import.meta.url), 'utf8');
    expect(setup).toContain('--ignore-scripts');
  });
});

describe('Weir itself', () => {
  it('has no script that runs when it is installed', () => {
    const names = ['preinstall', 'install', 'postinstall', 'preprepare', 'postprepare'];
    expect(names.filter((name) => name in own.scripts)).toEqual([]);
  });

  it('pins what its workflows run', () => {
    const workflows = readTree().filter(({ file }) => file.startsWith('.github/workflows/'));
    expect(workflows.flatMap(({ text }) => listWorkflowFaults(text))).toEqual([]);
  });

  it.each([
    ['permissions: read-all\n', `uses: a/b@${'0'.repeat(40)}`, []],
    ['permissions: read-all\n', '- uses: actions/checkout@v4', ['actions/checkout@v4']],
    ['', `uses: a/b@${'f'.repeat(40)}`, ['no permissions']],
    ['permissions: write-all\n', '', ['write-all']],
    ['permissions: read-all\n', 'on: pull_request_target', ['pull_request_target']],
  ] as const)('would be told of in a workflow: %j %j', (head, line, faults) => {
    expect(listWorkflowFaults(`${head}jobs:\n  one:\n    steps:\n      ${line}\n`)).toEqual(faults);
  });
});
