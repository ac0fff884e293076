// weir glossary [WORD]: shows terms from docs/glossary.md.
import { existsSync, readFileSync } from 'node:fs';
import { findNearestName } from '../../domain/index.js';
import { CommandError, EXIT, print, printText } from '../output.js';

/** Relative to a build, and relative to the sources. */
const PAGES = ['../../../../docs/glossary.md', '../../../docs/glossary.md'];

export interface GlossaryArguments {
  readonly word?: readonly string[] | undefined;
  readonly json: boolean;
}

interface Term {
  readonly term: string;
  readonly text: string;
}

export function glossary({ json, word = [] }: GlossaryArguments): Promise<number> {
  const terms = readTerms();
  const found = word.length === 0 ? terms : [findTerm(terms, word.join(' '))];
  if (json) printText(JSON.stringify(found, undefined, 2));
  else if (word.length === 0) printText(terms.map(({ term }) => term).join('\n'));
  else for (const { term, text } of found) print(`${term}: ${text}`);
  return Promise.resolve(EXIT.done);
}

/** The entries of the page in order, each on one line. */
export function readTerms(): readonly Term[] {
  const urls = PAGES.map((path) => new URL(path, import.meta.url));
  const page = urls.find((url) => existsSync(url));
  if (page === undefined) {
    throw new CommandError('cannot read docs/glossary.md: install Weir again', EXIT.fault);
  }
  const entries = readFileSync(page, 'utf8').matchAll(
    /^- \*\*(.+?)\*\*: ((?:.+\n?)+?)(?=\n|- |$)/gm,
  );
  return [...entries].map(([, term = '', text = '']) => {
    return { term, text: text.trim().replaceAll(/\s+/g, ' ') };
  });
}

/** Finds a term by its name, case-insensitive and also in plural, or by a code such as IOC. */
function findTerm(terms: readonly Term[], word: string): Term {
  const asked = word.toLowerCase();
  const names = [asked, asked.replace(/s$/, '')];
  const found =
    terms.find(({ term }) => names.includes(term.toLowerCase())) ??
    terms.find(({ text }) => text.includes(`\`${word.toUpperCase()}\``));
  if (found !== undefined) return found;
  const near = findNearestName(
    word,
    terms.map(({ term }) => term),
  );
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  const message = `expected a term of \`weir glossary\`, found \`${word}\`${hint}`;
  throw new CommandError(message, EXIT.usage);
}
