// Pages and tree agree: links lead somewhere, maps name real folders, generated files are fresh.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listGenerated } from '../../tools/generate/generate.js';
import { readPage, readPages, ROOT, toAnchor } from './pages.js';

const MAX_PICTURE_BYTES = 300_000;

function findLinks(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
}

describe('links', () => {
  it.each(readPages().map(({ name, text }) => [name, text] as const))(
    'lead to files of the project: %s',
    (name, text) => {
      const targets = findLinks(text).filter((target) => !target.startsWith('https://'));
      const headings = text.split('\n').filter((line) => /^#+ /.test(line));
      const anchors = new Set(headings.map((line) => `#${toAnchor(line.replace(/^#+ /, ''))}`));
      const missing = targets.filter((target) =>
        target.startsWith('#')
          ? !anchors.has(target)
          : !existsSync(join(ROOT, dirname(name), target)),
      );
      expect(missing).toEqual([]);
    },
  );

  it('lead from the README to every page but those of one kind of file', () => {
    const links = findLinks(readPage('README.md').text);
    const pages = readPages().map(({ name }) => name);
    const docs = pages.filter((name) => /^docs\/[^/]+$/.test(name));
    expect(docs.filter((name) => !links.includes(name))).toEqual([]);
  });

  it('to pictures are light', () => {
    const pictures = readdirSync(join(ROOT, 'docs/images'));
    const sizes = pictures.map((name) => statSync(join(ROOT, 'docs/images', name)).size);
    expect(Math.max(...sizes)).toBeLessThan(MAX_PICTURE_BYTES);
  });
});

describe('map of folders', () => {
  const [map] = readPage('docs/architecture.md').blocks.filter(({ text }) =>
    text.startsWith('strategies/ '),
  );
  const named = (map?.text ?? '').split('\n').map((line) => line.split(/ {2,}/)[0] ?? '');

  it('names folders that exist', () => {
    const isFolder = (name: string) =>
      statSync(join(ROOT, name), { throwIfNoEntry: false })?.isDirectory() === true;
    expect(named.filter((name) => !isFolder(name))).toEqual([]);
  });

  it('leaves no folder of src out', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `src/${name}`);
    expect(folders.filter((name) => !named.includes(name))).toEqual([]);
  });
});

describe('generated files', () => {
  it('equal what `npm run generate` writes now', async () => {
    const files = await listGenerated();
    const old = files.filter(({ path, text }) => {
      const file = join(ROOT, path);
      return !existsSync(file) || readFileSync(file, 'utf8') !== text;
    });
    expect(old.map(({ path }) => path).join(' ')).toBe('');
    expect(files.map(({ path }) => path)).toContain('docs/configuration.md');
  });

  it('are named by the shipped configurations', () => {
    const configs = ['', 'limits'].flatMap((folder) =>
      readdirSync(join(ROOT, 'config', folder))
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => join('config', folder, name)),
    );
    for (const config of configs) {
      const [first = ''] = readFileSync(join(ROOT, config), 'utf8').split('\n');
      const schema = /^# yaml-language-server: \$schema=(\S+)$/.exec(first)?.[1] ?? 'none';
      expect(existsSync(join(ROOT, dirname(config), schema)), `${config}: ${schema}`).toBe(true);
    }
  });
});
