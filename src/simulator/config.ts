// Schema of the simulator's configuration file, and its conversion to settings.
import { z } from 'zod';
import { instrumentsSchema } from '../recordings/index.js';
import { durationText } from '../validation/index.js';
import { formatDuration } from '../domain/index.js';
import { hmacTextSchema } from '../protocol/index.js';
import type { Log } from '../telemetry/index.js';
import {
  custodySchema,
  dataSetsSchema,
  forwardsSchema,
  DEFAULT_AMENDMENT_LIMITS,
  DEFAULT_MAX_STP_RECORDS,
  DEFAULT_MAX_TRADES,
  modelShape,
  providersSchema,
  showsMarketItself,
  rfsSettingsSchema,
  toCustodySettings,
  TRADING_HOURS,
  USER_ROLES,
} from '../venue/index.js';
import { ratesSchema, recordingSchema, toRatesSettings } from './rates/rates-config.js';
import { createGenerated } from './rates/generated-instrument.js';
import { requestLimitsSchema } from './access/request-limits.js';
import type { SimulatorSettings } from './settings.js';

z.config({ jitless: true });

const name = z.string().min(1).max(100);

const user = z.strictObject({
  user: name.describe('login name'),
  password: z.string().min(1).describe('for this simulator only: never one of a real venue'),
  hmac: z
    .strictObject({
      id: hmacTextSchema.describe('id of the user in signed requests'),
      secret: hmacTextSchema.describe('for this simulator only: never one of a real venue'),
    })
    .exactOptional()
    .describe('lets the user sign its requests instead of logging in'),
  org: name.describe('organization of the user'),
  account: name.describe('legal entity that trades are booked on'),
  role: z
    .enum(USER_ROLES)
    .exactOptional()
    .describe('broker and sales-dealer users may amend, roll and allocate trades'),
  trading: z.boolean().exactOptional().describe('false: the venue rejects every order'),
});

const org = z.strictObject({
  org: name.describe('id of the organization'),
  accounts: z.array(name).min(1).describe('its legal entities'),
  onBehalfOf: z.array(name).exactOptional().describe('organizations its users may trade for'),
  mayAllocate: z.boolean().exactOptional().describe('whether its traders may allocate trades'),
  spotProviders: z.array(name).exactOptional().describe('providers of its rates; absent: all'),
  rfsProviders: z.array(name).exactOptional().describe('providers of its quotes; absent: all'),
  stp: z
    .boolean()
    .exactOptional()
    .describe('false: its trades are not sent by STP, unless their booking says so'),
  amendment: z
    .strictObject({
      window: durationText
        .prefault(formatDuration(DEFAULT_AMENDMENT_LIMITS.window))
        .describe('how long after its execution a trade may be amended'),
      maxRateChanges: z
        .int()
        .min(0)
        .default(DEFAULT_AMENDMENT_LIMITS.maxRateChanges)
        .describe('how often the rate of a trade may be amended'),
      maxPercent: z
        .number()
        .positive()
        .max(1_000)
        .default(DEFAULT_AMENDMENT_LIMITS.maxPercent)
        .describe("an amended amount has to be below this percentage of the trade's"),
    })
    .exactOptional()
    .describe('limits of amendments of its trades'),
});

const amountsBy = (what: string, meaning: string) =>
  z.record(z.string(), z.number().positive()).exactOptional().describe(`${meaning}, by ${what}`);

const limits = z.strictObject({
  maxSize: amountsBy('symbol', 'largest order in units of the base'),
  credit: amountsBy('organization', 'largest long or short position in units of the base'),
  hours: z
    .enum(TRADING_HOURS)
    .default('always')
    .describe('weekly: Sunday 17:00:10 to Friday 17:00 New York; daily: with a break at 17:00'),
});

const venue = z.strictObject({
  ...modelShape,
  tokenLife: durationText.prefault('60s').describe('life of a login token'),
  limits: limits
    .exactOptional()
    .describe('orders beyond them are accepted, then rejected; absent: none'),
  rateLife: durationText
    .prefault('10s')
    .describe('how long after its creation an order may name a rate'),
  seed: z.int().default(1).describe('seed of the login tokens'),
  maxEndedOrders: z.int().min(1).default(10_000).describe('ended orders that stay queryable'),
  rfs: rfsSettingsSchema.prefault({}),
  maxTrades: z
    .int()
    .min(1)
    .default(DEFAULT_MAX_TRADES)
    .describe('trades that stay queryable and can be changed'),
  maxStpRecords: z
    .int()
    .min(1)
    .default(DEFAULT_MAX_STP_RECORDS)
    .describe('STP records kept for an organization: so many waiting and so many downloaded'),
});

/** `config/simulator.yaml`: durations and instants as text, amounts in units. */
export const simulatorSchema = z
  .strictObject({
    host: z.string().default('127.0.0.1').describe('loopback address to listen on'),
    hosts: z
      .array(name)
      .default([])
      .describe('names beyond those of loopback that the Host header of a request may have'),
    port: z
      .int()
      .min(0)
      .max(65_535)
      .default(8_787)
      .describe('port to listen on; 0 takes a free one'),
    controlToken: z
      .string()
      .min(8)
      .exactOptional()
      .describe('needed to move stopped time; absent: drawn at random at the start'),
    users: z.array(user).min(1).describe('who may log in'),
    orgs: z.array(org).default([]).describe('organizations beyond those that users name'),
    recording: recordingSchema.exactOptional().describe('the rates of one recording'),
    rates: ratesSchema.exactOptional().describe('rates of several sources, instead of recording'),
    instruments: instrumentsSchema,
    calendars: z
      .string()
      .min(1)
      .exactOptional()
      .describe('file of holidays that change the built-in ones, relative to this file'),
    profile: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        'file of where this venue differs from the published interface, relative to this file',
      ),
    providers: providersSchema,
    forwards: forwardsSchema,
    marketDataSets: dataSetsSchema,
    custody: custodySchema.prefault({}),
    limits: requestLimitsSchema.exactOptional().describe('limits of each user; absent: none'),
    scenario: z
      .string()
      .min(1)
      .exactOptional()
      .describe('file of faults to inject, relative to this file'),
    keepInputs: z
      .boolean()
      .default(false)
      .describe('keeps every request, so that `GET /control/state` can return the state'),
    venue: venue.prefault({}),
  })
  .refine(({ recording, rates }) => (recording === undefined) !== (rates === undefined), {
    message: 'expected either recording or rates',
  })
  .superRefine(({ rates, instruments }, context) => {
    for (const [index, { generator }] of (rates?.sources ?? []).entries()) {
      for (const [symbol, first] of Object.entries(generator?.symbols ?? {})) {
        const created = createGenerated(0, symbol, first, instruments[symbol]);
        if (created.ok) continue;
        const { code, message } = created.fault;
        const path = ['rates', 'sources', index, 'generator', 'symbols', symbol];
        context.addIssue({ code: 'custom', path, message, params: { code } });
      }
    }
  })
  .superRefine(({ providers, venue: models }, context) => {
    if (showsMarketItself(providers)) return;
    for (const name of ['resting', 'lastLook', 'impact'] as const) {
      if (models[name] === undefined || models[name] === 'touch') continue;
      const message = 'expected one provider of spot rates, without widen, skew and sizeFactor';
      context.addIssue({
        code: 'custom',
        path: ['venue', name],
        message: `${message}, for this model`,
      });
    }
  });

export type SimulatorConfig = z.output<typeof simulatorSchema>;

/** Settings of a configuration; relative paths start at `directory`. */
export function toSimulatorSettings(
  config: SimulatorConfig,
  directory: string,
  controlToken: string,
  log?: Log,
): SimulatorSettings {
  const { host, hosts, port, users, venue, custody, instruments } = config;
  const { orgs, providers, forwards, marketDataSets, limits, keepInputs } = config;
  const settings = {
    host,
    hosts,
    port,
    users,
    venue: { ...venue, orgs, providers, forwards, marketDataSets },
    custody: toCustodySettings(custody),
    rates: toRatesSettings(config, directory, instruments),
    controlToken,
    keepInputs,
    ...(limits === undefined ? {} : { limits }),
  };
  return log === undefined ? settings : { ...settings, log };
}
