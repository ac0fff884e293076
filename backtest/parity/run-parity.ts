// Compares a session with the backtest of its own rates, and calibrates the models.
import { fail, type Fault, type Instant, ok, type Result } from '../../src/domain/index.js';
import { replaySession } from '../../src/session/index.js';
import type { SessionConfig } from '../../src/plan/index.js';
import type { SessionHeader } from '../../src/records/index.js';
import { calibrate, type Calibrated } from './calibrate.js';
import { type Comparison, compare } from './compare.js';
import type { Tolerance } from './explain.js';
import { RunOrders } from './run-orders.js';
import { measure, type Measurement } from './measure.js';
import { type Models, readSessionConfig, rerun } from './rerun.js';
import { readTape, type Tape } from './journal-market.js';

export interface ParityOptions {
  readonly tolerance: Tolerance;
  /** Replaces the session's own models, as far as stated. */
  readonly models?: Partial<Models> | undefined;
}

export interface ParityOutcome {
  readonly header: SessionHeader;
  readonly startAt: Instant;
  readonly endAt: Instant;
  readonly rates: number;
  readonly models: Models;
  readonly tolerance: Tolerance;
  readonly comparison: Comparison;
  readonly measurement: Measurement;
  /** Models as measured, and the comparison with them. */
  readonly calibrated: Calibrated;
}

/**
 * Replays the session, which verifies its journal, and runs its rates through the backtester. Fault
 * codes of `replaySession`, `parity.no-rates`, `parity.config`.
 */
export async function runParity(
  dir: string,
  { tolerance, models }: ParityOptions,
): Promise<Result<ParityOutcome>> {
  const session = new RunOrders();
  const replayed = await replaySession(dir, { observe: () => session });
  if (!replayed.ok) return replayed;
  const tape = await readTape(dir);
  if (!tape.ok) return tape;
  const { header } = replayed.value;
  const config = readSessionConfig(header);
  if (!config.ok) return failConfig(config.fault);
  const stated: SessionConfig = { ...config.value, models: { ...config.value.models, ...models } };
  const measurement = measure(tape.value, session);
  const offset = measurement.clock.taken;
  const contrast = async (tried: Models): Promise<Result<Comparison>> => {
    const backtest = await rerun(dir, tape.value, { ...stated, models: tried }, offset);
    if (!backtest.ok) return backtest;
    const sides = { session, backtest: backtest.value };
    const context = { ...tape.value, ...sides, models: tried, offset, tolerance };
    return ok(compare(context));
  };
  const comparison = await contrast(stated.models);
  if (!comparison.ok) return comparison;
  const calibrated = await calibrate(stated.models, measurement, contrast);
  if (!calibrated.ok) return calibrated;
  return ok({
    ...toFacts(header, tape.value),
    models: stated.models,
    tolerance,
    comparison: comparison.value,
    measurement,
    calibrated: calibrated.value,
  });
}

function toFacts(header: SessionHeader, { firstAt, lastAt, rates }: Tape) {
  return { header, startAt: firstAt, endAt: lastAt, rates: rates.count };
}

/** The session checked this text when it began, so only another version of Weir rejects it. */
function failConfig({ message, where }: Fault): Result<never> {
  const text = `the session's configuration: ${message}`;
  return fail('parity.config', `${text}; this version of Weir does not accept it`, where);
}
