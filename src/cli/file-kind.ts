// Which kind of file a configuration is: by the schema that it names, else by its keys.
import { z } from 'zod';
import { sweepSchema } from '../../backtest/index.js';
import { parseConfig, type SourceText } from '../config/index.js';
import { profileSchema } from '../protocol/index.js';
import { limitsSchema } from '../risk/index.js';
import { sessionSchema } from '../session/index.js';
import { scenarioSchema, simulatorSchema } from '../simulator/index.js';

export const FILE_KINDS = [
  'session',
  'sweep',
  'simulator',
  'scenario',
  'profile',
  'limits',
  'calendars',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Keys at the top of each kind; calendars have currencies there. */
const SHAPES: Readonly<Record<Exclude<FileKind, 'calendars'>, object>> = {
  session: sessionSchema.shape,
  sweep: sweepSchema.shape,
  simulator: simulatorSchema.shape,
  scenario: scenarioSchema.shape,
  profile: profileSchema.shape,
  limits: limitsSchema.shape,
};

/** The kind that fits best; `session` where nothing fits. */
export function findFileKind(source: SourceText): FileKind {
  const [, named] = /\$schema=\S*?(\w+)\.schema\.json/.exec(source.text) ?? [];
  const kind = FILE_KINDS.find((one) => one === named);
  if (kind !== undefined) return kind;
  const parsed = parseConfig(source, z.record(z.string(), z.unknown()));
  const keys = parsed.ok ? Object.keys(parsed.value) : [];
  if (keys.length > 0 && keys.every((key) => /^[A-Z]{3}$/.test(key))) return 'calendars';
  let [best, most]: [FileKind, number] = ['session', 0];
  for (const [one, shape] of Object.entries(SHAPES)) {
    const fitting = keys.filter((key) => Object.hasOwn(shape, key)).length;
    if (fitting > most) [best, most] = [one as FileKind, fitting];
  }
  return best;
}
