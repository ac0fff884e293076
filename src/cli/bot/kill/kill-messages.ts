// Parses the arguments of `weir kill`: a kill acts on what it understands and reports the rest
// afterwards.
import { findNearestName } from '../../../domain/index.js';

export interface KillWords {
  /** Configurations in the arguments; the first one is used. */
  readonly configs: readonly string[];
  readonly state?: string;
  readonly reason?: string;
  readonly by?: string;
  /** Whether to cancel the orders of every Weir bot on the login. */
  readonly allBots: boolean;
  readonly json: boolean;
  /** Only the help of the command is requested, and nothing is killed. */
  readonly help: boolean;
  /** Messages about arguments that were not understood. */
  readonly complaints: readonly string[];
}

const TEXTS = ['state', 'reason', 'by'] as const;
type TextOption = (typeof TEXTS)[number];
const HELP: readonly (string | undefined)[] = ['--help', '-h', '--version'];
const KNOWN = [...TEXTS, 'all-bots', 'json', 'help'];

/**
 * Parses the arguments after `kill`. `isConfig` says whether a word is a configuration, to find one
 * that was taken as the value of an option or is among other words.
 */
export function readKillWords(
  words: readonly string[],
  isConfig: (word: string) => boolean,
): KillWords {
  const found: Partial<Record<TextOption, string>> = {};
  const plain: string[] = [];
  const complaints: string[] = [];
  let allBots = false;
  let json = false;
  let help = words.length === 1 && words[0] === 'help';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name, inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined && !word.startsWith('-')) plain.push(word);
    else if (HELP.includes(word)) help = true;
    else if (name === 'json') json = inline !== 'false';
    else if (name === 'all-bots') allBots = inline !== 'false';
    else if (!isTextOption(name)) complaints.push(describeUnknown(name, word));
    else {
      const next = words[at + 1];
      const value = inline ?? (next?.startsWith('--') === true ? undefined : next);
      if (inline === undefined && value !== undefined) at += 1;
      if (value === undefined || value.trim() === '') {
        complaints.push(`expected a value after \`--${name}\`, found none`);
      } else found[name] = value;
    }
  }
  const configs = plain.filter(isConfig);
  const swallowed =
    configs.length > 0 ? [] : [found.reason, found.by].filter((one) => one !== undefined);
  const rest = plain.filter((word) => !configs.includes(word));
  configs.push(...swallowed.filter(isConfig));
  if (configs.length === 0) configs.push(...rest.splice(0, 1));
  for (const word of rest) complaints.push(`expected one configuration, found also \`${word}\``);
  return { configs, ...found, allBots, json, help, complaints };
}

function isTextOption(name: string | undefined): name is TextOption {
  return TEXTS.some((one) => one === name);
}

function describeUnknown(name: string | undefined, word: string): string {
  const near = name === undefined ? undefined : findNearestName(name, KNOWN);
  const hint = near === undefined ? '' : `; did you mean \`--${near}\`?`;
  return `expected a known option, found \`${word}\`${hint}`;
}

const NO_REASON = 'weir kill, no reason given';
/**
 * Maximum lengths that a bot accepts; longer texts are cut, as a kill is never refused for them.
 */
const MAX_REASON = 500;
const MAX_WHO = 80;

/** Data of the kill for latch and journal. */
export function toKillOrder({ by, reason }: KillWords, person: string) {
  return {
    cause: 'RC63',
    who: cut(by, person, MAX_WHO),
    reason: cut(reason, NO_REASON, MAX_REASON),
  } as const;
}

function cut(typed: string | undefined, otherwise: string, most: number): string {
  const text = typed?.trim() ?? '';
  return (text === '' ? otherwise : text).slice(0, most);
}
