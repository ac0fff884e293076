// Header of a session, its first record: all that a replay needs besides the inputs.
import { sha256Hex } from '../journal/index.js';
import { z } from 'zod';
import { parseCalendars } from '../config/index.js';
import { fail, type Instrument, MILLISECOND, ok, type Result } from '../domain/index.js';
import type { Customer } from '../domain/orders/index.js';
import { describeIssues, listIssueTexts } from '../validation/index.js';
import { PLACE_TOTAL_MS } from '../protocol/index.js';
import type { DigestForm, KernelSetup, KernelSnapshot, StrategyInstance } from '../kernel/index.js';
import { type FeeSettings, feesSchema } from '../report/index.js';
import { fromLimits, limitsSchema, researchLimits, toLimits } from '../risk/index.js';
import {
  ENVIRONMENTS,
  type Environment,
  LOGIN_USES,
  type LoginUse,
  parsePolicy,
  type Plan,
  findPollInterval,
} from '../plan/index.js';
import { VERSION } from '../host/index.js';

/** All that the kernel is made of, as plain JSON. */
export interface SessionHeader {
  readonly weir: string;
  /** Form of the output records; absent: 1. */
  readonly format?: number;
  readonly node: string;
  readonly mode: string;
  /** Fees of fills, for the report; absent: none. */
  readonly fees?: FeeSettings;
  /** Environment of the venue; `paper` when absent. */
  readonly environment?: Environment;
  /** Who else has orders on the login; `unstated` when absent. */
  readonly loginUse?: LoginUse;
  readonly name: string;
  readonly seed: number;
  readonly epoch: number;
  readonly epochSalt: number;
  readonly botTag: string;
  /** Session time at which the kernel's clock starts, microseconds. */
  readonly startAt: number;
  readonly speed: number;
  readonly seesEveryRate: boolean;
  /** Microseconds. */
  readonly pollInterval: number;
  readonly medianGaps: Readonly<Record<string, number>>;
  readonly instruments: readonly Instrument[];
  readonly limits: Readonly<Record<string, unknown>>;
  readonly limitsVersion: string;
  /** Set for a backtest without limits of its own: some controls only observe. */
  readonly isResearch?: true;
  /** Text of the configuration; it names secrets but never contains one. */
  readonly config: HeaderText;
  /** Text of the policy in force. */
  readonly policy: HeaderText;
  /** How requests are authenticated. */
  readonly login: 'token' | 'hmac';
  /** Text of the profile file, where the configuration names one. */
  readonly profile?: HeaderText;
  /** Text of the calendars file, where the configuration names one. */
  readonly calendars?: HeaderText;
  /** An order of unknown outcome may be resubmitted. */
  readonly resends?: true;
  /** Form of the digest's input; absent: 1. */
  readonly digestForm?: DigestForm;
  /**
   * The session continues the counts of the policy's steps from the previous run; absent: it did
   * not.
   */
  readonly keepsCounts?: true;
  /** The session continues the executions that RC35 counts. */
  readonly keepsExecutions?: true;
  /** Customer of quote requests, where the configuration states it. */
  readonly customer?: Customer;
  /** Parts of a message by which the venue reports a serious error; absent: the default ones. */
  readonly seriousWords?: readonly string[];
  readonly strategies: readonly HeaderStrategy[];
  /** Report rows: recording, latency, fill timing. */
  readonly notes: readonly { readonly label: string; readonly value: string }[];
}

export interface HeaderText {
  readonly file: string;
  readonly text: string;
  readonly sha256: string;
}

export interface HeaderStrategy extends HeaderText {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** An own file: its halts name the line. Absent for a shipped one and in former journals. */
  readonly isOwn?: true;
}

const text = { file: z.string(), text: z.string(), sha256: z.string() };

/** Form of a kernel's output records: a replay cannot compare records of another form. */
export const OUTPUT_FORMAT = 2;

/** Checks what a replay reads; the code that uses a detail checks it. */
const headerSchema = z.looseObject({
  weir: z.string(),
  format: z.int().exactOptional(),
  mode: z.string(),
  fees: feesSchema.exactOptional(),
  environment: z.enum(ENVIRONMENTS).exactOptional(),
  loginUse: z.enum(LOGIN_USES).exactOptional(),
  name: z.string(),
  seed: z.number(),
  epoch: z.number(),
  epochSalt: z.number(),
  botTag: z.string(),
  startAt: z.number(),
  seesEveryRate: z.boolean(),
  pollInterval: z.number(),
  medianGaps: z.record(z.string(), z.number()),
  instruments: z.array(z.looseObject({ id: z.number(), symbol: z.string() })).min(1),
  limits: z.record(z.string(), z.unknown()),
  limitsVersion: z.string(),
  isResearch: z.literal(true).exactOptional(),
  config: z.strictObject(text),
  policy: z.strictObject(text),
  login: z.enum(['token', 'hmac']),
  profile: z.strictObject(text).exactOptional(),
  calendars: z.strictObject(text).exactOptional(),
  resends: z.literal(true).exactOptional(),
  keepsCounts: z.literal(true).exactOptional(),
  keepsExecutions: z.literal(true).exactOptional(),
  digestForm: z.literal([1, 2]).exactOptional(),
  customer: z.strictObject({ org: z.string(), account: z.string() }).exactOptional(),
  seriousWords: z.array(z.string()).exactOptional(),
  strategies: z
    .array(
      z.strictObject({
        ...text,
        name: z.string(),
        params: z.record(z.string(), z.unknown()),
        isOwn: z.literal(true).exactOptional(),
      }),
    )
    .min(1),
});

export interface HeaderOptions {
  readonly mode: string;
  readonly startAt: number;
  readonly speed: number;
  /** Version of Node. */
  readonly node: string;
  readonly epoch: number;
  readonly epochSalt: number;
  /** `weir` when absent. */
  readonly botTag?: string;
  readonly seesEveryRate: boolean;
  readonly instruments: readonly Instrument[];
  readonly customer?: Customer | undefined;
  readonly notes: SessionHeader['notes'];
}

/** A backtest without limits has the research limits. */
function describeLimits(
  { limits, limitsSource, limitsVersion }: Plan,
  mode: string,
): Pick<SessionHeader, 'isResearch' | 'limits' | 'limitsVersion'> {
  if (mode !== 'backtest' || limitsSource !== undefined) {
    return { limits: fromLimits(limits), limitsVersion };
  }
  return { limits: fromLimits(researchLimits()), limitsVersion: 'research', isResearch: true };
}

/** Header of a session of this plan. */
export function createHeader(plan: Plan, options: HeaderOptions): SessionHeader {
  const { config } = plan;
  const [profile, calendars] = [plan.venue.source, plan.calendars.source];
  const facts = plan.recording?.facts.symbols ?? [];
  // Only `run` connects to the configuration's venue.
  const isRun = options.mode === 'run';
  return {
    weir: VERSION,
    format: OUTPUT_FORMAT,
    node: options.node,
    mode: options.mode,
    ...(config.models.fees === undefined ? {} : { fees: config.models.fees }),
    environment: config.venue !== undefined && isRun ? config.venue.environment : 'paper',
    loginUse: config.venue !== undefined && isRun ? config.venue.loginUse : 'unstated',
    name: config.name,
    seed: config.seed,
    epoch: options.epoch,
    epochSalt: options.epochSalt,
    botTag: options.botTag ?? 'weir',
    startAt: options.startAt,
    speed: options.speed,
    seesEveryRate: options.seesEveryRate,
    pollInterval: options.seesEveryRate ? 0 : findPollInterval(plan),
    medianGaps: Object.fromEntries(
      facts.map(({ instrument, medianGap }) => [instrument.symbol, medianGap]),
    ),
    instruments: options.instruments,
    ...describeLimits(plan, options.mode),
    config: toHeaderText(plan.source.file, plan.source.text),
    policy: toHeaderText(plan.policy.source.file, plan.policy.source.text),
    login: config.login,
    ...(options.customer === undefined ? {} : { customer: options.customer }),
    ...(config.unknownOrders === 'resend' ? { resends: true as const } : {}),
    ...({ keepsCounts: true, keepsExecutions: true, digestForm: 2 } as const),
    ...(profile === undefined
      ? {}
      : {
          profile: toHeaderText(profile.file, profile.text),
          seriousWords: plan.venue.profile.seriousWords,
        }),
    ...(calendars === undefined ? {} : { calendars: toHeaderText(calendars.file, calendars.text) }),
    strategies: plan.strategies.map(({ locate, name, source, rawParams }) => ({
      name,
      ...toHeaderText(source.file, source.text),
      params: rawParams,
      ...(locate === undefined ? {} : { isOwn: true as const }),
    })),
    notes: options.notes,
  };
}

/** Only the last part of the path, so that a session folder does not reveal the host's paths. */
function toHeaderText(file: string, content: string): HeaderText {
  const name = file.split(/[/\\]/).pop() ?? file;
  return { file: name, text: content, sha256: sha256Hex(content) };
}

/** Every text in a header. */
export function listTexts(header: SessionHeader): readonly HeaderText[] {
  const { config, policy, profile, calendars, strategies } = header;
  const named = [profile, calendars].filter((text) => text !== undefined);
  return [config, policy, ...named, ...strategies];
}

/** Parses a header from a journal. Fault code `replay.header`. */
export function parseHeader(data: unknown, where: string): Result<SessionHeader> {
  const parsed = headerSchema.safeParse(data);
  if (!parsed.success) {
    const message = `header of a session: ${describeIssues(headerSchema, data)}`;
    return fail('replay.header', message, where);
  }
  const header = parsed.data as unknown as SessionHeader;
  for (const part of listTexts(header)) {
    const found = sha256Hex(part.text);
    if (found === part.sha256) continue;
    const message = `the text of ${part.file}: expected hash ${part.sha256}, found ${found}`;
    return fail('replay.header', message, where);
  }
  return ok(header);
}

/**
 * Setup of the kernel from a header and its strategies, which come from a plan or from the header's
 * texts.
 */
export function toKernelSetup(
  header: SessionHeader,
  strategies: readonly StrategyInstance[],
  restored: KernelSnapshot | null = null,
): Result<KernelSetup> {
  const limits = limitsSchema.safeParse(header.limits);
  if (!limits.success) {
    const issues = listIssueTexts(limitsSchema, header.limits).join('; ');
    return fail('replay.header', `limits of the header: ${issues}`);
  }
  const policy = parsePolicy(header.policy);
  if (!policy.ok) return policy;
  const calendars = header.calendars && parseCalendars(header.calendars);
  if (calendars?.ok === false) return calendars;
  return ok({
    policy: policy.value,
    login: header.login,
    startAt: header.startAt,
    instruments: header.instruments,
    strategies,
    limits: { ...toLimits(limits.data), ...(header.isResearch ? { isResearch: true } : {}) },
    limitsVersion: header.limitsVersion,
    seed: header.seed,
    epoch: header.epoch,
    epochSalt: header.epochSalt,
    botTag: header.botTag,
    seesEveryRate: header.seesEveryRate,
    pollInterval: header.pollInterval,
    speed: header.speed,
    requestDeadline: Math.round(PLACE_TOTAL_MS * MILLISECOND * Math.max(1, header.speed)),
    medianGaps: header.medianGaps,
    isLive: header.environment === 'live',
    sharesLogin: header.loginUse === 'shared',
    ...(calendars === undefined ? {} : { calendars: calendars.value }),
    ...(header.customer === undefined ? {} : { customer: header.customer }),
    ...(header.resends === undefined ? {} : { resends: true }),
    ...(header.keepsCounts === undefined ? {} : { keepsCounts: true }),
    ...(header.keepsExecutions === undefined ? {} : { keepsExecutions: true }),
    ...(header.digestForm === undefined ? {} : { digestForm: header.digestForm }),
    ...(header.seriousWords === undefined ? {} : { seriousWords: header.seriousWords }),
    ...(restored === null ? {} : { restored }),
  });
}
