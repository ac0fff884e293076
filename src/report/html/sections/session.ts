// Section on what ran: strategies with their parameters, models, and risk rules that were off.
import { type Content, markup, type Markup } from '../markup.js';
import { formatGrouped } from '../../figures/texts.js';
import type { Section } from './section.js';

type Line = readonly [label: string, value: Content];

export const sessionSection: Section = {
  id: 'session',
  title: '',
  render: ({ info }) => {
    const strategies = info.strategies.map(({ name, id, params }) =>
      renderCard(
        name === id ? `Strategy ${name}` : `Strategy ${name} (${id})`,
        Object.entries(params).map(([key, value]): Line => [key, toText(value)]),
      ),
    );
    const off =
      info.controlsOff.length === 0
        ? markup`<p>All risk rules are on.</p>`
        : markup`<p class="off">${info.controlsOff.map((id) => markup`<code>${id}</code> `)}</p>`;
    return markup`<div class="cards">
${strategies}
${renderCard(
  info.mode === 'run' ? 'Venue' : 'Models',
  info.notes.map(({ label, value }): Line => [label, value]),
)}
<section class="card"><h3>Risk rules that are off</h3>${off}</section>
</div>`;
  },
};

function renderCard(title: string, lines: readonly Line[]): Markup {
  const rows = lines.map(([label, value]) => markup`<dt>${label}</dt><dd>${value}</dd>\n`);
  const body = lines.length === 0 ? markup`<p>Nothing was stated.</p>` : markup`<dl>${rows}</dl>`;
  return markup`<section class="card"><h3>${title}</h3>${body}</section>\n`;
}

function toText(value: unknown): string {
  if (typeof value === 'number') return formatGrouped(value);
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
