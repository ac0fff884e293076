// Writes NDJSON; rates of unknown size lack the size's key.
import type { WriteFormat } from './rate-writer.js';
import { createTextWriter } from './text-writer.js';

export const ndjsonWriter: WriteFormat = {
  id: 'ndjson',
  extensions: ['.ndjson', '.jsonl'],
  open: (settings) => {
    const writer = createTextWriter(
      settings,
      ({ bid, bidSize, offer, offerSize, symbol, time }) => {
        const sizes =
          (bidSize === undefined ? '' : `,"bidSize":${bidSize}`) +
          (offerSize === undefined ? '' : `,"offerSize":${offerSize}`);
        return `{"time":${time},"symbol":"${symbol}","bid":${bid},"offer":${offer}${sizes}}`;
      },
    );
    return Promise.resolve(writer);
  },
};
