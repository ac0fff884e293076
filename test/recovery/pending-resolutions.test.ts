// Resolutions that were given while no bot ran: how long they are kept, and when they apply.
import { describe, expect, it } from 'vitest';
import type { BotEvent } from '../../src/domain/events/index.js';
import type { JournalRecord } from '../../src/journal/index.js';
import type { KernelSnapshot, OpenOrder } from '../../src/kernel/index.js';
import {
  EMPTY_MEMORY,
  EPOCH_TYPE,
  StateRecovery,
  type PendingResolution,
  RESOLUTION_TYPE,
} from '../../src/recovery/index.js';
import { PendingResolutions } from '../../src/recovery/pending-resolutions.js';

const [ONE, TWO] = ['weir-0001-0000001-0000', 'weir-0001-0000002-0000'];
const KERNEL = { orders: [{ coId: ONE }, { coId: TWO }] } as unknown as KernelSnapshot;

const toWord = (coId: string, as: PendingResolution['as'] = 'lost'): PendingResolution => {
  return { coId, as, by: 'Ada', reason: 'asked the desk', hasVenueWord: true };
};

/** What is remembered of the words after these records, which follow on two open orders. */
function fold(...records: readonly (readonly [type: string, data: unknown])[]) {
  const memory = new StateRecovery({ ...EMPTY_MEMORY, epoch: 1, kernel: KERNEL });
  records.forEach(([type, data], at) => {
    const stamp = { session: at, wall: at, mono: at, boot: 'b' };
    memory.take({ seq: at + 1, prev: '', hash: '', stamp, type, data } as JournalRecord);
  });
  const folded = memory.finish();
  if (!folded.ok) throw new Error(folded.fault.message);
  return folded.value;
}

describe('pending resolution', () => {
  it('is kept over starts: the newest of each order, on open orders only', () => {
    const given = [
      [RESOLUTION_TYPE, toWord(ONE)],
      [RESOLUTION_TYPE, toWord(TWO)],
      [RESOLUTION_TYPE, toWord('weir-0001-0000003-0000')],
      [RESOLUTION_TYPE, toWord(ONE, 'filled')],
      [EPOCH_TYPE, { epoch: 2 }],
    ] as const;
    const { epoch, words } = fold(...given);
    expect([epoch, words]).toEqual([2, [toWord(TWO), toWord(ONE, 'filled')]]);
  });

  it.each(['resolve', 'order', 'trade'])('is dropped with the first %s of its order', (type) => {
    const parts = [
      [RESOLUTION_TYPE, toWord(ONE)],
      [RESOLUTION_TYPE, toWord(TWO)],
    ] as const;
    expect(fold(...parts, [type, { coId: ONE }]).words).toEqual([toWord(TWO)]);
    const ends = [ONE, TWO].map((coId) => [type, { coId }] as const);
    // As if there had been none: the hash of a memory without words has no field of them.
    expect(fold(...parts, ...ends)).not.toHaveProperty('words');
  });
});

describe('start with a pending resolution', () => {
  function begin() {
    const order: OpenOrder = { coId: ONE, orderId: '', isUnknown: true };
    const bot = { open: [order], isDue: false, taken: [] as BotEvent[], told: [] as string[] };
    const ports = {
      isResolutionDue: () => bot.isDue,
      listOpen: () => bot.open,
      take: (event: BotEvent) => bot.taken.push(event),
      notify: (text: string) => bot.told.push(text),
    };
    return { bot, words: new PendingResolutions(ports, [toWord(ONE)]) };
  }

  it('applies it when it is due: once, as a running bot would', () => {
    const { bot, words } = begin();
    words.look();
    expect(bot.taken).toEqual([]);
    bot.isDue = true;
    words.look();
    words.look();
    expect(bot.taken).toEqual([{ type: 'resolve', ...toWord(ONE) }]);
    expect(bot.told).toEqual([`the resolution by Ada of order ${ONE} is applied: lost`]);
  });

  it('applies it to the rest of an ended order once the order was probed', () => {
    const { bot, words } = begin();
    bot.open = [{ coId: ONE, orderId: '7', isUnknown: false, hasOpenEnd: true }];
    bot.isDue = true;
    words.look();
    expect([bot.taken, bot.told]).toEqual([[], []]);
    words.lookAtEnds();
    expect(bot.taken).toEqual([{ type: 'resolve', ...toWord(ONE) }]);
  });

  it.each(['shown', 'ended'])('drops it with a note where the order was %s', (found) => {
    const { bot, words } = begin();
    bot.isDue = true;
    bot.open = found === 'ended' ? [] : [{ coId: ONE, orderId: '7', isUnknown: false }];
    words.look();
    bot.open = [{ coId: ONE, orderId: '7', isUnknown: true }];
    words.look();
    expect(bot.taken).toEqual([]);
    expect(bot.told).toEqual([
      `the resolution by Ada of order ${ONE} as lost is dropped: its outcome is known already`,
    ]);
  });
});
