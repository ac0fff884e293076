// Walk-forward section of a sweep's page: the combination chosen in each window and its result.
import { formatInstant } from '../../domain/index.js';
import { markup, type Markup } from '../html/markup.js';
import { type Column, number, renderTable } from '../html/sections/table.js';
import { formatGrouped } from '../figures/texts.js';
import { formatFigure } from './format.js';
import type { SweepView, SweepWindowView, WalkForwardView } from './view.js';

export function renderWindows({ names, objective }: SweepView, walk: WalkForwardView): Markup {
  const { figure } = objective;
  const columns: readonly Column<SweepWindowView>[] = [
    number('#', ({ window }) => formatGrouped(window)),
    { head: 'In sample from', cell: ({ inSample }) => formatInstant(inSample.startAt) },
    { head: 'Out of sample from', cell: ({ outOfSample }) => formatInstant(outOfSample.startAt) },
    { head: names.join(', '), cell: toChosen },
    number(`${figure} in sample`, ({ inFigures }) => formatFigure(inFigures?.[figure] ?? null)),
    number(`${figure} out of sample`, ({ outFigures }) =>
      formatFigure(outFigures?.[figure] ?? null),
    ),
  ];
  return markup`${renderFigures(walk)}${renderTable(columns, walk.windows)}
<p class="hint">In each window the best combination of the in-sample span runs over the
out-of-sample span after it, from a flat start. ${renderEmpty(walk)}</p>`;
}

function toChosen({ combination, values, halt, fault }: SweepWindowView): string {
  if (fault !== undefined) return fault;
  if (combination === null) return 'none fits';
  const chosen = values.map(String).join(', ');
  return halt === undefined ? chosen : `${chosen}; halted by ${halt}`;
}

function renderEmpty({ emptyCount }: WalkForwardView): string {
  return emptyCount === 0 ? '' : `${formatGrouped(emptyCount)} windows without rates are left out.`;
}

function renderFigures({ bands, efficiency, pnlPerDay, stitched }: WalkForwardView): Markup {
  const lines = Object.entries(stitched).map(([name, value]) => {
    const band = bands?.[name];
    const range =
      band === undefined ? '' : ` (${formatFigure(band.low)} to ${formatFigure(band.high)})`;
    return markup`<dt>${name}</dt><dd>${formatFigure(value)}${range}</dd>\n`;
  });
  const days = [pnlPerDay.inSample, pnlPerDay.outOfSample].map(formatFigure).join(', ');
  const share = efficiency === null ? '–' : `${(efficiency * 100).toFixed(1)} %`;
  return markup`<div class="cards"><section class="card"><h3>Out of sample, one after another</h3>
<dl>${lines}</dl></section><section class="card"><h3>Against in sample</h3>
<dl><dt>pnl a day, in and out of sample</dt><dd>${days}</dd><dt>Kept</dt><dd>${share}</dd></dl>
</section></div>`;
}
