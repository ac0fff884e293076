// The simulator's configuration file, and the settings it stands for.
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  formatDuration,
  formatInstant,
  isSymbol,
  parseDuration,
  parseInstant,
  type Result,
} from '../domain/index.js';
import type { Log } from '../telemetry/index.js';
import { FILL_TIMINGS } from '../venue/index.js';
import type { SimulatorSettings } from './settings.js';

z.config({ jitless: true });

const duration = z.codec(
  z.string().meta({ pattern: '^(\\d+(\\.\\d+)?(us|ms|s|m|h|d))+$', examples: ['250ms', '60s'] }),
  z.int().min(0),
  {
    decode: (text, { issues }) => take(parseDuration(text), text, issues),
    encode: formatDuration,
  },
);

const instant = z.codec(
  z.string().meta({ format: 'date-time', examples: ['2026-07-13T12:00:00Z'] }),
  z.int(),
  {
    decode: (text, { issues }) => take(parseInstant(text), text, issues),
    encode: formatInstant,
  },
);

function take(parsed: Result<number>, input: string, issues: z.core.$ZodRawIssue[]): number {
  if (parsed.ok) return parsed.value;
  const { code, message } = parsed.fault;
  issues.push({ code: 'custom', message, input, params: { code } });
  return z.NEVER;
}

const name = z.string().min(1).max(100);

const user = z.strictObject({
  user: name.describe('login name'),
  password: z.string().min(1).describe('for this simulator only: never one of a real venue'),
  org: name.describe('organization of the user'),
  account: name.describe('legal entity that trades are booked on'),
  trading: z.boolean().exactOptional().describe('false turns every order down'),
});

const recording = z.strictObject({
  file: z.string().min(1).describe('recorded rates; relative to this file'),
  origin: z
    .enum(['recording', 'now'])
    .default('recording')
    .describe('where session time starts: at the first rate, or now with all rates shifted'),
  speed: z.number().min(0).default(1).describe('session seconds per second; 0 stops time'),
  loop: z.boolean().default(false).describe('start again at the end, later in time'),
  size: z
    .union([z.number().positive(), z.literal('unlimited')])
    .exactOptional()
    .describe('displayed size of rates that state none, in units of the base'),
  badRows: z.enum(['stop', 'skip']).default('stop').describe('what a bad row does'),
  startAt: instant.exactOptional().describe('first instant that is played'),
  endAt: instant.exactOptional().describe('playing ends before this instant'),
});

const decimals = z.int().min(0).max(12).exactOptional();
const positive = z.number().positive().exactOptional();

const terms = z.strictObject({
  class: z.enum(['G10', 'EM', 'DA']).exactOptional().describe('liquidity class'),
  ratePrecision: decimals.describe('decimals of a price'),
  pipFactor: positive.describe('one pip is 1 / pipFactor'),
  baseDecimals: decimals.describe('decimals of an amount of the base'),
  termDecimals: decimals.describe('decimals of an amount of the term currency'),
  minSize: positive.describe('smallest order, in units of the base'),
  sizeIncrement: positive.describe('step of order sizes, in units of the base'),
  spotLagDays: z.int().min(0).max(5).exactOptional().describe('business days to the value date'),
});

const venue = z.strictObject({
  fillTiming: z
    .enum(FILL_TIMINGS)
    .default('arrival')
    .describe('whether an order meets the rate that it finds or the next one'),
  latency: z
    .strictObject({
      rates: duration.prefault('0s').describe('from a rate to where queries show it'),
      orders: duration.prefault('0s').describe('from a request to the market'),
      replies: duration.prefault('0s').describe("from an order's change to where queries show it"),
    })
    .prefault({}),
  tokenLife: duration.prefault('60s').describe('life of a login token'),
  seed: z.int().default(1).describe('seed of the login tokens'),
  maxEndedOrders: z.int().min(1).default(10_000).describe('ended orders that stay queryable'),
});

/** `config/simulator.yaml`: durations and instants as text, amounts in units. */
export const simulatorSchema = z.strictObject({
  host: z.string().default('127.0.0.1').describe('loopback address to listen on'),
  port: z.int().min(0).max(65_535).default(8_787).describe('port to listen on; 0 takes a free one'),
  controlToken: z
    .string()
    .min(8)
    .exactOptional()
    .describe('lets its holder move stopped time; drawn at the start when absent'),
  users: z.array(user).min(1).describe('who may log in'),
  recording,
  instruments: z
    .record(z.string().refine(isSymbol, 'expected a symbol such as EUR/USD'), terms)
    .default({})
    .describe('terms of symbols, which win over the built-in table'),
  venue: venue.prefault({}),
});

export type SimulatorConfig = z.output<typeof simulatorSchema>;

/** Settings of a configuration; `directory` is where its relative paths start. */
export function toSimulatorSettings(
  config: SimulatorConfig,
  directory: string,
  controlToken: string,
  log?: Log,
): SimulatorSettings {
  const { host, port, users, venue, instruments } = config;
  const { file, origin, speed, loop, ...options } = config.recording;
  const play = { file: resolve(directory, file), origin, speed, loop };
  const recording = { ...play, options: { ...options, terms: instruments } };
  const settings = { host, port, users, venue, recording, controlToken };
  return log === undefined ? settings : { ...settings, log };
}
