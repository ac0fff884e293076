// A session of one manual call that changes something at the venue: checked, journaled, sent once.
import { createHash } from 'node:crypto';
import {
  type AnyOutcome,
  type FinishedCall as SeenCall,
  prepareCall,
  type VenueClient,
} from '../client/index.js';
import { describeSupportBundle, type Halt, SUBMIT_OUTCOMES } from '../domain/events/index.js';
import { fail, ok, type Result } from '../domain/index.js';
import type { Route } from '../protocol/index.js';
import {
  type CallOutcome,
  type OutcomeClass,
  toCallGroup,
  toCallScope,
  toMade,
} from '../policy/index.js';
import { type CallBot, type CallRefusal, openCallBot, onlyReducesRisk } from './bot-state.js';
import { CallPolicy } from './policy.js';
import { findTooOld, formatAlert, formatHalt, writePack } from '../session/index.js';
import { CALL_END_TYPE, CALL_TYPE, SUPPORT_TYPE } from '../recovery/index.js';
import { checkUnused } from './confirmation.js';
import { type GateReport, checkManualCall } from './risk-check.js';
import { findProfile, type Plan, type LoginSettings } from '../plan/index.js';
import { type SessionPorts, type SessionClock, VERSION } from '../host/index.js';
import { SessionJournal } from '../records/index.js';

/** Result of a call that left. */
export interface CallEnd {
  readonly outcome: AnyOutcome;
  /** Halts that the response latched until an operator resumes. */
  readonly halts: readonly Halt[];
}

export interface OneCall {
  readonly ports: SessionPorts;
  readonly plan: Plan;
  readonly client: VenueClient;
  readonly clock: SessionClock;
  readonly login: LoginSettings;
  /** State directory of the login: its bot must not run, and its halts apply. */
  readonly state: string;
  readonly route: Route;
  readonly input: Readonly<Record<string, unknown>>;
  /** Session folder, created and empty. */
  readonly folder: string;
  /** Skips the profile's required order fields, since the probe tests them. */
  readonly isProbe?: true;
  /** Calls that the client has made so far. */
  readonly calls: () => readonly SeenCall[];
  /** Takes messages on halts and alerts. */
  readonly notify: (message: string) => void;
  /** Aborts the call; a request that has left then has an unknown outcome, also for the policy. */
  readonly signal?: AbortSignal;
}

/**
 * Sends one call through gate and journal; returns the venue's response with the policy's outcome
 * class. Fault `session.refused`: the gate refused it; faults of the journal: nothing left. Never
 * repeats the call.
 */
export async function runManualCall(call: OneCall): Promise<Result<CallEnd>> {
  const { ports, plan, client, clock, route, input } = call;
  const prepared = prepareCall(route, input, call.isProbe ? undefined : findProfile(plan));
  if (!prepared.ok) return prepared;
  const bot = await openCallBot(call, route);
  if (!bot.ok) return bot;
  const journal = new SessionJournal(bot.value.journal, clock, ports, clock.now());
  try {
    const unused = checkUnused(route, input, bot.value.before);
    if (!unused.ok) return unused;
    const opened = append(journal, CALL_TYPE, describe(call));
    if (!opened.ok) return opened;
    const policy = createPolicy(call, bot.value);
    const evaluated = await evaluate(call, bot.value, policy);
    if (!evaluated.ok) return evaluated;
    const approvedAt = ports.clock.monoMicros();
    const { quoteId } = evaluated.value;
    const sent = quoteId === undefined ? prepared : prepareCall(route, { ...input, quoteId });
    if (!sent.ok) return sent;
    const { path, body = '' } = sent.value;
    const command = { method: route.method, path, body, sha256: hash(body), gate: evaluated.value };
    const { refusals } = evaluated.value;
    const written = append(journal, refusals.length > 0 ? 'refused' : 'command', command);
    if (!written.ok) return written;
    const durable = journal.sync();
    if (!durable.ok) return durable;
    if (refusals.length > 0) return failRefused(refusals);
    const late: CallRefusal[] = [];
    const findRefusal = () => {
      // A kill or halt may have arrived meanwhile, and the rates of the check may be too old.
      const refusal =
        bot.value.findRefusal(route, toCallScope(input).symbol) ??
        (evaluated.value.rates > 0 ? findStale(ports.clock.monoMicros() - approvedAt) : undefined);
      if (refusal !== undefined) late.push(refusal);
      return refusal && `${refusal.rule}: ${refusal.message}`;
    };
    const { signal } = call;
    const given = signal === undefined ? {} : { signal };
    const outcome = await client.carry(sent.value, { findRefusal, ...given });
    if (late.length > 0) {
      append(journal, 'refused', { ...command, gate: { ...evaluated.value, refusals: late } });
      journal.sync();
      return failRefused(late);
    }
    return ok(await conclude(call, bot.value, journal, policy, outcome));
  } finally {
    bot.value.close();
  }
}

/** Checks the halts of the login first: their refusal needs no rates. */
async function evaluate(
  call: OneCall,
  bot: CallBot,
  policy: CallPolicy,
): Promise<Result<GateReport>> {
  const { ports, plan, client, clock, route, input } = call;
  const scope = toCallScope(input);
  const paused = onlyReducesRisk(route) ? undefined : policy.findPause(clock.now(), scope);
  const refusal = bot.findRefusal(route, scope.symbol) ?? paused;
  if (refusal !== undefined) return ok({ rates: 0, refusals: [refusal] });
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      ports.clock.setTimer(ms, resolve);
    });
  return checkManualCall(route, input, { plan, client, clock, pause });
}

function findStale(age: number): CallRefusal | undefined {
  const message = findTooOld(age);
  return message === undefined ? undefined : { rule: 'RC72', message };
}

function createPolicy({ plan, isProbe }: OneCall, { before }: CallBot): CallPolicy {
  const { config, policy, venue } = plan;
  const { seriousWords } = venue.profile;
  return new CallPolicy({
    policy: policy.policy,
    login: config.login,
    seriousWords,
    before,
    isProbe: isProbe === true,
  });
}

/** Applies the policy to the response and latches its halts before anything is reported. */
async function conclude(
  call: OneCall,
  bot: CallBot,
  journal: SessionJournal,
  policy: CallPolicy,
  outcome: AnyOutcome,
): Promise<CallEnd> {
  const { route, input, isProbe, notify } = call;
  const stamp = journal.stamp();
  const facts = toFacts(route, outcome);
  const end = policy.toAnswer(stamp.session, facts, toCallScope(input));
  const verdict = policy.evaluate(end);
  // The call has left: its result is reported even if the disk fails now.
  const answer = JSON.stringify(outcome);
  // The result of a probe does not count for later calls.
  const made = toMade(route, input);
  const ended = made === undefined ? end : { ...end, made };
  const data = isProbe === true ? { answer } : { answer, end: ended };
  const noted = journal.append(stamp, CALL_END_TYPE, data);
  if (noted.ok) journal.sync();
  const { halts } = verdict;
  const troubles = halts.length > 0 ? await bot.halt(verdict, stamp) : [];
  for (const halt of halts) notify(formatHalt(halt));
  for (const alert of verdict.alerts) notify(formatAlert(alert));
  for (const trouble of troubles) notify(trouble);
  pack(call, journal, halts);
  return { outcome: withClass(outcome, verdict.class), halts };
}

/** Writes the support bundle of halts by a serious error. */
function pack(call: OneCall, journal: SessionJournal, halts: readonly Halt[]): void {
  const { calls, folder, ports, notify } = call;
  const place = { disk: ports.disk, folder, writer: ports.host.processId, notify };
  for (const halt of halts) {
    const file = writePack(place, halt, calls());
    if (file === undefined) continue;
    notify(describeSupportBundle(file));
    journal.append(journal.stamp(), SUPPORT_TYPE, { file });
  }
}

/** Takes the policy's outcome class where the response alone is unusable. */
function withClass(outcome: AnyOutcome, found: OutcomeClass): AnyOutcome {
  const isOpen = !('code' in outcome) || !SEND_WORDS.has(found) || found === 'accepted';
  return isOpen ? outcome : { ...outcome, class: found as 'unknown' };
}

const SEND_WORDS: ReadonlySet<string> = new Set(SUBMIT_OUTCOMES);

function toFacts(route: Route, outcome: AnyOutcome): CallOutcome {
  const { status } = outcome;
  const said = 'message' in outcome ? outcome : undefined;
  return {
    group: toCallGroup(route),
    status,
    transport: said?.transport,
    codeKind: said !== undefined && 'code' in said ? said.codeKind : undefined,
    code: said !== undefined && 'code' in said ? said.code : '',
    message: said?.message ?? '',
    ...(route.id === 'stpResend' ? { isResend: true } : {}),
  };
}

function append(journal: SessionJournal, type: string, data: unknown): Result<void> {
  const written = journal.append(journal.stamp(), type, data);
  return written;
}

function describe({ ports, plan, login: { baseUrl }, route, input, isProbe }: OneCall) {
  const { limitsVersion, source, venue } = plan;
  const profile = venue.source;
  const { file, text } = source;
  return {
    weir: VERSION,
    node: ports.host.nodeVersion,
    mode: 'call',
    baseUrl,
    call: route.id,
    // As text: a field name of the venue may look like a secret's and is not checked here.
    input: JSON.stringify(input),
    ...(isProbe === true ? { isProbe } : {}),
    config: { file, text, sha256: hash(text) },
    ...(profile === undefined ? {} : { profile: { ...profile, sha256: hash(profile.text) } }),
    limitsVersion,
  };
}

function failRefused(refusals: readonly { readonly rule: string; readonly message: string }[]) {
  const parts = refusals.map(({ rule, message }) => `${rule}: ${message}`);
  return fail(
    'session.refused',
    `the gate refused the call, nothing was sent: ${parts.join('; ')}`,
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
