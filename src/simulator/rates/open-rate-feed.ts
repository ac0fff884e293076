// Opens a simulator's sources of rates: checks whole recordings, creates generators.
import {
  fail,
  type Instant,
  type Instrument,
  type InstrumentTerms,
  ok,
  type Result,
} from '../../domain/index.js';
import {
  type CacheSettings,
  type PreparedRecording,
  prepareRecording,
  type RecordingFacts,
} from '../../recordings/index.js';
import type { GeneratorSettings } from '../../venue/index.js';
import type { RatesSettings, RecordingSource } from '../settings.js';
import { createGenerated } from './generated-instrument.js';
import { GeneratedRates } from './generated-rates.js';
import { RateFeed } from './rate-feed.js';
import type { RateStream } from './rate-stream.js';
import { RecordedRates } from './recorded-rates.js';

/** The feed with the facts on its recordings. */
export interface OpenFeed {
  readonly feed: RateFeed;
  readonly facts: readonly RecordingFacts[];
}

type Recordings = ReadonlyMap<RecordingSource, PreparedRecording>;

/**
 * Checks and opens all sources. Session time starts at `wallNow` with `origin: now`. Fault codes of
 * `prepareRecording` and `createRateFeed`.
 */
export async function openRateFeed(
  settings: RatesSettings,
  wallNow: Instant,
  cache?: CacheSettings,
): Promise<Result<OpenFeed>> {
  const recordings = new Map<RecordingSource, PreparedRecording>();
  for (const source of settings.sources) {
    if (source.kind !== 'recording') continue;
    const prepared = await prepareRecording(source.file, source.options, cache);
    if (!prepared.ok) return prepared;
    recordings.set(source, prepared.value);
  }
  return createRateFeed(settings, recordings, wallNow);
}

/**
 * Creates the feed of sources whose recordings are prepared. Fault codes `simulator.rates`,
 * `instrument.unknown` and `instrument.terms`.
 */
export function createRateFeed(
  settings: RatesSettings,
  recordings: Recordings,
  wallNow: Instant,
): Result<OpenFeed> {
  const facts = [...recordings.values()].map((one) => one.facts);
  const recordedAt = Math.min(...facts.map(({ firstAt }) => firstAt));
  const startAt = settings.startAt ?? recordedAt;
  const firstAt = settings.origin === 'now' ? wallNow : startAt;
  if (!Number.isFinite(firstAt)) {
    const expected = 'expected rates.startAt or origin: now as no recording states the time';
    return fail('simulator.rates', `simulator: ${expected}, found neither`);
  }
  const streams: RateStream[] = [];
  for (const source of settings.sources) {
    const shift = settings.origin === 'now' ? wallNow - recordedAt : 0;
    const stream =
      source.kind === 'recording'
        ? openRecorded(source, recordings, shift)
        : openGenerated(source.generator, source.terms, firstAt);
    if (!stream.ok) {
      for (const open of streams) open.close();
      return stream;
    }
    streams.push(stream.value);
  }
  return ok({ feed: new RateFeed(streams, firstAt), facts });
}

function openRecorded(
  source: RecordingSource,
  recordings: Recordings,
  shift: number,
): Result<RateStream> {
  const recording = recordings.get(source);
  if (recording !== undefined) return ok(new RecordedRates(recording, shift, source.loop));
  return fail('simulator.rates', `simulator: expected generated rates, found ${source.file}`);
}

function openGenerated(
  settings: GeneratorSettings,
  terms: Readonly<Record<string, InstrumentTerms>>,
  startAt: Instant,
): Result<RateStream> {
  const instruments: Instrument[] = [];
  for (const [symbol, first] of Object.entries(settings.symbols)) {
    const created = createGenerated(instruments.length, symbol, first, terms[symbol]);
    if (!created.ok) return created;
    instruments.push(created.value);
  }
  return ok(new GeneratedRates(instruments, settings, startAt));
}
