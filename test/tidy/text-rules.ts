// Rules that need only the lines of a file: sizes, unfinished marks, names of machines and hosts.
import type { Finding, SourceText } from './finding.js';

const MAX_COLUMNS = 100;
const MAX_LINES = 400;
const MAX_TEST_LINES = 500;

interface LinePattern {
  readonly pattern: RegExp;
  readonly message: string;
}

// Written so that this file does not match itself.
const UNFINISHED: readonly LinePattern[] = [
  { pattern: /\b(?:TO[D]O|FIX[M]E)\b/, message: 'unfinished mark; finish it or delete it' },
  {
    pattern: /\b(?:it|test|describe|bench)(?:\.\w+)*\.(?:only|skip|todo)\b|\b(?:xit|xdescribe)\(/,
    message: 'a test that is left out or runs alone; run them all',
  },
];

const OUTSIDE: readonly LinePattern[] = [
  {
    pattern: /(?<![\w.])\/(?:work|root|farm|home)\//,
    message: 'a path of one machine; use a path relative to the checkout',
  },
  {
    pattern:
      /\bregistry\.(?:npmjs|yarnpkg)|\bregistry[\w.-]*\.(?:com|dev|internal|io|local|net|org)\b/,
    message: 'the host of a package registry; leave it to npm',
  },
];

/** Checks of every text file of the project. */
export function checkText({ file, text }: SourceText): readonly Finding[] {
  return findLines(file, text.split('\n'), OUTSIDE);
}

/** Checks of the form of a TypeScript file, tests included. */
export function checkForm({ file, text }: SourceText): readonly Finding[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const limit = file.startsWith('test/') ? MAX_TEST_LINES : MAX_LINES;
  const findings = findLines(file, lines, UNFINISHED);
  lines.forEach((line, index) => {
    if (line.length <= MAX_COLUMNS) return;
    const found = `${String(line.length)} columns, at most ${String(MAX_COLUMNS)}; break the line`;
    findings.push({ file, line: index + 1, message: found });
  });
  if (lines.length > limit) {
    const message = `${lines.length} lines, at most ${limit}; split the file by noun`;
    findings.push({ file, line: limit + 1, message });
  }
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)+$/.test(name)) {
    findings.push({ file, line: 1, message: 'not kebab-case; rename the file as its export' });
  }
  return findings;
}

/** Every source file opens with what it is for; a command may have its `#!` line first. */
export function checkOpening({ file, text }: SourceText): readonly Finding[] {
  const [first = '', second = ''] = text.split('\n');
  const opening = first.startsWith('#!') ? second : first;
  if (/^\/\/ [^@]*\w/.test(opening) && !opening.includes('eslint-')) return [];
  return [{ file, line: 1, message: 'open with one `//` sentence on what the file is for' }];
}

function findLines(
  file: string,
  lines: readonly string[],
  patterns: readonly LinePattern[],
): Finding[] {
  return lines.flatMap((line, index) =>
    patterns
      .filter(({ pattern }) => pattern.test(line))
      .map(({ message }) => ({ file, line: index + 1, message })),
  );
}

/** Former words of the project, each with the glossary's word. At most 40. */
const FORMER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:the|a|that) run before\b(?! the)|\brun of before\b|\bformer run\b/i, 'previous run'],
  [/\bzombies?\b/, 'an order that is alive at the venue although it was closed'],
  [/\bstand-ins?\b/i, 'provisional fill'],
  [/\bdeeds?\b/i, 'action'],
  [/\bin doubt\b|\bdoubted order/i, 'order of unknown outcome'],
  [/\bturn(?:s|ed) (?:down|back)\b/i, 'rejects (the venue), refuses (Weir)'],
  [/\bjudge[sd]?\b/i, 'evaluates, checks'],
  [/\bmisfits?\b/i, 'what is invalid'],
  [/\bleapt\b/i, 'skipped'],
  [/\bso-manieth\b/i, 'n-th'],
  [/\b(?:venue|person|operator)[’']s (?:own |written )?word\b/i, 'report, confirmation'],
  [/\bof (?:before|none)\b/i, 'the noun itself'],
  [/\bhold(?:s|ing)? still\b/i, 'stay the same'],
  [/\bsupport packs?\b/i, 'support bundle'],
  [/\b(?:teller|keeper)s?\b/i, 'what it does: log, notifier, book, manager'],
  [/\bweir (?:guard|assess)\b/, 'weir watchdog, weir controls'],
];

/** Situations, situations' names and fault summaries of torture are data of its coverage. */
const WORDS_CHECKED =
  /^(?:src|backtest|strategies|tools|docs|config)\/|^(?:README|CONTRIBUTING)\.md$/;
const WORDS_EXEMPT =
  /^src\/torture\/|^src\/cli\/parser\/former-names\.ts$|^docs\/house\.md$|^tools\/freeze\.json$/;

/** Former words in comments, messages, names and pages. */
export function checkWords({ file, text }: SourceText): readonly Finding[] {
  if (!WORDS_CHECKED.test(file) || WORDS_EXEMPT.test(file)) return [];
  const patterns = FORMER_WORDS.map(([pattern, better]): LinePattern => {
    return { pattern, message: `a word that the glossary replaces; say: ${better}` };
  });
  return findLines(file, text.split('\n'), patterns);
}
