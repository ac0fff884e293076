// What is said when a control fires that is neither a rule nor a health check: by the running code.
import { formatFault, HOUR, type Result, SECOND } from '../../src/domain/index.js';
import { createJournal, recoverJournal } from '../../src/journal/index.js';
import { checkApproval, formatApproval, toApprovalFile } from '../../src/session/approval.js';
import { MemoryDisk } from '../journal/memory-disk.js';
import type { Bot } from '../kernel/harness.js';
import { playOut, refuseLogins } from '../kernel/mechanism-scenarios.js';

const FIRST = '000001.jsonl';

/** Bots that a login, a person, a signal or silence of the venue stops or warns. */
export const BOTS: Readonly<Record<string, () => Bot>> = {
  RC54: () => playOut((bot) => refuseLogins(bot, 3)),
  RC63: () =>
    playOut((bot) => {
      const reason = 'the venue fills at odd prices (ada)';
      bot.event({ type: 'operator', action: 'halt', rule: 'RC63', reason, who: 'ada' });
    }),
  RC65: () =>
    playOut((bot) => {
      const reason = 'killed by a signal (SIGUSR2)';
      bot.event({ type: 'operator', action: 'halt', rule: 'RC65', reason, who: 'SIGUSR2' });
    }),
  RC66: () =>
    playOut((bot) => {
      const command = bot.mustPlace({ timeInForce: 'GTT', expirySeconds: 60 });
      bot.answer(command, 'accepted');
      bot.status(command, 'NEW', 0);
      // The venue says nothing of its end.
      bot.wait(60 * SECOND + HOUR);
    }),
};

/** Faults of a start, and of a journal that is read. */
export const FAULTS: Readonly<Record<string, () => readonly string[]>> = {
  RC61: () => {
    const parts = { code: '5d1c', config: '88aa', limits: '07fe' };
    const at = '2026-07-13T12:00:00Z';
    const approval = { v: 1, by: 'ada', reason: 'reviewed by two', at, parts } as const;
    const file = toApprovalFile('live.yaml');
    const changed = { ...parts, limits: 'c0de' };
    return listFaults(checkApproval(file, formatApproval(approval), changed));
  },
  RC71: () => {
    const disk = new MemoryDisk();
    const journal = createJournal('journal', { disk });
    if (!journal.ok) return listFaults(journal);
    const stamp = { session: 1, wall: 1, mono: 1, boot: 'b' };
    for (const size of [1_000, 2_000, 3_000]) journal.value.append(stamp, 'command', { size });
    journal.value.close();
    const edited = disk.text('journal', FIRST).replace('2000', '9000');
    disk.put('journal', FIRST, edited);
    return listFaults(recoverJournal('journal', { disk, visit: () => undefined, onlyReads: true }));
  },
};

function listFaults(result: Result<unknown>): readonly string[] {
  return result.ok ? [] : [formatFault(result.fault)];
}
