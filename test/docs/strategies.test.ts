// The strategies on the pages load, run over the recording, and give the result that stands there.
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runBacktest } from '../../backtest/index.js';
import type { Note } from '../../src/domain/events/index.js';
import { unwrap } from '../../src/domain/index.js';
import { formatSummary, summarise } from '../../src/report/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';
import { loadStrategy } from '../../src/strategy-loader/load-strategy.js';
import { createOwnFolder } from './own-files.js';
import { type Block, listBlocks, nameBlock, plain, readList, readPage } from './pages.js';

const { folder, remove } = createOwnFolder();
afterAll(remove);

const strategies = listBlocks('ts').filter(({ text }) => text.includes('defineStrategy('));
/** But those of a session at a venue, which play no recording. */
const configs = listBlocks('yaml').filter(
  ({ text }) => text.includes('strategies:') && !text.includes('\nvenue:'),
);

/** The text block that a page shows as the output of a command. */
function findOutput(page: string, command: string): string | undefined {
  const { blocks } = readPage(page);
  const at = blocks.findIndex(({ language, text }) => language === 'sh' && text.includes(command));
  const next = blocks[at + 1];
  return at >= 0 && next?.language === 'text' ? next.text : undefined;
}

describe('strategy on a page', () => {
  it.each(strategies.map((block) => [nameBlock(block), block] as const))(
    'has a configuration that runs it: %s',
    (_, { page, file }: Block) => {
      const name = file?.replace('own/', '') ?? 'a first line that names the file';
      const own = configs.filter((config) => config.page === page);
      expect(own.map(({ text }) => text).join()).toContain(`strategy: ${name}`);
    },
  );

  it.each(configs.map((block) => [nameBlock(block), block] as const))(
    'trades in a backtest, and gives the result shown: %s',
    async (_, { page, file = '' }: Block) => {
      const plan = unwrap(await loadPlan(join(folder, file), new Map()));
      const { collector, endAt, digest } = unwrap(runBacktest(plan));
      const summary = summarise(collector.finish(endAt, digest));
      expect(summary).toMatchObject({ halts: [], refused: 0 });
      expect(summary.fills).toBeGreaterThan(0);
      const shown = findOutput(page, `weir backtest ${file}`);
      const printed = formatSummary(summary).trim();
      // Rows without the frame are a part of the table.
      if (shown?.startsWith('│') === true) {
        expect(printed.split('\n')).toEqual(expect.arrayContaining(shown.split('\n')));
      } else if (shown !== undefined) expect(shown).toContain(printed);
    },
  );
});

describe('strategy context', () => {
  it('has the members that the table names', async () => {
    const text = [
      "import { defineStrategy } from 'weir';",
      "import { EMPTY } from 'rxjs';",
      "import { z } from 'zod';",
      'export default defineStrategy({',
      "  id: 'look', summary: '', params: z.strictObject({}),",
      '  run: (ctx) => {',
      "    ctx.note([...Object.keys(ctx), ...Object.keys(ctx.time)].join(' '));",
      '    return EMPTY;',
      '  },',
      '});',
    ].join('\n');
    const plan = unwrap(await loadPlan(join(folder, 'own/mean-reversion.yaml'), new Map()));
    const [first] = plan.strategies;
    if (first === undefined) throw new Error('the plan has a strategy');
    const source = { ...first.source, text };
    const { definition } = unwrap(await loadStrategy(source));
    const check = { ...first, source, definition, rawParams: {}, params: {} } as typeof first;
    const notes: Note[] = [];
    const ignore = () => undefined;
    const tap = { command: ignore, order: ignore, parent: ignore, fill: ignore, refused: ignore };
    const sink = {
      ...tap,
      quotes: ignore,
      busted: ignore,
      unstarted: ignore,
      halted: ignore,
      alert: ignore,
      ask: ignore,
      note: (note: Note) => notes.push(note),
    };
    unwrap(runBacktest({ ...plan, strategies: [check] }, { tap: sink }));
    const entries = readList(readPage('docs/writing-strategies.md'), '## The context');
    const named = entries.flatMap(([cell, words]) => {
      const members = plain(cell)
        .replaceAll(/\([^)]*\)/g, '')
        .split(', ');
      return members[0] === 'time' ? [...members, ...findCode(words)] : members;
    });
    // `now` is a member of both.
    expect([...named, 'now'].sort()).toEqual(notes[0]?.text.split(' ').sort());
  });
});

describe('refusal on a page', () => {
  const entries = readList(readPage('docs/writing-strategies.md'), '## What is refused, and why');

  it.each(entries.map(([code, message]) => [plain(code), message] as const))(
    'has this text: %s',
    async (code, message) => {
      const loaded = await loadStrategy({ file: 'own.js', text: embed(code) });
      expect(loaded.ok ? 'nothing' : loaded.fault.message).toContain(message);
    },
  );
});

function findCode(text: string): readonly string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

/** A module that holds the code and uses all that it declares; unused imports would be dropped. */
function embed(code: string): string {
  if (code.startsWith('import'))
    return `${code.replace('import', 'import x from')};\nexport { x };`;
  const lines = ["import { interval } from 'rxjs';", 'const work = 1, url = 2, text = 3;'];
  return [...lines, `export const use = [work, url, text, interval, ${code}];`].join('\n');
}
