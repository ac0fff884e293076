// Schema of the sources of rates in a simulator's configuration.
import { resolve } from 'node:path';
import { z } from 'zod';
import { createRecordingSchema, toRecordingOptions } from '../../recordings/index.js';
import { instantText } from '../../validation/index.js';
import type { InstrumentTerms } from '../../domain/index.js';
import { generatorSchema } from '../../venue/index.js';
import type { RatesSettings, RecordingSource } from '../settings.js';

const speed = z.number().min(0).default(1).describe('session seconds per second; 0 stops time');

/** `recording`: a single recording as the only source. */
export const recordingSchema = createRecordingSchema(speed);

const source = z
  .strictObject({
    recording: recordingSchema.omit({ origin: true, speed: true }).exactOptional(),
    generator: generatorSchema.exactOptional().describe('generated rates'),
  })
  .refine((one) => (one.recording === undefined) !== (one.generator === undefined), {
    message: 'expected either recording or generator',
  });

/** `rates`: several recordings and generators, merged by time. */
export const ratesSchema = z
  .strictObject({
    origin: z
      .enum(['recording', 'now'])
      .default('recording')
      .describe('where session time starts: at the first recorded rate, or now'),
    startAt: instantText
      .exactOptional()
      .describe('where session time starts when there is no recording'),
    speed,
    sources: z
      .array(source)
      .min(1)
      .max(50)
      .describe('recordings and generators; at one instant their rates come in this order'),
  })
  .superRefine(({ origin, startAt, sources }, context) => {
    const isRecorded = sources.some((one) => one.recording !== undefined);
    const isSet = startAt !== undefined;
    if (isSet === (!isRecorded && origin === 'recording')) return;
    const message = isSet
      ? 'expected no startAt beside a recording or origin: now'
      : 'expected startAt, a recording or origin: now, found none';
    context.addIssue({ code: 'custom', path: isSet ? ['startAt'] : [], message });
  });

export type RecordingConfig = z.output<typeof recordingSchema>;
export type RatesConfig = z.output<typeof ratesSchema>;

type FileConfig = Omit<RecordingConfig, 'origin' | 'speed'>;
type Terms = Readonly<Record<string, InstrumentTerms>>;

/** Converts either key to settings; relative paths start at `directory`. */
export function toRatesSettings(
  { recording, rates }: { recording?: RecordingConfig; rates?: RatesConfig },
  directory: string,
  terms: Terms,
): RatesSettings {
  if (recording !== undefined) {
    const { origin, speed, ...file } = recording;
    return { origin, speed, sources: [toSource(file, directory, terms)] };
  }
  const { origin = 'recording', speed = 1, startAt, sources = [] } = rates ?? {};
  const all = sources.flatMap(({ recording: file, generator }) => [
    ...(file === undefined ? [] : [toSource(file, directory, terms)]),
    ...(generator === undefined ? [] : [{ kind: 'generator', generator, terms } as const]),
  ]);
  return { origin, speed, sources: all, ...(startAt === undefined ? {} : { startAt }) };
}

function toSource(config: FileConfig, directory: string, terms: Terms): RecordingSource {
  const { file, loop } = config;
  return {
    kind: 'recording',
    file: resolve(directory, file),
    loop,
    options: toRecordingOptions(config, terms),
  };
}
