// The part of docs/risk-rules.md that the running code writes: of each control what it is for, what
// it does, its default, and what a bot says when it fires.
import { stringify } from 'yaml';
import { Stops } from '../../src/report/index.js';
import { type ControlRow, listControls, toFileParams, toLimitName } from '../../src/risk/index.js';
import { LIMITABLE_CONTROLS } from '../../src/risk/limitable-controls.js';
import { findEgressRefusal } from '../../src/session/egress/checks.js';
import { formatAlert, formatHalt, formatRefusal } from '../../src/session/live/output-observer.js';
import { SCENARIOS } from '../kernel/control-scenarios.js';
import type { Bot } from '../kernel/harness.js';
import { playOut, rejectAll, sample, SAMPLES } from '../kernel/mechanism-scenarios.js';
import { CLOSED, OPEN, place } from '../session/egress/egress-scenarios.js';
import { BOTS, FAULTS } from './control-lines.js';

const LIVE = { M: 'live states it', D: 'has a default', F: 'fixed' } as const;

/** One section for each control. */
export function formatControls(): string {
  return listControls().map(formatSection).join('\n\n');
}

function formatSection(row: ControlRow): string {
  const { id, summary, mitigates, kind, stage, live, action } = row;
  const name = toLimitName(id);
  const title = `### ${id} ${name === id ? summary : `${name}: ${summary}`}`;
  const limited = LIMITABLE_CONTROLS.find((one) => one.id === id);
  const facts = [kind === 'rule' ? `rule, ${stage}` : kind, LIVE[limited?.live ?? live]];
  if (limited === undefined) facts.push('no key in limits files');
  const standard = row.limit === 'fixed' ? '' : ` Default: \`${row.limit}\`.`;
  const shown = formatExample(id);
  const purpose = `Against ${mitigates} (${facts.join('; ')}).`;
  return [title, `${purpose} On breach: ${action}.${standard}${shown.limits}`, ...shown.lines].join(
    '\n\n',
  );
}

interface Example {
  /** Part of a limits file, where it is not that of the defaults. */
  readonly limits: string;
  /** What a bot with it says. */
  readonly lines: readonly string[];
}

function formatExample(id: string): Example {
  const lines = listLines(id);
  if (lines.length === 0) return { limits: '', lines: [] };
  const stated = findLimits(id);
  const limits =
    stated === undefined
      ? ''
      : ` With \`${toYaml({ [toLimitName(id)]: toFileParams(id, stated) })}\`:`;
  return { limits, lines: [fence('text', lines.join('\n'))] };
}

/** What a limits file states of a control in its scenario, where it states something. */
function findLimits(id: string): object | undefined {
  const stated = SCENARIOS[id]?.limits?.[id];
  const isStated = typeof stated === 'object' && stated !== null && Object.keys(stated).length > 0;
  return isStated ? stated : undefined;
}

/** On one line. */
function toYaml(value: object): string {
  const options = { collectionStyle: 'flow', flowCollectionPadding: true, lineWidth: 0 } as const;
  const text = stringify(value, options).trimEnd();
  return text.slice(2, -2);
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** The lines that name the control, each once, as a running bot prints them. */
function listLines(id: string): readonly string[] {
  const bot = play(id);
  const said = bot === undefined ? [] : listSaid(bot, id);
  const kept = CLOSED.filter(([rule]) => rule === id).flatMap(([, change]) => {
    const refusal = findEgressRefusal(place, { ...OPEN, ...change });
    return refusal === undefined ? [] : [`not sent: ${place.command.coId}: ${refusal}`];
  });
  const faults = FAULTS[id]?.() ?? [];
  return [...new Set([...said, ...kept, ...faults])].slice(0, MOST_LINES);
}

const MOST_LINES = 4;

function play(id: string): Bot | undefined {
  const found = SAMPLES[id];
  if (found !== undefined) {
    return playOut((bot) => {
      sample(bot, found);
    });
  }
  return (SCENARIOS[id]?.fired ?? POLICY[id] ?? BOTS[id])?.();
}

/** Answers of the venue that the policy has a control for. */
const POLICY: Readonly<Record<string, () => Bot>> = {
  RC39: () => playOut((bot) => rejectAll(bot, 5, 'NoLiquidity')),
  RC51: () => playOut((bot) => rejectAll(bot, 1, 'tradingDisabled')),
  RC52: () =>
    playOut((bot) => {
      bot.answer(bot.mustPlace(), 'unknown', { status: 500 });
    }),
};

function listSaid({ refusals, alerts, halts, asks }: Bot, id: string): readonly string[] {
  const isOf = ({ rule }: { readonly rule: string }) => rule === id;
  const stops = new Stops();
  for (const refusal of refusals) stops.refused(refusal);
  return [
    ...refusals.filter(isOf).map(formatRefusal),
    ...alerts.filter(isOf).map(formatAlert),
    ...halts.filter(isOf).map((halt) => formatHalt(stops.halted(halt))),
    // A slower budget has no line of its own: the journal has its reason.
    ...(id === 'RC38' ? asks.map(({ kind, reason }) => `${kind}: ${reason}`) : []),
  ];
}
