// The tsconfig.json of the pages: editors find the types from a folder beside a clone.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';
import { listBlocks, ROOT } from './pages.js';

it('the tsconfig.json for editors finds the types from a folder beside a clone', () => {
  const [block, ...others] = listBlocks('json');
  expect(others).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'weir-types-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  symlinkSync(ROOT, join(folder, 'weir'));
  mkdirSync(join(folder, 'own'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, 'own', name), text);
  };
  write(
    'right.ts',
    listBlocks('ts').find(({ file }) => file === 'own/follow-the-bid.ts')?.text ?? '',
  );
  write('wrong.ts', "import { amount } from 'weir';\nexport const size: string = amount();");
  const config: unknown = JSON.parse(block?.text ?? '');
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, join(folder, 'own'));
  expect(parsed.errors).toEqual([]);
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  const found = ts.getPreEmitDiagnostics(program).map(({ file }) => basename(file?.fileName ?? ''));
  expect(found).toEqual(['wrong.ts']);
});
