// Weir CSV: `time,symbol,bid,offer[,bidSize,offerSize]`, epoch milliseconds, sizes in the base.
import { ok, unwrap } from '../../domain/index.js';
import { type Layout, openDelimited } from '../text/delimited.js';
import { decodePlainRows } from '../text/plain-rows.js';
import type { RowFormat } from '../text/row-format.js';
import { anyTime, createTimeText, ISO_UTC } from '../times/index.js';

const COLUMNS = ['time', 'symbol', 'bid', 'offer', 'bidSize', 'offerSize'] as const;
export const FULL_HEADER = COLUMNS.join(',');
export const SHORT_HEADER = COLUMNS.slice(0, 4).join(',');

const SHORT: Layout = {
  delimiter: ',',
  headLines: 1,
  columns: COLUMNS.slice(0, 4),
  time: anyTime(unwrap(createTimeText('epoch-ms')), ISO_UTC),
  timeColumns: [0],
  symbol: 1,
  bid: 2,
  offer: 3,
};
const FULL: Layout = { ...SHORT, columns: COLUMNS, bidSize: 4, offerSize: 5 };

export const weirCsv: RowFormat = {
  id: 'weir-csv',
  summary: FULL_HEADER,
  isOf: ({ first }) => first === FULL_HEADER || first === SHORT_HEADER,
  open: (head, facts) => {
    const columns = head.first === FULL_HEADER ? 6 : 4;
    const reader = openDelimited(columns === 6 ? FULL : SHORT, head, facts);
    if (!reader.ok) return reader;
    return ok({
      ...reader.value,
      decodePlain: (lines, table, rules, lastAt, into) => {
        return decodePlainRows(lines, table, rules, columns, lastAt, into);
      },
    });
  },
};
