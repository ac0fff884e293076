// Instruments of a session: those of its recording, and those that parameters name.
import { faultAt, type LoadedText } from '../config/index.js';
import {
  createInstrument,
  type Instrument,
  type InstrumentTerms,
  isSymbol,
  findNearestName,
  ok,
  type Result,
} from '../domain/index.js';
import type { SessionConfig } from './config-schema.js';
import type { Plan, PlannedStrategy } from './plan.js';

/** Texts in a strategy's parameters that have the form of a symbol, with their paths. */
function* findSymbols(
  value: unknown,
  path: readonly (string | number)[],
): Generator<{
  readonly symbol: string;
  readonly path: readonly (string | number)[];
}> {
  if (typeof value === 'string' && isSymbol(value)) yield { symbol: value, path };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    yield* findSymbols(item, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

/** Symbols of the recording; without one, the symbols in parameters. */
export function collectInstruments(
  source: LoadedText,
  config: SessionConfig,
  strategies: readonly Pick<PlannedStrategy, 'rawParams'>[],
  recording: Plan['recording'],
): Result<readonly Instrument[]> {
  const recorded = recording?.facts.symbols.map((one) => one.instrument);
  const instruments: Instrument[] = [...(recorded ?? [])];
  for (const [index, { rawParams }] of strategies.entries()) {
    for (const { symbol, path } of findSymbols(rawParams, ['strategies', index, 'params'])) {
      if (instruments.some((one) => one.symbol === symbol)) continue;
      if (recorded !== undefined) {
        const known = recorded.map((one) => one.symbol);
        const near = findNearestName(symbol, known);
        const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
        const message =
          `expected a symbol of the recording (${known.join(', ')}), ` +
          `found \`${symbol}\`${hint}`;
        return { ok: false, fault: faultAt(source, path, 'config.symbol', message) };
      }
      const terms = config.instruments[symbol] as InstrumentTerms | undefined;
      const created = createInstrument(instruments.length, symbol, terms);
      if (!created.ok) {
        const { code, message } = created.fault;
        return { ok: false, fault: faultAt(source, path, code, message) };
      }
      instruments.push(created.value);
    }
  }
  if (instruments.length > 0) return ok(instruments);
  const message = 'expected a symbol in the parameters or a recording, found none';
  return { ok: false, fault: faultAt(source, ['strategies'], 'config.symbol', message) };
}
