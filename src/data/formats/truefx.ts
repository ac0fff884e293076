// TrueFX ticks: `EUR/USD,20240102 00:00:00.123,1.10427,1.10431`, times in UTC, no sizes.
import { unwrap } from '../../domain/index.js';
import { type Layout, openDelimited } from '../delimited.js';
import type { RowFormat } from '../row-format.js';
import { createTimeText } from '../time-text.js';

const LAYOUT: Layout = {
  ...{ delimiter: ',', headLines: 0, columns: ['pair', 'time', 'bid', 'offer'] },
  time: unwrap(createTimeText('yyyyMMdd HH:mm:ss.SSS')),
  ...{ timeColumns: [1], symbol: 0, bid: 2, offer: 3 },
};

export const truefx: RowFormat = {
  id: 'truefx',
  summary: 'ticks of TrueFX: pair,time,bid,offer',
  isOf: ({ first }) =>
    /^[A-Z]{3}\/[A-Z]{3},\d{8} \d{2}:\d{2}:\d{2}\.\d{3},[^,]*,[^,]*$/.test(first),
  open: (head, facts) => openDelimited(LAYOUT, head, facts),
};
