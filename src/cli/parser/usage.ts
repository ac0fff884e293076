// Messages for wrong command lines: what was expected, what was found, the nearest known name.
import { findNearestName } from '../../domain/index.js';
import { COMMANDS } from './commands.js';
import { CommandError, EXIT } from '../output.js';

export function usageError(message: string): CommandError {
  return new CommandError(`${message}\nweir --help lists commands and options`, EXIT.usage);
}

/** Throws if the first argument is no command. */
export function checkCommand(words: readonly string[]): void {
  const [word] = words;
  const known = Object.keys(COMMANDS);
  if (word === '--help' || word === '-h' || word === '--version') return;
  if (word !== undefined && known.includes(word)) return;
  const expected = `expected a command (${known.join(', ')})`;
  if (word === undefined) throw usageError(`${expected}, found none`);
  throw usageError(`${expected}, found \`${word}\`${suggest(word, known)}`);
}

/** Translates the parser's message about these arguments; `known` are all options. */
export function explainUsage(
  message: string,
  words: readonly string[],
  known: readonly string[],
): CommandError {
  const [command = ''] = words;
  const expected = `expected \`weir ${`${command} ${findArguments(command)}`.trim()}\``;
  const unknown = /^Unknown arguments?: ([^,]+)/.exec(message)?.[1];
  if (unknown !== undefined) {
    const isOption = words.some((word) => toOption(word) === unknown);
    if (!isOption) return usageError(`${expected}, found also \`${unknown}\``);
    return unknownOption(unknown, known);
  }
  if (message.startsWith('Not enough non-option arguments')) {
    // An unknown option takes the next argument as its value.
    const odd = words.map(toOption).find((name) => name !== '' && !known.includes(name));
    if (odd !== undefined) return unknownOption(odd, known);
    return usageError(`${expected}, found nothing more`);
  }
  const valueless = /^Not enough arguments following: (\S+)/.exec(message)?.[1];
  if (valueless !== undefined) {
    return usageError(`expected a value after \`--${valueless}\`, found none`);
  }
  const missing = /^Missing required arguments?: (.+)$/.exec(message)?.[1];
  if (missing !== undefined) {
    const options = missing.split(', ').map((name) => `\`--${name}\``);
    return usageError(`expected ${options.join(' and ')}, found none`);
  }
  return explainChoice(message, known) ?? usageError(message);
}

function unknownOption(name: string, known: readonly string[]): CommandError {
  const hint = suggest(name, known, '--');
  return usageError(`expected a known option, found \`--${name}\`${hint}`);
}

/** The name of a long option, or an empty text. */
function toOption(word: string): string {
  return /^--(?!no-)([^=]+)/.exec(word)?.[1] ?? '';
}

function explainChoice(message: string, known: readonly string[]): CommandError | undefined {
  const [, name = '', given = '', choices = ''] = CHOICE.exec(message) ?? [];
  if (name === '') return undefined;
  const texts = [...choices.matchAll(/"([^"]*)"/g)].map(([, one = '']) => one);
  const place = known.includes(name) ? `--${name}` : `<${name}>`;
  const expected = `expected one of ${texts.join(', ')} as ${place}`;
  return usageError(`${expected}, found \`${given}\`${suggest(given, texts)}`);
}

/** The parser's message for an option or argument with a fixed list of values. */
const CHOICE = /Argument: ([^,]+), Given: "(.*)", Choices: (.*)/;

/** The numeric value of an option. */
export function parseNumber(
  option: string,
  text: unknown,
  expected: string,
  isValid: (value: number) => boolean,
): number {
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  if (isValid(value)) return value;
  throw usageError(`${option}: expected ${expected}, found ${JSON.stringify(text)}`);
}

/**
 * Throws for a switch with another value than true or false, which the parser would take as false.
 */
export function checkSwitches(words: readonly string[]): void {
  const [, name = '', value = ''] =
    words.map((word) => /^--(json|help|version)=(.*)$/.exec(word)).find((found) => found) ?? [];
  if (name === '' || value === 'true' || value === 'false') return;
  throw usageError(`expected --${name} without a value, found \`${value}\``);
}

const SEVERAL: readonly string[] = ['_', 'sessions', 'files', 'word'];

/** Throws for an option that occurs twice. */
export function checkOnce(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === '') {
      const isPositional = name === 'config' || name === 'session';
      const expected = isPositional ? `a path as <${name}>` : `a value after \`--${name}\``;
      throw usageError(`expected ${expected}, found none`);
    }
    // These may occur several times.
    if (SEVERAL.includes(name)) continue;
    if (Array.isArray(value)) {
      throw usageError(`expected --${name} once, found it ${String(value.length)} times`);
    }
  }
}

/** Arguments of a command, as its usage shows them. */
export function findArguments(command: string): string {
  return (COMMANDS as Readonly<Record<string, string>>)[command] ?? '';
}

function suggest(word: string, known: readonly string[], prefix = ''): string {
  const near = findNearestName(word, known);
  return near === undefined ? '' : `; did you mean \`${prefix}${near}\`?`;
}
