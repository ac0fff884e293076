// Packages: few, reviewed, pinned by checksum, and none that runs code when it is installed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
  const workflow: unknown = parse(text);
  const hasPowers = isObject(workflow) && 'permissions' in workflow;
  return [
    ...listFaults(workflow),
    ...(hasPowers ? [] : ['no permissions']),
    ...['pull_request_target', 'workflow_run'].filter((word) => text.includes(word)),
  ];
}

/** The same of any part of one, however deep it stands and in whatever style of YAML. */
function listFaults(part: unknown): readonly string[] {
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    const isPinned = typeof value === 'string' && /@[0-9a-f]{40}$/.test(value);
    if (key === 'uses' && !isPinned) return [String(value)];
    if (key === 'permissions' && !mayOnlyRead(value)) return [JSON.stringify(value)];
    return listFaults(value);
  });
}

function mayOnlyRead(permissions: unknown): boolean {
  if (!isObject(permissions)) return permissions === 'read-all';
  return Object.values(permissions).every((one) => one === 'read' || one === 'none');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Faults of what a checkout gives to the build machine: of its workflows, and of own actions. */
function findWorkflowFaults(root?: URL): readonly string[] {
  return readTree(root)
    .filter(({ file }) => /^\.github\/.*\.ya?ml$/.test(file))
    .flatMap(({ file, text }) => {
      const isWorkflow = file.startsWith('.github/workflows/');
      return isWorkflow ? listWorkflowFaults(text) : listFaults(parse(text));
    });
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

  it('are in no other list', () => {
    const lists = ['optional', 'peer', 'bundle', 'bundled'].map((kind) => `${kind}Dependencies`);
    expect([...lists, 'overrides', 'workspaces'].filter((name) => name in own)).toEqual([]);
  });
});

describe('the lock file', () => {
  it.each(others)('%s is proven by its checksum, wherever it came from', (_, locked) => {
    expect(locked.link).toBeUndefined();
    expect(locked.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  });

  it('names one package with an install script, which setup does not run', () => {
    const scripted = others.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripted.map(([name]) => name)).toEqual(['node_modules/esbuild']);
    const setup = readFileSync(new URL('../../tools/setup.mjs', import.meta.url), 'utf8');
    expect(setup).toContain('--ignore-scripts');
  });
});

describe('Weir itself', () => {
  it('has no script that runs when it is installed', () => {
    const steps = ['install', 'prepare', 'prepublish', 'dependencies'];
    const names = steps.flatMap((step) => [`pre${step}`, step, `post${step}`]);
    // `prepare` builds, and only in a checkout.
    expect(names.filter((name) => name in own.scripts)).toEqual(['prepare']);
    expect(own.scripts['prepare']).toBe('node tools/setup.mjs prepare');
    // npm takes that file for such a script.
    expect(existsSync(new URL('../../binding.gyp', import.meta.url))).toBe(false);
  });

  it('pins what its workflows run', () => {
    expect(findWorkflowFaults()).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'weir-workflows-'));
    for (const place of ['workflows', 'actions/own']) {
      mkdirSync(join(folder, '.github', place), { recursive: true });
      writeFileSync(join(folder, '.github', place, 'action.yml'), `uses: ${place}@v1\n`);
    }
    const faults = findWorkflowFaults(pathToFileURL(`${folder}/`));
    rmSync(folder, { recursive: true });
    expect([...faults].sort()).toEqual(['actions/own@v1', 'no permissions', 'workflows@v1']);
  });

  it.each([
    ['permissions: read-all\n', `uses: a/b@${'0'.repeat(40)}`, []],
    ['permissions: read-all\n', '- uses: actions/checkout@v4', ['actions/checkout@v4']],
    ['', `uses: a/b@${'f'.repeat(40)}`, ['no permissions']],
    ['permissions: read-all\n', '- {"uses": "a/b@main"}', ['a/b@main']],
    ['permissions: write-all\n', '', ['"write-all"']],
    ['permissions: {contents: write}\n', '', ['{"contents":"write"}']],
    ['permissions: {contents: read, packages: none}\n', '', []],
    ['permissions: {}\n', '- permissions: {id-token: write}', ['{"id-token":"write"}']],
    ['permissions: {}\n', 'on: workflow_run', ['workflow_run']],
    ['permissions: read-all\n', 'on: pull_request_target', ['pull_request_target']],
  ] as const)('would be reported in a workflow: %j %j', (head, line, faults) => {
    expect(listWorkflowFaults(`${head}jobs:\n  one:\n    steps:\n      ${line}\n`)).toEqual(faults);
  });
});
