// The schema of a limits file: controls and parameters by name, read into those of the rules.
import { z } from 'zod';
import { fromFileForm, toFilePath } from './limit-names.js';
import { LIMITABLE_CONTROLS } from './limitable-controls.js';
import { limitsSchema } from './limits.js';
import type { LimitableControl } from './rule.js';

type Shape = Readonly<Record<string, z.ZodType>>;

/** What a file may say of a control: its parameters under their names in files. */
function createEntry(control: LimitableControl): z.ZodType {
  const { id, live, liveOnly, summary } = control;
  const entry = renameKeys(control);
  if (live === 'F') return entry.optional().describe(`${id} ${summary} (fixed)`);
  const text = liveOnly === true ? `${summary} (off outside live unless stated)` : summary;
  return z
    .union([z.literal('off'), entry])
    .optional()
    .describe(`${id} ${text}`);
}

function renameKeys({ id, params, keys: renamed = {} }: LimitableControl): z.ZodType {
  const inner = params instanceof z.ZodPrefault ? params.unwrap() : params;
  const { shape } = inner as z.ZodObject<Record<string, z.ZodType>>;
  const keys = Object.entries(renamed);
  const moved = new Set(keys.map(([, key]) => key));
  const groups = new Map<string, Record<string, z.ZodType>>();
  const found: Record<string, z.ZodType> = {};
  for (const [path, key] of keys) {
    const schema = shape[key];
    if (schema === undefined) throw new Error(`${id} has no parameter ${key}`);
    const [group = '', name] = path.split('.');
    if (name === undefined) found[group] = schema;
    else groups.set(group, { ...groups.get(group), [name]: schema });
  }
  for (const [group, own] of groups) found[group] = toObject(own).prefault({});
  for (const [key, schema] of Object.entries(shape)) if (!moved.has(key)) found[key] = schema;
  return toObject(found);
}

function toObject(shape: Shape): z.ZodType {
  return z.strictObject(shape);
}

const { accountCurrency, feePerMillion } = limitsSchema.shape;

/** Keys at the top of a limits file. */
export const LIMITS_FILE_SHAPE: Shape = {
  accountCurrency,
  feePerMillion,
  ...Object.fromEntries(LIMITABLE_CONTROLS.map((control) => [control.name, createEntry(control)])),
};

/** Its output is what `limitsSchema` makes: by RC id, with the defaults of what is left out. */
export const limitsFileSchema = z
  .strictObject(LIMITS_FILE_SHAPE)
  .transform((file, context): z.output<typeof limitsSchema> => {
    const checked = limitsSchema.safeParse(fromFileForm(file));
    if (checked.success) return checked.data;
    // What a rule asks of several parameters at once.
    for (const { path, message } of checked.error.issues) {
      const own = toFilePath(path.map(String));
      context.addIssue({ code: 'custom', path: [...own], message });
    }
    return z.NEVER;
  });
