// Finds the kind of a configuration file: by the schema that it names, else by its keys.
import { z } from 'zod';
import { sweepSchema } from '../../backtest/index.js';
import { parseConfig, type SourceText } from '../config/index.js';
import { profileSchema } from '../protocol/profile/index.js';
import { LIMITS_FILE_SHAPE } from '../risk/index.js';
import { policySchema } from '../policy/index.js';
import { sessionSchema } from '../plan/index.js';
import { scenarioSchema, simulatorSchema } from '../simulator/index.js';

export const FILE_KINDS = [
  'session',
  'sweep',
  'simulator',
  'scenario',
  'profile',
  'limits',
  'calendars',
  'policy',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Top-level keys of each kind; calendars have currencies there. */
const SHAPES: Readonly<Record<Exclude<FileKind, 'calendars'>, object>> = {
  session: sessionSchema.shape,
  sweep: sweepSchema.shape,
  simulator: simulatorSchema.shape,
  scenario: scenarioSchema.shape,
  profile: profileSchema.shape,
  limits: LIMITS_FILE_SHAPE,
  policy: policySchema.shape,
};

/** The kind that fits best; `session` if none fits. */
export function findFileKind(source: SourceText): FileKind {
  const [, named] = /\$schema=\S*?(\w+)\.schema\.json/.exec(source.text) ?? [];
  const kind = FILE_KINDS.find((one) => one === named);
  return kind ?? fitKind(source, 'session') ?? 'session';
}

/** The kind with the most matching keys, preferably `wanted`; undefined if none matches. */
export function fitKind(source: SourceText, wanted: FileKind): FileKind | undefined {
  const parsed = parseConfig(source, z.record(z.string(), z.unknown()));
  const keys = parsed.ok ? Object.keys(parsed.value) : [];
  let most = 0;
  let best: FileKind | undefined;
  for (const one of [wanted, ...FILE_KINDS]) {
    const fitting = countFitting(one, keys);
    if (fitting > most) [best, most] = [one, fitting];
  }
  return best;
}

function countFitting(kind: FileKind, keys: readonly string[]): number {
  if (kind !== 'calendars') return keys.filter((key) => Object.hasOwn(SHAPES[kind], key)).length;
  return keys.every((key) => /^[A-Z]{3}$/.test(key)) ? keys.length : 0;
}
