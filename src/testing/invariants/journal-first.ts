// Invariant 9: what leaves was durable before, byte for byte.
import { createHash } from 'node:crypto';
import { isPlace } from '../faults/fault.js';
import { JOURNAL_DIR } from '../world/bot.js';
import type { Invariant } from './invariant.js';

export const journalFirst: Invariant = {
  number: 9,
  title: 'each order that leaves has a durable start record with the hash of its bytes',
  onLeave: (_, { bot, call }) => {
    if (!isPlace(call)) return undefined;
    const { body } = call.request;
    const sha256 = createHash('sha256').update(body).digest('hex');
    return bot?.machine.disk.holdsDurably(JOURNAL_DIR, `"sha256":"${sha256}"`) === true
      ? undefined
      : `no durable record has the hash of ${body.toString()}`;
  },
};
