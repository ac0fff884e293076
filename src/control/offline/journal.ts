// Opens the journal of a bot that does not run, so that a command can append records.
import { ok, type Result } from '../../domain/index.js';
import { continueJournal } from '../../journal/index.js';
import { type RecoveredState, recoverMemory } from '../../recovery/index.js';
import type { SessionPorts } from '../../host/index.js';
import { type StateDirectory, takeLock, writeMark } from '../../state/index.js';

/** Type and data of a record. */
export type NewRecord = readonly [type: string, data: unknown];

/** Recovered state of a dead bot, and its journal. */
export interface StoppedBot {
  readonly memory: RecoveredState;
  /** To be called once; the records are durable unless it returns a fault. */
  readonly append: (...records: readonly NewRecord[]) => Result<unknown>;
}

/** Works on a dead bot under its lock. Fault codes `state.locked` and those of the journal. */
export async function withDeadBot<T>(
  ports: SessionPorts,
  state: StateDirectory,
  work: (bot: StoppedBot) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const { clock, disk, host } = ports;
  const startedAt = new Date(clock.wallMillis()).toISOString();
  const lockPorts = { disk, bindName: host.bindName, processId: host.processId, startedAt };
  const lock = await takeLock(lockPorts, state.dir, state.identity);
  if (!lock.ok) return lock;
  try {
    const recovered = recoverMemory(ports, state.journal);
    if (!recovered.ok) return recovered;
    const { memory, tail } = recovered.value;
    const append: StoppedBot['append'] = (...records) => {
      const journal = continueJournal(state.journal, tail, { disk });
      if (!journal.ok) return journal;
      const [wall, mono] = [clock.wallMillis(), clock.monoMicros()];
      const stamp = { session: memory.lastAt, wall, mono, boot: host.boot };
      const appended = records.map(([type, data]) => journal.value.append(stamp, type, data));
      const closed = journal.value.close();
      writeMark(disk, state.dir, { epoch: memory.epoch, seq: journal.value.synced });
      return appended.find((one) => !one.ok) ?? closed;
    };
    return await work({ memory, append });
  } finally {
    lock.value.release();
  }
}

/** Recovered state of a bot, read only and without a torn tail. */
export function readMemory(ports: SessionPorts, state: StateDirectory): Result<RecoveredState> {
  const recovered = recoverMemory(ports, state.journal, true);
  return recovered.ok ? ok(recovered.value.memory) : recovered;
}
