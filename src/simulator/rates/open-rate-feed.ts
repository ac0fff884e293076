// Opens what a simulator's rates come from: recordings are checked whole, generators built.
import {
  fail,
  type Instant,
  type Instrument,
  type InstrumentTerms,
  ok,
  type Result,
} from '../../domain/index.js';
import { inspectRecording, openRecording, type RecordingFacts } from '../../data/index.js';
import type { GeneratorSettings } from '../../venue/index.js';
import type { RatesSettings, RecordingSource } from '../settings.js';
import { createGenerated } from './generated-instrument.js';
import { GeneratedRates } from './generated-rates.js';
import { RateFeed } from './rate-feed.js';
import type { RateStream } from './rate-stream.js';
import { RecordedRates } from './recorded-rates.js';

/** A feed, and what its recordings hold. */
export interface OpenFeed {
  readonly feed: RateFeed;
  readonly facts: readonly RecordingFacts[];
}

/**
 * Checks all sources and opens them. `wallNow` is where `origin: now` starts. Fault codes of
 * `openRecording` and `Recording.read`, `simulator.rates`, `instrument.unknown` and
 * `instrument.terms`.
 */
export function openRateFeed(settings: RatesSettings, wallNow: Instant): Result<OpenFeed> {
  const checked: { readonly source: RecordingSource; readonly facts: RecordingFacts }[] = [];
  for (const source of settings.sources) {
    if (source.kind !== 'recording') continue;
    const facts = inspectRecording(source.file, source.options);
    if (!facts.ok) return facts;
    checked.push({ source, facts: facts.value });
  }
  const recordedAt = Math.min(...checked.map(({ facts }) => facts.firstAt));
  const startAt = settings.startAt ?? recordedAt;
  const firstAt = settings.origin === 'now' ? wallNow : startAt;
  if (!Number.isFinite(firstAt)) {
    const expected = 'expected rates.startAt or origin: now where no recording tells the time';
    return fail('simulator.rates', `simulator: ${expected}, found neither`);
  }
  const streams: RateStream[] = [];
  for (const source of settings.sources) {
    const facts = checked.find((one) => one.source === source)?.facts;
    const shift = settings.origin === 'now' ? wallNow - recordedAt : 0;
    const stream =
      source.kind === 'recording' && facts !== undefined
        ? openRecorded(source, facts, shift)
        : source.kind === 'generator'
          ? openGenerated(source.generator, source.terms, firstAt)
          : undefined;
    if (stream === undefined) continue;
    if (!stream.ok) {
      for (const open of streams) open.close();
      return stream;
    }
    streams.push(stream.value);
  }
  return ok({ feed: new RateFeed(streams, firstAt), facts: checked.map(({ facts }) => facts) });
}

function openRecorded(
  { file, options, loop }: RecordingSource,
  facts: RecordingFacts,
  shift: number,
): Result<RateStream> {
  const recording = openRecording(file, options);
  return recording.ok ? ok(new RecordedRates(recording.value, facts, shift, loop)) : recording;
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
