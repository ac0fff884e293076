// Describes what a schema expected, from a zod issue.
import type { z } from 'zod';

import { cut, quote } from './describe-found.js';

type Issue = z.core.$ZodIssue;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  record: 'a map',
  array: 'a list',
  tuple: 'a list',
  null: 'an empty value',
  undefined: 'no such key',
  never: 'no such key',
};

const UNIT_WORDS: Readonly<Record<string, string>> = { string: ' character', array: ' item' };

const MAX_WORDS = 12;

/** Text to follow "expected". */
export function describeExpected(issue: Issue): string {
  if (issue.message !== '' && issue.code !== 'unrecognized_keys') {
    return issue.message.replace(/^expected /, '').replace(/, found .*$/s, '');
  }
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_WORDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return listWords(issue.values.map(toWord), ' or ');
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_format':
      return describeFormat(issue);
    case 'not_multiple_of':
      return `a multiple of ${String(issue.divisor)}`;
    case 'too_small':
      return describeBound(issue, 'at least', 'above', issue.minimum);
    case 'too_big':
      return describeBound(issue, 'at most', 'below', issue.maximum);
    default:
      return 'another value';
  }
}

/** The texts that an issue would have allowed; empty when it did not expect a fixed text. */
export function knownWords(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') {
    return issue.values.filter((value) => typeof value === 'string');
  }
  if (issue.code !== 'invalid_union') return [];
  const options = 'options' in issue ? issue.options : [];
  const branches = issue.errors.flat().filter(({ path }) => path.length === 0);
  return [...options.filter((value) => typeof value === 'string'), ...branches.flatMap(knownWords)];
}

/** `a, b or c`, cut after 12. */
export function listWords(words: readonly string[], last: string): string {
  if (words.length > MAX_WORDS) return `${words.slice(0, MAX_WORDS).join(', ')}, ...`;
  return [words.slice(0, -1).join(', '), ...words.slice(-1)]
    .filter((part) => part !== '')
    .join(last);
}

/** The alternatives of a union, including those of a union inside it. */
export function listBranches(
  issue: Issue & { code: 'invalid_union' },
): readonly (readonly Issue[])[] {
  const branches: readonly (readonly Issue[])[] = issue.errors;
  return branches.flatMap((branch) => {
    const [only] = branch;
    const isUnion = only?.code === 'invalid_union' && only.path.length === 0 && branch.length === 1;
    const inner = isUnion ? listBranches(only) : [];
    return inner.length > 0 ? inner : [branch];
  });
}

function describeUnion(issue: Issue & { code: 'invalid_union' }): string {
  if ('options' in issue) return listWords(issue.options.map(toWord), ' or ');
  const forms = listBranches(issue).flatMap(([first]) =>
    first === undefined ? [] : describeExpected(first),
  );
  return forms.length === 0 ? 'a value of one form' : listWords([...new Set(forms)], ' or ');
}

function describeFormat(issue: Issue & { code: 'invalid_format' }): string {
  if ('prefix' in issue) return `text that starts with ${quote(String(issue.prefix))}`;
  if ('suffix' in issue) return `text that ends with ${quote(String(issue.suffix))}`;
  if ('includes' in issue) return `text with ${quote(String(issue.includes))} in it`;
  return issue.format === 'regex' && issue.pattern !== undefined
    ? `text that matches ${cut(issue.pattern)}`
    : `a valid ${issue.format}`;
}

function describeBound(
  issue: Issue & { code: 'too_small' | 'too_big' },
  inclusive: string,
  exclusive: string,
  bound: number | bigint,
): string {
  const count = String(bound);
  const limit =
    issue.exact === true ? 'exactly' : issue.inclusive === false ? exclusive : inclusive;
  const unit = UNIT_WORDS[issue.origin] ?? '';
  return `${limit} ${count}${unit}${unit === '' || bound === 1 ? '' : 's'}`;
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? quote(value) : String(value);
}
