// Schema of a session configuration: one file runs as a backtest, as a paper session or at a venue.
import { z } from 'zod';
import { createRecordingSchema, instrumentsSchema, sizeSchema } from '../recordings/index.js';
import { durationText } from '../validation/index.js';
import { hmacTextSchema } from '../protocol/index.js';
import { feesSchema } from '../report/index.js';
import { CONTROL_IDS } from '../risk/index.js';
import { modelShape, providerListSchema, showsMarketItself } from '../venue/index.js';

const secretSchema = z
  .strictObject({
    env: z.string().optional().describe('name of an environment variable'),
    file: z.string().optional().describe('path of a file that only its owner may read'),
  })
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), {
    message: 'expected exactly one of `env` and `file`',
  })
  .describe('where the secret is kept: exactly one of env and file');

const CONTROL = new RegExp(`^(?:all|${CONTROL_IDS.join('|')})$`);

/** Environments of a venue. */
export const ENVIRONMENTS = ['paper', 'test', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Who else has orders on a login. */
export const LOGIN_USES = ['unstated', 'exclusive', 'shared'] as const;
export type LoginUse = (typeof LOGIN_USES)[number];

const venueSchema = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,39}$/,
      'expected 1 to 40 lower-case letters, digits, dots, hyphens and underscores',
    )
    .exactOptional()
    .describe(
      'short name of the venue, the same in every configuration of its accounts; required for ' +
        'environment: live',
    ),
  baseUrl: z
    .string()
    .describe('base URL of the venue: https and the name of a host, or plain http on this machine'),
  ca: z
    .string()
    .min(1)
    .exactOptional()
    .describe('PEM file of the certificate authorities to trust for the venue, and no others'),
  user: z.string().min(1).exactOptional().describe('login name, for login: token'),
  org: z
    .string()
    .min(1)
    .exactOptional()
    .describe('organization of the user, for login: token and for quote requests'),
  account: z
    .string()
    .min(1)
    .max(100)
    .exactOptional()
    .describe('legal entity of org to trade for; required with id, and for quote requests'),
  password: secretSchema.exactOptional(),
  hmac: z
    .strictObject({
      id: hmacTextSchema.describe('id that the venue issued for signed requests'),
      secret: secretSchema,
    })
    .exactOptional()
    .describe('for login: hmac'),
  environment: z
    .enum(ENVIRONMENTS)
    .default('paper')
    .describe(
      'kind of venue; test or live for a venue on another host; a state directory belongs ' +
        'to one',
    ),
  loginUse: z
    .enum(LOGIN_USES)
    .default('unstated')
    .describe('who else has orders on this login: unstated and exclusive halt on an unknown order'),
  stp: z
    .boolean()
    .default(false)
    .describe('also read trades from the STP download; then no other client may read it'),
  size: sizeSchema
    .exactOptional()
    .describe('displayed size where the venue states none: units of the base, or unlimited'),
});

const recordingSchema = createRecordingSchema(
  z.number().positive().max(1_000).default(1).describe('session time per real time'),
);

type RecordingConfig = z.output<typeof recordingSchema>;

/** One recording, or several that are merged by time. */
const recordingsSchema = z.union([
  recordingSchema,
  z
    .array(recordingSchema)
    .min(1)
    .max(50)
    .superRefine(([first, ...more], context) => {
      for (const [i, one] of more.entries()) {
        if (one.speed === first?.speed && one.origin === first.origin) continue;
        const message = 'expected the speed and origin of the first recording, found others';
        context.addIssue({ code: 'custom', path: [i + 1], message });
      }
    }),
]);

/** Schema of `models`. */
export const modelsSchema = z
  .strictObject({
    ...modelShape,
    fees: feesSchema.exactOptional(),
    providers: providerListSchema
      .exactOptional()
      .describe("providers that quote on request; absent: the simulator's, in a backtest LP1"),
  })
  .superRefine(({ providers, ...models }, context) => {
    if (providers === undefined || showsMarketItself(providers)) return;
    for (const name of ['resting', 'lastLook', 'impact'] as const) {
      if (models[name] === undefined || models[name] === 'touch') continue;
      const message = 'expected one provider of spot rates, without widen, skew and sizeFactor';
      context.addIssue({ code: 'custom', path: [name], message: `${message}, for this` });
    }
  })
  .prefault({});

const strategySchema = z.strictObject({
  strategy: z.string().min(1).describe('id of a shipped strategy, or path of your own file'),
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'expected 1 to 40 lower-case letters, digits and hyphens')
    .optional()
    .describe('unique name; absent: the id of the strategy'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256: 64 digits and letters a to f')
    .exactOptional()
    .describe('expected hash of the strategy file; required for environment: live'),
  params: z.record(z.string(), z.unknown()).default({}).describe('parameters: see weir strategies'),
});

export const sessionSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'expected 1 to 40 lower-case letters, digits and hyphens')
    .describe('lower-case name of the session'),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(1).describe('seed of random streams'),
  clock: z
    .enum(['wall', 'venue'])
    .default('wall')
    .describe('wall: time of this host; venue: of a simulator'),
  login: z
    .enum(['token', 'hmac'])
    .default('token')
    .describe('token: a login by password; hmac: every request is signed'),
  venue: venueSchema.optional().describe('venue and login, for weir run'),
  simulator: z.string().optional().describe('simulator file for weir paper, with its users'),
  recording: recordingsSchema
    .optional()
    .describe('for weir paper and weir backtest: one recording, or a list that is merged by time'),
  models: modelsSchema.describe('market models of the simulator and the backtester'),
  polling: z
    .strictObject({
      rates: durationText
        .exactOptional()
        .describe('time between two polls of a rate; absent: 1s, above 3 symbols 1s for each 3'),
      view: z
        .enum(['polled', 'every'])
        .default('polled')
        .describe('rates that a strategy sees in a backtest: those of such polls, or every rate'),
    })
    .prefault({})
    .describe('how the venue is polled, in session time'),
  onRestart: z
    .strictObject({
      orders: z
        .enum(['cancel', 'keep'])
        .default('cancel')
        .describe('what a start does with the open orders of the previous run'),
      parents: z
        .enum(['stop', 'resume'])
        .default('stop')
        .describe('whether a start stops or resumes the parent orders of the previous run'),
    })
    .prefault({})
    .describe('what a start does with the orders of the previous run'),
  unknownOrders: z
    .enum(['off', 'resend'])
    .default('off')
    .meta({ former: 'resolver' })
    .describe('resend: an order of unknown outcome may be resubmitted once, within 2 s'),
  watchdog: z
    .enum(['on', 'off'])
    .exactOptional()
    .meta({ former: 'guard' })
    .describe(
      'watchdog: a second process that halts and cancels when heartbeats stop; default: on in live',
    ),
  instruments: instrumentsSchema,
  calendars: z.string().optional().describe('file of holidays that change the built-in ones'),
  allow: z
    .strictObject({
      withdraw: z.boolean().default(false).describe('allow withdrawals by `weir venue custody`'),
      brokerBalances: z.boolean().default(false).describe('allow updates of broker balances by it'),
    })
    .prefault({})
    .describe('calls that move money; strategies can never make them'),
  profile: z
    .string()
    .optional()
    .describe('profile: file that says where the venue differs from what Weir assumes'),
  policy: z
    .string()
    .optional()
    .describe('file of actions on responses of the venue; absent: config/policy.yaml of Weir'),
  limits: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .optional()
    .describe('risk limits, here or in a file; absent: defaults, in a backtest for research'),
  owners: z
    .record(
      z
        .string()
        .regex(CONTROL, 'expected all, or the id of a control, as weir controls lists them'),
      z.string().min(1).max(60),
    )
    .default({})
    .describe('who is responsible for a control, by its id; all: for controls that are not named'),
  operators: z
    .array(z.string().regex(/^[^\s,](?:[^,]{0,38}[^\s,])?$/, 'expected 1 to 40 letters, no comma'))
    .min(1)
    .max(20)
    .exactOptional()
    .describe('names that commands accept as --by, without proof; required for environment: live'),
  dual: z
    .enum(['on', 'off'])
    .exactOptional()
    .describe('on: an override and a resume need a second operator, --second'),
  strategyFolder: z
    .string()
    .min(1)
    .exactOptional()
    .describe('folder of your own strategy files; absent in live: the folder of this file'),
  strategies: z.array(strategySchema).min(1).max(100).describe('strategies of this session'),
});

export type SessionConfig = z.output<typeof sessionSchema>;

/** Recordings of a configuration, in order. */
export function listRecordings({
  recording,
}: Pick<SessionConfig, 'recording'>): readonly RecordingConfig[] {
  if (recording === undefined) return [];
  return Array.isArray(recording) ? recording : [recording];
}
