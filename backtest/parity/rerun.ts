// Runs a session's rates through the backtester with its strategies, limits and given models.
import { type LoadedCalendars, parseConfig } from '../../src/config/index.js';
import { createBuiltInCalendars } from '../../src/domain/dates/index.js';
import { type Micros, ok, type Result } from '../../src/domain/index.js';
import type { KernelSetup } from '../../src/kernel/index.js';
import { createSessionCollector, readSession } from '../../src/session/index.js';
import { type SessionConfig, sessionSchema } from '../../src/plan/index.js';
import type { SessionHeader } from '../../src/records/index.js';
import { runLoop } from '../loop.js';
import { BOT, createParts } from '../run-backtest.js';
import { JournaledInputs } from './journaled-inputs.js';
import { RunOrders } from './run-orders.js';
import { TapeRecording } from './journal-rates.js';
import type { Tape } from './journal-market.js';

export type Models = SessionConfig['models'];

/** The configuration of a session, from its header. Fault codes of `parseConfig`. */
export function readSessionConfig({ config }: SessionHeader): Result<SessionConfig> {
  return parseConfig(config, sessionSchema);
}

/** `offset` shifts the venue's clock to session time. Fault codes of `readSession`. */
export async function rerun(
  dir: string,
  tape: Tape,
  config: SessionConfig,
  offset: Micros,
): Promise<Result<RunOrders>> {
  // Reads the journal again, as inputs are fed record by record.
  const session = await readSession(dir);
  if (!session.ok) return session;
  const { header, records } = session.value;
  const setup: KernelSetup = {
    ...session.value.setup,
    customer: { org: BOT.org, account: BOT.account },
  };
  const { instruments } = header;
  const calendars: LoadedCalendars = {
    calendars: setup.calendars ?? createBuiltInCalendars(),
    source: undefined,
  };
  const recording = new TapeRecording(tape.rates, instruments, offset);
  const collector = createSessionCollector(header);
  const ids = new Map(instruments.map(({ symbol, id }) => [symbol, id]));
  let inputs: JournaledInputs | undefined;
  const ledger = new RunOrders();
  const parts = createParts({ calendars, config, instruments }, setup, recording, collector, {
    tap: toTap(ledger),
    createPolls: (_, { bot }, horizon) => {
      inputs = new JournaledInputs({ records, sent: tape.sent, instruments: ids, bot, horizon });
      return inputs;
    },
  });
  const begin = (): void => {
    // Rates may be older than the session.
    parts.clock.now = Math.min(parts.clock.now, tape.firstAt);
  };
  const { lastAt } = tape;
  const end = runLoop({ ...parts, begin, lastAt, progress: () => undefined }, parts.clock);
  if (!end.ok) return end;
  return inputs?.fault === undefined ? ok(ledger) : { ok: false, fault: inputs.fault };
}

function toTap(ledger: RunOrders): NonNullable<Parameters<typeof createParts>[4]['tap']> {
  return {
    command: () => undefined,
    order: (view) => {
      ledger.order(view);
    },
    parent: () => undefined,
    quotes: () => undefined,
    fill: (fill) => {
      ledger.fill(fill);
    },
    busted: () => undefined,
    unstarted: () => undefined,
    refused: (refusal) => {
      ledger.refused(refusal);
    },
    note: () => undefined,
    halted: (halt) => {
      ledger.halted(halt);
    },
    alert: () => undefined,
    ask: () => undefined,
  };
}
