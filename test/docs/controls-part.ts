// The part of the page on risk and stop rules that the running code writes: the table of controls,
// and of each what it is for and what a bot says when it fires.
import { stringify } from 'yaml';
import { z } from 'zod';
import { formatTable } from '../../src/cli/markdown-table.js';
import { Stops } from '../../src/report/index.js';
import { type ControlRow, LIMITABLE_CONTROLS, listControls } from '../../src/risk/index.js';
import { findEgressRefusal } from '../../src/session/egress/checks.js';
import { formatAlert, formatHalt, formatRefusal } from '../../src/session/live/output-observer.js';
import { SCENARIOS } from '../kernel/control-scenarios.js';
import type { Bot } from '../kernel/harness.js';
import { playOut, rejectAll, sample, SAMPLES } from '../kernel/mechanism-scenarios.js';
import { CLOSED, OPEN, place } from '../session/egress/egress-scenarios.js';
import { BOTS, FAULTS } from './control-lines.js';
import { toAnchor } from './pages.js';

const CLASSES = { L: 'limit', T: 'trigger', A: 'alert' } as const;
const LIVE = {
  M: 'a live configuration has to state it',
  D: 'its default holds, outside live it can be `off`',
  F: 'fixed',
} as const;

/** Where a mechanism cannot be switched off by a limits file. */
const HOLDS = 'its default holds';

/** Both parts: the table, and one section for each control. */
export function formatControls(): string {
  const rows = listControls();
  const head = ['Id', 'Control', 'Against', 'Live', 'On breach'];
  const cells = rows.map((row) => {
    const { id, summary, mitigates, live, action } = row;
    const link = `[${id}](#${toAnchor(`${id} ${summary}`)})`;
    return [link, summary, mitigates, live, action];
  });
  const sections = rows.map(formatSection);
  return [formatTable([head, ...cells]), '## Each control', ...sections].join('\n\n');
}

function formatSection(row: ControlRow): string {
  const { id, summary, mitigates, kind, stage, live, action, tests } = row;
  const title = `### ${id} ${summary}`;
  if (kind === 'later') {
    return `${title}\n\nAgainst ${mitigates}. Not in this version: ${row.limit}; ${action}.`;
  }
  const limited = LIMITABLE_CONTROLS.find((one) => one.id === id);
  const key = limited === undefined ? 'no key in limits files' : `key \`${id}\``;
  const need = limited === undefined && live === 'D' ? HOLDS : LIVE[limited?.live ?? live];
  const facts = `_${kind}, stage ${stage}, ${CLASSES[row.class]}; ${key}; ${need}._`;
  const fires = tests.map((file) => `\`${file}\``).join(', ');
  return [
    title,
    `Against ${mitigates}. ${facts}`,
    `Default: \`${row.limit}\`. On breach: ${action}. Fired by ${fires}.`,
    ...formatExample(id),
  ].join('\n\n');
}

/** A part of a limits file, and what a bot with it says. */
function formatExample(id: string): readonly string[] {
  const lines = listLines(id);
  if (lines.length === 0) return [];
  const limits = findLimits(id);
  const file = Object.keys(limits).length === 0 ? [] : [fence('yaml', toYaml({ [id]: limits }))];
  return [...file, fence('text', lines.join('\n'))];
}

/** What a limits file states of a control in its scenario; its defaults where it states nothing. */
function findLimits(id: string): object {
  const stated = SCENARIOS[id]?.limits?.[id];
  if (typeof stated === 'object' && stated !== null && Object.keys(stated).length > 0) {
    return stated;
  }
  const params = LIMITABLE_CONTROLS.find((one) => one.id === id)?.params;
  return params === undefined ? {} : (z.encode(params, params.parse({})) as object);
}

function toYaml(value: object): string {
  return stringify(value, { flowCollectionPadding: true, lineWidth: 96 }).trimEnd();
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
