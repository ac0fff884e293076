// Schema of a policy file; checks.ts has the checks beyond the schema.
import { z } from 'zod';
import { ALERT_LEVELS } from '../domain/events/index.js';
import { TRANSPORT_OUTCOMES } from '../domain/venue/index.js';
import { durationText } from '../validation/index.js';
import {
  CALL_GROUP_NAMES,
  CANCEL_SCOPES,
  OUTCOME_NAMES,
  COUNT_SCOPES,
  HALT_SCOPES,
  PAUSE_ENDS,
  PAUSE_SCOPES,
  PROBES,
  REFRESHES,
  REJECT_CODES,
  RFS_POLICY_STATES,
  RULE_CONDITIONS,
  STATUS_STATES,
  STEP_CONDITIONS,
} from './vocabulary.js';

/** Maximum of rules in a list, of keys in a map, and of actions of a rule. */
const MAX_RULES = 200;
const MAX_DO = 8;

const span = z
  .string()
  .regex(/^[1-9]\d*(ms|s|m|h)$/, 'expected a whole number with ms, s, m or h, such as `60s`')
  .pipe(durationText);

const action = z.union([
  z.strictObject({ reject: z.enum(REJECT_CODES) }),
  z.strictObject({ refresh: z.enum(REFRESHES) }),
  z.strictObject({ throttle: z.number().min(0.05).max(1), for: span }),
  z.strictObject({ pause: z.enum(PAUSE_SCOPES), for: span }),
  z.strictObject({ pause: z.enum(PAUSE_SCOPES), until: z.enum(PAUSE_ENDS) }),
  z.strictObject({ halt: z.enum(HALT_SCOPES) }),
  z.strictObject({ cancel: z.enum(CANCEL_SCOPES) }),
  z.strictObject({ probe: z.enum(PROBES) }),
  z.strictObject({ alert: z.enum(ALERT_LEVELS) }),
]);
const actions = z.array(action).min(1).max(MAX_DO);
const scope = z.enum(COUNT_SCOPES);
const count = z.int().min(1).max(1_000);

const step = z.union([
  z.strictObject({ count, in: span, per: scope.optional(), do: actions }),
  z.strictObject({ when: z.enum(STEP_CONDITIONS).optional(), after: span, do: actions }),
  z.strictObject({ when: z.enum(STEP_CONDITIONS), do: actions }),
]);
const ruleParts = {
  do: actions.optional().describe('done on every hit'),
  steps: z.array(step).min(1).max(MAX_DO).optional().describe('in addition, done once per window'),
};
const calls = z.array(z.enum(CALL_GROUP_NAMES)).min(1);
const when = z.enum(RULE_CONDITIONS).optional();
const status = z.string().regex(/^([1-5]\d\d|[1-5]xx|other)$/, 'expected `404`, `4xx` or `other`');

const httpRule = z.strictObject({
  status: z.union([status, z.array(status).min(1)]).describe('`404`, `4xx` or `other`'),
  calls,
  when,
  class: z.enum(OUTCOME_NAMES),
  again: z.literal('once').optional().describe('sends the same bytes once more, after the refresh'),
  ...ruleParts,
});
const transportRule = z.strictObject({
  outcome: z.array(z.enum(TRANSPORT_OUTCOMES)).min(1),
  calls,
  when,
  class: z.enum(OUTCOME_NAMES).exclude(['by-reason']),
  ...ruleParts,
});
const reasonClass = z.enum(['rejected', 'weak', 'duplicate', 'unknown']);
const reasonRule = z.strictObject({
  class: reasonClass,
  ...ruleParts,
  resent: z
    .strictObject({ class: reasonClass, ...ruleParts })
    .optional()
    .describe('replaces the rule when this coId was sent before'),
});
const word = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_. *]{0,99}$/,
    'expected a name that the venue uses: a letter, then letters, digits, _ . * or blanks',
  );
const statusRule = z.strictObject({
  state: z.enum(STATUS_STATES),
  aliases: z.array(word).min(1).optional(),
  reasons: z.boolean().optional().describe('whether `reason` is looked up in `reasons`'),
  ...ruleParts,
});
const rfsRule = z.strictObject({ state: z.enum(RFS_POLICY_STATES), ...ruleParts });
const tries = z.union([
  count,
  z.strictObject({ max: count, backoff: z.tuple([span, span]).describe('first and longest') }),
]);
const text = z.string().min(1).max(100);

export const shape = z.strictObject({
  version: z.literal(1),
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'expected 1 to 40 lower-case letters, digits and hyphens'),
  onSeriousError: z
    .enum(['cancel', 'freeze'])
    .describe('whether cancels go on after a 500 or a serious reason'),
  text: z.strictObject({
    codeFields: z
      .array(text)
      .min(1)
      .max(20)
      .describe('fields of a reason code, in the order of their precedence'),
    serious: z.array(text).min(1).max(50).describe('texts that report a serious error'),
  }),
  serious: z.strictObject({ do: actions }).describe('actions on a serious text'),
  tries: z
    .strictObject({
      place: tries,
      rfs: tries,
      accept: tries,
      desk: tries,
      stp: tries,
      data: tries,
      find: tries,
      cancel: tries,
      renew: tries,
      login: tries,
    })
    .describe('attempts in all; 1: the call is never repeated by code'),
  http: z.array(httpRule).min(1).max(MAX_RULES).describe('by status; the first match wins'),
  transport: z
    .array(transportRule)
    .min(1)
    .max(MAX_RULES)
    .describe('by outcome; the first match wins'),
  reasons: z.record(word, reasonRule).describe('by reason code'),
  statuses: z.record(word, statusRule).describe('by order status'),
  rfsEvents: z.record(word, rfsRule).describe('by event of a quote request'),
  unknowns: z
    .array(
      z.union([
        z.strictObject({ count, per: scope, do: actions }),
        z.strictObject({ after: span, per: scope, do: actions }),
      ]),
    )
    .min(1)
    .max(MAX_RULES)
    .describe('orders of unknown outcome at the same time (RC53)'),
  bursts: z
    .array(
      z.strictObject({
        count,
        in: span,
        per: scope,
        same: z.literal('code').optional(),
        do: actions,
      }),
    )
    .min(1)
    .max(MAX_RULES)
    .describe('rejections of the venue in a window (RC39)'),
});

/** A parsed policy file that passed the schema; checks K1 to K10 are still to come. */
export type PolicyFile = z.output<typeof shape>;
export type ActionEntry = z.output<typeof action>;
export type StepEntry = z.output<typeof step>;
export type HttpEntry = PolicyFile['http'][number];
export type TransportEntry = PolicyFile['transport'][number];
export type ReasonEntry = PolicyFile['reasons'][string];
