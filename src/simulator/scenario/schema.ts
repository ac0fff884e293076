// Schema of the scenario file: faults with match, times and effect.
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import { EFFECTS } from './effects/index.js';
import { matchSchema } from './match.js';

/** Maximum number of faults of a simulator, over all files and requests. */
export const MAX_FAULTS = 1_000;

const [first, ...others] = EFFECTS;
const effect = z.discriminatedUnion('kind', [
  first.schema,
  ...others.map(({ schema }) => schema),
]) as unknown as z.ZodType<{ readonly kind: string }, { readonly kind: string }>;

const since = (what: string) =>
  durationText.exactOptional().describe(`${what}, in session time since the scenario's start`);
const count = (what: string) => z.int().min(1).exactOptional().describe(what);

/** Keys that select among matching requests. */
const CHOICES = ['skip', 'nth', 'every', 'times', 'probability'] as const;

const faultSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w-]{1,50}$/)
      .exactOptional()
      .describe('name in lists; absent: `fault-1` and so on'),
    match: matchSchema
      .exactOptional()
      .describe('requests that it may hit; absent: all, or none for an effect on the venue itself'),
    at: since('hits the first request from then on, or the venue itself at this time'),
    from: since('start of the time in which it may hit'),
    to: since('end of the time in which it may hit'),
    skip: count('number of matching requests that pass first'),
    nth: count('n: hits only the n-th matching request'),
    every: count('n: hits every n-th matching request'),
    times: count('largest number of hits; with `at`: 1'),
    probability: z
      .number()
      .min(0)
      .max(1)
      .exactOptional()
      .describe('probability that it hits a request that it may hit'),
    for: durationText.exactOptional().describe('how long an effect on the venue itself lasts'),
    effect: effect.describe('what the fault does'),
  })
  .superRefine((fault, context) => {
    const problem = findProblem(fault);
    if (problem === undefined) return;
    context.addIssue({ code: 'custom', path: [problem.key], message: problem.message });
  });

export const scenarioSchema = z.strictObject({
  seed: z.int().default(1).describe('seed of all random choices'),
  faults: z
    .array(faultSchema)
    .min(1)
    .max(MAX_FAULTS)
    .superRefine((faults, context) => {
      const ids = new Set<string>();
      for (const [index, { id }] of faults.entries()) {
        if (id === undefined || !ids.has(id)) ids.add(id ?? '');
        else
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'expected an id once' });
      }
    })
    .describe('injected faults, in the order in which they are applied'),
});

export type ScenarioConfig = z.output<typeof scenarioSchema>;
export type FaultConfig = ScenarioConfig['faults'][number];

interface KeyProblem {
  readonly key: string;
  readonly message: string;
}

type Loose = Omit<z.output<typeof faultSchema>, 'effect'> & { readonly effect: unknown };

function findProblem(fault: Loose): KeyProblem | undefined {
  const { at, from, to, nth, every } = fault;
  if (at !== undefined && from !== undefined) {
    return { key: 'from', message: 'expected either at or from' };
  }
  if (to !== undefined && to <= (at ?? from ?? 0)) {
    return { key: 'to', message: 'expected a time after `at` or `from`' };
  }
  if (nth !== undefined && every !== undefined) {
    return { key: 'every', message: 'expected either nth or every' };
  }
  const isMachine = isVenueEffect(fault.effect);
  if (!isMachine && fault.for !== undefined) {
    return {
      key: 'for',
      message: '`for` is only allowed with effects on the venue itself, such as disable-trading',
    };
  }
  const choice = CHOICES.find((key) => fault[key] !== undefined);
  if (!isMachine || fault.match !== undefined || choice === undefined) return undefined;
  return { key: choice, message: `expected \`match\` beside \`${choice}\`` };
}

/** Whether an effect, validated or not, is one on the venue. */
export function isVenueEffect(effect: unknown): boolean {
  const kind: unknown = Object(effect) === effect ? (effect as { kind?: unknown }).kind : undefined;
  return EFFECTS.some(({ id, on }) => id === kind && on === 'machine');
}
