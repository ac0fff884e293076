// The words of `weir kill`: what can be understood of them counts, the rest is told after the kill.
import { findNearestName } from '../../../domain/index.js';

export interface KillWords {
  /** Configurations that are named, the first of which is meant. */
  readonly configs: readonly string[];
  readonly state?: string;
  readonly reason?: string;
  readonly by?: string;
  /** The orders of every bot of Weir on the login are to be cancelled. */
  readonly allBots: boolean;
  readonly json: boolean;
  /** The page of the command is asked for, and nothing is killed. */
  readonly help: boolean;
  /** What was not understood. */
  readonly complaints: readonly string[];
}

const TEXTS = ['state', 'reason', 'by'] as const;
type TextOption = (typeof TEXTS)[number];
const HELP: readonly (string | undefined)[] = ['--help', '-h', '--version'];
const KNOWN = [...TEXTS, 'all-bots', 'json', 'help'];

/**
 * Reads the words behind `kill`. `isConfig` tells of a word whether it is a configuration: one that
 * an option has swallowed, or that stands among others, is found by it.
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
/** Longest that a bot takes; a kill is not refused for its words. */
const MAX_REASON = 500;
const MAX_WHO = 80;

/** What goes into latch and journal. */
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
