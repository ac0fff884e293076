// Code blocks of the pages: TypeScript and JavaScript have right types, YAML and CSV are valid.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { parseConfig } from '../../src/config/index.js';
import { prepareRecording } from '../../src/recordings/index.js';
import { calendarsSchema } from '../../src/validation/calendars-schema.js';
import { formatFault, unwrap } from '../../src/domain/index.js';
import { profileSchema } from '../../src/protocol/profile/index.js';
import { limitsFileSchema } from '../../src/risk/index.js';
import { sessionSchema } from '../../src/plan/config-schema.js';
import { sweepSchema } from '../../backtest/index.js';
import { scenarioSchema, simulatorSchema } from '../../src/simulator/index.js';
import { type Block, listBlocks, nameBlock, readPages, ROOT } from './pages.js';

/** The unit file of a service is tested with the security checklist. */
const TESTED = ['sh', 'ts', 'js', 'json', 'yaml', 'csv', 'text', 'ini'];

describe('every block', () => {
  it('has a language that a test knows', () => {
    const blocks = readPages().flatMap((page) => page.blocks);
    const unknown = blocks.filter(({ language }) => !TESTED.includes(language));
    expect(unknown.map(nameBlock)).toEqual([]);
    expect(blocks.length).toBeGreaterThan(20);
  });
});

describe('ts and js blocks', () => {
  it('have right types, and are not taken for right when they are wrong', () => {
    const wrong = { page: 'a.md', line: 7, language: 'ts', file: undefined };
    const text = "import { amount } from 'weir';\nexport const size: string = amount();";
    // The compiler reads the project once, for all of them.
    const found = checkTypes([...listBlocks('ts'), ...listBlocks('js'), { ...wrong, text }]);
    expect(found).toEqual([expect.stringMatching(/^a\.md:7: .*not assignable/)]);
  });
});

/** What the compiler says of the blocks, with the project's own settings. */
function checkTypes(blocks: readonly Block[]): readonly string[] {
  const toFile = ({ language }: Block, index: number) =>
    join(ROOT, 'own', `block-${String(index)}.${language === 'js' ? 'mjs' : 'ts'}`);
  const byFile = new Map(blocks.map((block, index) => [toFile(block, index), block]));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT, {
    noEmit: true,
    checkJs: true,
    allowJs: true,
    // The types that users get; `npm test` builds them.
    paths: { weir: ['./dist/src/index.d.ts'], 'weir/*': ['./dist/src/*/index.d.ts'] },
  });
  const base = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...base,
    fileExists: (file) => byFile.has(file) || base.fileExists(file),
    readFile: (file) => byFile.get(file)?.text ?? base.readFile(file),
    getSourceFile: (file, language, ...rest) => {
      const block = byFile.get(file);
      return block === undefined
        ? base.getSourceFile(file, language, ...rest)
        : ts.createSourceFile(file, block.text, language);
    },
  };
  const program = ts.createProgram([...byFile.keys()], options, host);
  return [...byFile].flatMap(([file, block]) => {
    const source = program.getSourceFile(file);
    // Examples in JavaScript have no types of parameters to write down.
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .filter(({ code }) => block.language !== 'js' || code !== IMPLICIT_ANY)
      .map(({ messageText }) => {
        return `${nameBlock(block)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
  });
}

const IMPLICIT_ANY = 7006;

describe('a yaml block', () => {
  const parts = [
    sessionSchema.partial(),
    limitsFileSchema,
    z.strictObject(simulatorSchema.shape).partial(),
    scenarioSchema,
    calendarsSchema,
    profileSchema,
    sweepSchema.partial(),
  ];

  it.each(listBlocks('yaml').map((block) => [nameBlock(block), block.text] as const))(
    'is a configuration or a part of one: %s',
    (file, text) => {
      const found = parts.map((schema) => parseConfig({ file, text }, schema as z.ZodType));
      const faults = found.map((one) => (one.ok ? '' : formatFault(one.fault)));
      expect(faults, faults.join('\n')).toContain('');
    },
  );
});

describe('a csv block', () => {
  it.each(listBlocks('csv').map((block) => [nameBlock(block), block.text] as const))(
    'is a recording: %s',
    async (_, text) => {
      const folder = mkdtempSync(join(tmpdir(), 'weir-docs-'));
      onTestFinished(() => {
        rmSync(folder, { recursive: true });
      });
      const file = join(folder, 'rates.csv');
      writeFileSync(file, `${text}\n`);
      expect(unwrap(await prepareRecording(file, {})).facts.count).toBe(3);
    },
  );
});
