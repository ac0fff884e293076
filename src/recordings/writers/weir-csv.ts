// Writes Weir CSV; an unknown size is an empty cell.
import { FULL_HEADER } from '../formats/index.js';
import type { WriteFormat } from './rate-writer.js';
import { createTextWriter } from './text-writer.js';

export const weirCsvWriter: WriteFormat = {
  id: 'weir-csv',
  extensions: ['.csv'],
  open: (settings) => {
    settings.take(Buffer.from(`${FULL_HEADER}\n`));
    const writer = createTextWriter(settings, ({ bidSize = '', offerSize = '', ...rate }) => {
      return `${rate.time},${rate.symbol},${rate.bid},${rate.offer},${bidSize},${offerSize}`;
    });
    return Promise.resolve(writer);
  },
};
