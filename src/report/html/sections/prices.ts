// Placeholders of the price charts, which the page's script draws from the page's data.
import { MAX_PRICE_CHARTS } from '../chart-data.js';
import { markup } from '../markup.js';
import type { Section } from './section.js';

export const pricesSection: Section = {
  id: 'prices',
  title: 'Prices and fills',
  render: ({ instruments, fills, orders }) => {
    const count = instruments.filter(({ rates }) => rates > 0).length;
    if (count === 0) return undefined;
    const stride = Math.max(...instruments.map((rates) => rates.stride));
    const hints = [
      stride > 2 ? `Of every ${String(stride)} rates the lowest and the highest are drawn.` : '',
      count > MAX_PRICE_CHARTS ? `${String(count - MAX_PRICE_CHARTS)} symbols are not drawn.` : '',
      fills.leftOut + orders.leftOut > 0 ? 'Marks end where the tables do.' : '',
    ];
    return markup`<div class="charts" id="price-charts"></div>
<p class="hint">Drag to zoom, double-click for the whole session. ${hints.join(' ')}</p>`;
  },
};
