// The project's pages: their text, code blocks, tables and headings.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Block {
  /** Page, relative to the root. */
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** First word after the fence: `ts`, `sh`, `yaml`, `text`, `csv`. */
  readonly language: string;
  readonly text: string;
  /** File that the block's first comment names, if any: `own/limits.yaml`. */
  readonly file: string | undefined;
}

export interface Page {
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** README.md, the pages of docs and the other pages of the root. */
export function readPages(): readonly Page[] {
  const all = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const docs = all.filter((name) => name.endsWith('.md')).sort();
  const names = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
  return [...names, ...docs.map((name) => `docs/${name}`)].map(readPage);
}

export function readPage(name: string): Page {
  const text = readFileSync(join(ROOT, name), 'utf8');
  return { name, text, blocks: findBlocks(name, text) };
}

/** Blocks of a language on all pages. */
export function listBlocks(language: string): readonly Block[] {
  return readPages().flatMap(({ blocks }) => blocks.filter((one) => one.language === language));
}

/** `docs/simulator.md:12`, for titles and messages. */
export function nameBlock({ page, line }: Block): string {
  return `${page}:${String(line)}`;
}

function findBlocks(page: string, text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly line: number; readonly language: string; readonly from: number } | undefined;
  const lines = text.split('\n');
  lines.forEach((content, index) => {
    const fence = /^```(\w*)/.exec(content);
    if (fence === null) return;
    if (open === undefined) {
      open = { line: index + 1, language: fence[1] ?? '', from: index + 1 };
      return;
    }
    const inner = lines.slice(open.from, index);
    const file = /^(?:\/\/|#) (own\/\S+)$/.exec(inner[0] ?? '')?.[1];
    const { line, language } = open;
    blocks.push({ page, line, language, text: inner.join('\n'), file });
    open = undefined;
  });
  return blocks;
}

/** The rows of the first table below a heading, or below a line that starts so; cells trimmed. */
export function readTable(page: Page, below: string): readonly (readonly string[])[] {
  const lines = page.text.split('\n');
  const from = lines.findIndex((line) => line.startsWith(below));
  if (from < 0) throw new RangeError(`${page.name} has no line "${below}"`);
  const start = lines.findIndex((line, index) => index > from && line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const rows = lines.slice(start, end < 0 ? undefined : end).map((line) => splitRow(line));
  return rows.slice(2);
}

/** The entries `- head: text` of the section of a heading, each as head and text. */
export function readList(page: Page, heading: string): readonly (readonly [string, string])[] {
  const [, section] = `${page.text}\n`.split(`\n${heading}\n`);
  if (section === undefined) throw new RangeError(`${page.name} has no line "${heading}"`);
  const [own = ''] = section.split(/\n##+ /);
  return [...own.matchAll(/^- (.*?): ((?:.+\n)+?)(?=- |\n|$)/gm)].map(
    ([, head = '', text = '']) => {
      return [head, text.trim().replaceAll(/\s+/g, ' ')];
    },
  );
}

function splitRow(line: string): readonly string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** A cell without its code marks. */
export function plain(cell: string | undefined): string {
  return (cell ?? '').replaceAll('`', '');
}

/** As pages link to their headings. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
