// Log of drills, one JSON line each, in which later commands find the last drill of a control.
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readText } from '../../config/index.js';
import { fail, ok, type Result } from '../../domain/index.js';
import { isSystemError } from '../../journal/index.js';
import { realPorts } from '../../host/index.js';

/** Beside the state directories of this user. */
export function findDrillLog(): string {
  return join(realPorts.host.stateHome, 'drills.jsonl');
}

const drillSchema = z.object({
  /** Wall clock, ISO text. */
  at: z.string(),
  path: z.enum(['kill', 'crash']),
  isKept: z.boolean(),
  /** The step that used the largest share of its budget, `what: step`, and that share. */
  worst: z.string(),
  share: z.number().nullable(),
  weir: z.string(),
});
export type DrillRecord = z.output<typeof drillSchema>;

/** Controls that a drill exercises end to end. */
const EXERCISED: Readonly<Record<DrillRecord['path'], readonly string[]>> = {
  kill: ['RC62', 'RC63', 'RC67', 'RC69', 'RC72'],
  crash: ['RC59', 'RC60', 'RC71'],
};

/** Fault code `drill.log`. */
export function writeDrill(file: string, record: DrillRecord): Result<void> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    return ok(undefined);
  } catch (error) {
    const found = isSystemError(error) ? error.code : 'another error';
    return fail('drill.log', `cannot write the drill to its file: ${found}`, file);
  }
}

/**
 * All drills of a file, oldest first; empty without a file. Fault code `drill.log`, with the line.
 */
export function readDrills(file: string): Result<readonly DrillRecord[]> {
  if (!existsSync(file)) return ok([]);
  const source = readText(file);
  if (!source.ok) return source;
  const drills: DrillRecord[] = [];
  for (const [index, line] of source.value.text.trimEnd().split('\n').entries()) {
    const drill = parse(line);
    if (drill === undefined) {
      const found = line.slice(0, 80);
      return fail('drill.log', `expected a drill, found ${found}`, `${file}:${String(index + 1)}`);
    }
    drills.push(drill);
  }
  return ok(drills);
}

function parse(line: string): DrillRecord | undefined {
  try {
    return drillSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The last drill that exercised a control. */
export function findLastDrill(
  drills: readonly DrillRecord[],
  control: string,
): DrillRecord | undefined {
  return drills.findLast(({ path }) => EXERCISED[path].includes(control));
}
