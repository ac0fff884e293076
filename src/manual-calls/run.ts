// A session of one call that changes something at the venue: judged, journaled, sent once.
import { createHash } from 'node:crypto';
import {
  type AnyOutcome,
  type FinishedCall as SeenCall,
  prepareCall,
  type VenueClient,
} from '../client/index.js';
import {
  describeSupportBundle,
  fail,
  type Halt,
  ok,
  type Result,
  SUBMIT_OUTCOMES,
} from '../domain/index.js';
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
import { findTooOld } from '../session/index.js';
import { formatAlert, formatHalt } from '../session/index.js';
import { CALL_END_TYPE, CALL_TYPE, SUPPORT_TYPE } from '../recovery/index.js';
import { checkUnused } from './confirmation.js';
import { type GateReport, checkManualCall } from './risk-check.js';
import { findProfile } from '../session/index.js';
import type { Plan } from '../plan/index.js';
import type { SessionPorts } from '../host/index.js';
import type { LoginSettings } from '../plan/index.js';
import type { SessionClock } from '../host/index.js';
import { SessionJournal } from '../records/index.js';
import { writePack } from '../session/index.js';
import { VERSION } from '../host/index.js';

/** What came of a call that left. */
export interface CallEnd {
  readonly outcome: AnyOutcome;
  /** Latched by its answer: they hold until a person resumes. */
  readonly halts: readonly Halt[];
}

export interface OneCall {
  readonly ports: SessionPorts;
  readonly plan: Plan;
  readonly client: VenueClient;
  readonly clock: SessionClock;
  readonly login: LoginSettings;
  /** State directory of the login: its bot must not run, its halts hold. */
  readonly state: string;
  readonly route: Route;
  readonly input: Readonly<Record<string, unknown>>;
  /** Session folder, made and empty. */
  readonly folder: string;
  /** An order need not have what the profile says that the venue needs: that is what it is for. */
  readonly isProbe?: true;
  /** What the client has sent so far. */
  readonly calls: () => readonly SeenCall[];
  /** Told of halts and alerts. */
  readonly notify: (message: string) => void;
  /** Gives the call up: what has left by then is of unknown outcome, and judged as such. */
  readonly signal?: AbortSignal;
}

/**
 * Sends one call through gate and journal and gives the venue's answer, judged by the policy. What
 * the gate refuses is fault `session.refused`; the journal's faults mean that nothing left. Never
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
    const judged = await judge(call, bot.value, policy);
    if (!judged.ok) return judged;
    const approvedAt = ports.clock.monoMicros();
    const { quoteId } = judged.value;
    const sent = quoteId === undefined ? prepared : prepareCall(route, { ...input, quoteId });
    if (!sent.ok) return sent;
    const { path, body = '' } = sent.value;
    const command = { method: route.method, path, body, sha256: hash(body), gate: judged.value };
    const { refusals } = judged.value;
    const written = append(journal, refusals.length > 0 ? 'refused' : 'command', command);
    if (!written.ok) return written;
    const durable = journal.sync();
    if (!durable.ok) return durable;
    if (refusals.length > 0) return failRefused(refusals);
    const late: CallRefusal[] = [];
    const findRefusal = () => {
      // A kill, or a halt, may have come meanwhile; what was judged by rates, by older ones.
      const refusal =
        bot.value.findRefusal(route, toCallScope(input).symbol) ??
        (judged.value.rates > 0 ? findStale(ports.clock.monoMicros() - approvedAt) : undefined);
      if (refusal !== undefined) late.push(refusal);
      return refusal && `${refusal.rule}: ${refusal.message}`;
    };
    const { signal } = call;
    const given = signal === undefined ? {} : { signal };
    const outcome = await client.carry(sent.value, { findRefusal, ...given });
    if (late.length > 0) {
      append(journal, 'refused', { ...command, gate: { ...judged.value, refusals: late } });
      journal.sync();
      return failRefused(late);
    }
    return ok(await conclude(call, bot.value, journal, policy, outcome));
  } finally {
    bot.value.close();
  }
}

/** The halts of the login first: what they refuse needs no rates. */
async function judge(call: OneCall, bot: CallBot, policy: CallPolicy): Promise<Result<GateReport>> {
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
    ...{ policy: policy.policy, login: config.login, seriousWords },
    ...{ before, isProbe: isProbe === true },
  });
}

/** Judges the answer by the policy, and latches what it halts before anything is told. */
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
  const verdict = policy.judge(end);
  // The call has left: what came of it is told whatever the disk does now.
  const answer = JSON.stringify(outcome);
  // What a probe brought says nothing of the calls after it.
  const made = toMade(route, input);
  const told = made === undefined ? end : { ...end, made };
  const data = isProbe === true ? { answer } : { answer, end: told };
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

/** For the venue's support, where it was a serious error that halted. */
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

/** An answer that is no use by itself is what the policy says of it. */
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
    // As text: the names of the venue's fields are not ours to judge.
    input: JSON.stringify(input),
    ...(isProbe === true ? { isProbe } : {}),
    config: { file, text, sha256: hash(text) },
    ...(profile === undefined ? {} : { profile: { ...profile, sha256: hash(profile.text) } }),
    limitsVersion,
  };
}

function failRefused(refusals: readonly { readonly rule: string; readonly message: string }[]) {
  const words = refusals.map(({ rule, message }) => `${rule}: ${message}`);
  return fail(
    'session.refused',
    `the gate refused the call, nothing was sent: ${words.join('; ')}`,
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
