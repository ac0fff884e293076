// What forges and editors read at the root agrees with the project.
import { matchesGlob } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './pages.js';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

it('the workflow runs .ci/run on the Node of .nvmrc and of the developer', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
  const { strategy, steps } = jobs.check;
  expect(strategy.matrix.node).toEqual([20, 22, 24]);
  expect(strategy.matrix.node).toContain(Number(read('.nvmrc')));
  expect(steps.map(({ run }) => run)).toContain('.ci/run');
});

it('the editor maps each configuration to the schema that its first line names', () => {
  const settings = JSON.parse(read('.vscode/settings.json')) as Settings;
  const files = readdirSync(join(ROOT, 'config'), { recursive: true, encoding: 'utf8' });
  const configs = files.map((file) => `config/${file}`).filter((file) => /\.yaml$/.test(file));
  expect(configs.length).toBeGreaterThan(20);
  for (const file of configs) {
    const mapped = Object.entries(settings['yaml.schemas']).filter(([, globs]) =>
      [globs].flat().some((glob) => matchesGlob(file, glob)),
    );
    const [, named] = /schema\/([\w.]+)$/m.exec(read(file).split('\n')[0] ?? '') ?? [];
    expect([file, mapped.map(([schema]) => schema)]).toEqual([
      file,
      [`config/schema/${String(named)}`],
    ]);
  }
});

interface Workflow {
  readonly jobs: {
    readonly check: {
      readonly strategy: { readonly matrix: { readonly node: readonly number[] } };
      readonly steps: readonly { readonly run?: string }[];
    };
  };
}

interface Settings {
  readonly 'yaml.schemas': Readonly<Record<string, string | readonly string[]>>;
}
