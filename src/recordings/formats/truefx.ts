// TrueFX ticks: `EUR/USD,20240102 00:00:00.123,1.10427,1.10431`, UTC times, no sizes.
import { unwrap } from '../../domain/index.js';
import { type Layout, openDelimited } from '../text/delimited.js';
import type { RowFormat } from '../text/row-format.js';
import { anyTime, createTimeText, ISO_UTC } from '../times/index.js';

const LAYOUT: Layout = {
  delimiter: ',',
  headLines: 0,
  columns: ['pair', 'time', 'bid', 'offer'],
  time: anyTime(unwrap(createTimeText('yyyyMMdd HH:mm:ss.SSS')), ISO_UTC),
  timeColumns: [1],
  symbol: 0,
  bid: 2,
  offer: 3,
};

export const truefx: RowFormat = {
  id: 'truefx',
  summary: 'ticks of TrueFX: pair,time,bid,offer',
  isOf: ({ first }) => {
    const [symbol = '', time = '', ...prices] = first.split(',');
    const isPair = /^[A-Z]{3}\/?[A-Z]{3}$/.test(symbol);
    return isPair && prices.length === 2 && LAYOUT.time.parse(time) !== undefined;
  },
  open: (head, facts) => openDelimited(LAYOUT, head, facts),
};
