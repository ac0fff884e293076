// Section with the quote requests, by strategy and symbol, then by provider.
import { markup } from '../markup.js';
import type { ProviderQuotes, QuoteFigures } from '../../collect/quote-figures.js';
import { formatFixed, formatGrouped } from '../../figures/texts.js';
import { type Column, renderTable } from './table.js';
import type { Section } from './section.js';

const number = <T>(head: string, of: (row: T) => number): Column<T> => ({
  head,
  kind: 'number',
  cell: (row) => formatGrouped(of(row)),
});

const LINES: readonly Column<QuoteFigures>[] = [
  { head: 'Strategy', cell: ({ strategy }) => strategy },
  { head: 'Symbol', cell: ({ symbol }) => symbol },
  number('Requests', ({ requests }) => requests),
  number('Quoted', ({ quoted }) => quoted),
  number('Quotes', ({ quotes }) => quotes),
  number('Accepted', ({ accepted }) => accepted),
  number('Dealt', ({ traded }) => traded),
  { head: 'Won, %', kind: 'number', cell: ({ winRate }) => toPercent(winRate) },
  { head: 'Hit, %', kind: 'number', cell: ({ hitRate }) => toPercent(hitRate) },
  { head: 'First quote, ms', kind: 'number', cell: (row) => toMs(row.firstQuoteMs) },
  { head: 'Life left, ms', kind: 'number', cell: (row) => toMs(row.lifeLeftMs) },
  { head: 'Response, ms', kind: 'number', cell: (row) => toMs(row.acceptMs) },
];

type ProviderRow = ProviderQuotes & Pick<QuoteFigures, 'strategy' | 'symbol'>;

const PROVIDERS: readonly Column<ProviderRow>[] = [
  { head: 'Strategy', cell: ({ strategy }) => strategy },
  { head: 'Symbol', cell: ({ symbol }) => symbol },
  { head: 'Provider', cell: ({ provider }) => provider },
  number('Quotes', ({ quotes }) => quotes),
  number('Accepted', ({ accepted }) => accepted),
  number('Dealt', ({ traded }) => traded),
];

export const quotesSection: Section = {
  id: 'quotes',
  title: 'Quote requests',
  render: (_, { quotes }) => {
    if (quotes.length === 0) return undefined;
    const providers = quotes.flatMap(({ strategy, symbol, providers: own }) =>
      own.map((one) => ({ strategy, symbol, ...one })),
    );
    return markup`${renderTable(LINES, quotes)}${renderTable(PROVIDERS, providers)}`;
  },
};

function toPercent(share: number | null): string {
  return share === null ? '–' : formatFixed(share * 100, 1);
}

function toMs(milliseconds: number | null): string {
  return milliseconds === null ? '–' : formatFixed(milliseconds, 1);
}
