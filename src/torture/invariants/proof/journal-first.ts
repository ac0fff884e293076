// Invariant 9: an order's bytes are recorded durably before they leave.
import { createHash } from 'node:crypto';
import { takesRisk } from '../../platform/request-kinds.js';
import { JOURNAL_DIR } from '../../simulation/bot.js';
import { type Invariant, listData } from '../invariant.js';

/** The egress check refused an order without a durable record or without approval: a bug. */
const BYPASSED: ReadonlySet<unknown> = new Set(['RC71', 'RC72']);

export const journalFirst: Invariant = {
  number: 9,
  title: 'each order that leaves has a durable start record with the hash of its bytes',
  onLeave: (_, { bot, call }) => {
    if (!takesRisk(call)) return undefined;
    const { body } = call.request;
    const sha256 = createHash('sha256').update(body).digest('hex');
    return bot?.machine.disk.holdsDurably(JOURNAL_DIR, `"sha256":"${sha256}"`) === true
      ? undefined
      : `no durable record has the hash of ${body.toString()}`;
  },
  holdsAlways: true,
  atQuiet: (_, records) => {
    for (const { reason, rule } of listData(records, 'halt')) {
      if (BYPASSED.has(rule)) return `an order was on its way past a control: ${String(reason)}`;
    }
    return undefined;
  },
};
