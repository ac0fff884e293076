// Section with the quote requests, by strategy and symbol, then by provider.
import { markup } from '../markup.js';
import type { ProviderQuotes, QuoteFigures } from '../../collect/quote-figures.js';
import { formatUnit } from '../../figures/units.js';
import { type Column, number, renderTable } from './table.js';
import type { Section } from './section.js';

const count = <T>(head: string, of: (row: T) => number): Column<T> =>
  number(head, (row) => formatUnit('count', of(row)));

const LINES: readonly Column<QuoteFigures>[] = [
  { head: 'Strategy', cell: ({ strategy }) => strategy },
  { head: 'Symbol', cell: ({ symbol }) => symbol },
  count('Requests', ({ requests }) => requests),
  count('Quoted', ({ quoted }) => quoted),
  count('Quotes', ({ quotes }) => quotes),
  count('Accepted', ({ accepted }) => accepted),
  count('Dealt', ({ traded }) => traded),
  number('Won, %', ({ winRate }) => formatUnit('percent', winRate)),
  number('Hit, %', ({ hitRate }) => formatUnit('percent', hitRate)),
  number('First quote, ms', (row) => formatUnit('milliseconds', row.firstQuoteMs)),
  number('Life left, ms', (row) => formatUnit('milliseconds', row.lifeLeftMs)),
  number('Response, ms', (row) => formatUnit('milliseconds', row.acceptMs)),
];

type ProviderRow = ProviderQuotes & Pick<QuoteFigures, 'strategy' | 'symbol'>;

const PROVIDERS: readonly Column<ProviderRow>[] = [
  { head: 'Strategy', cell: ({ strategy }) => strategy },
  { head: 'Symbol', cell: ({ symbol }) => symbol },
  { head: 'Provider', cell: ({ provider }) => provider },
  count('Quotes', ({ quotes }) => quotes),
  count('Accepted', ({ accepted }) => accepted),
  count('Dealt', ({ traded }) => traded),
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
