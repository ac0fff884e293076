// A session of one call that changes something at the venue: judged, journaled, sent once.
import { createHash } from 'node:crypto';
import { type AnyOutcome, prepareCall, type VenueClient } from '../client/index.js';
import { fail, ok, type Result } from '../domain/index.js';
import type { Route } from '../protocol/index.js';
import { type CallBot, openCallBot } from './call-bot.js';
import { type GateReport, judgeCall } from './one-call-gate.js';
import { findProfile } from './open-session.js';
import type { Plan } from './plan.js';
import type { SessionPorts } from './ports.js';
import type { LoginSettings } from './read-login.js';
import type { SessionClock } from './session-clock.js';
import { SessionJournal } from './session-journal.js';
import { VERSION } from './version.js';

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
}

/**
 * Sends one call through gate and journal and gives the venue's answer. What the gate refuses is
 * fault `session.refused`; the journal's faults mean that nothing left. Never repeats the call.
 */
export async function runOneCall(call: OneCall): Promise<Result<AnyOutcome>> {
  const { ports, plan, client, clock, route, input } = call;
  const prepared = prepareCall(route, input, call.isProbe ? undefined : findProfile(plan));
  if (!prepared.ok) return prepared;
  const bot = await openCallBot(call, route);
  if (!bot.ok) return bot;
  const journal = new SessionJournal(bot.value.journal, clock, ports, clock.now());
  try {
    const opened = append(journal, 'call-session', describe(call));
    if (!opened.ok) return opened;
    const judged = await judge(call, bot.value);
    if (!judged.ok) return judged;
    const { path, body = '' } = prepared.value;
    const command = { method: route.method, path, body, sha256: hash(body), gate: judged.value };
    const { refusals } = judged.value;
    const written = append(journal, refusals.length > 0 ? 'refused' : 'command', command);
    if (!written.ok) return written;
    const durable = journal.sync();
    if (!durable.ok) return durable;
    if (refusals.length > 0) return failRefused(refusals);
    const outcome = await client.carry(prepared.value);
    const noted = append(journal, 'send-result', { answer: JSON.stringify(outcome) });
    // The call has left: what came of it is told whatever the disk does now.
    if (noted.ok) journal.sync();
    return ok(outcome);
  } finally {
    bot.value.close();
  }
}

/** The halts of the login first: what they refuse needs no rates. */
async function judge(call: OneCall, bot: CallBot): Promise<Result<GateReport>> {
  const { ports, plan, client, clock, route, input } = call;
  const symbol = typeof input['symbol'] === 'string' ? input['symbol'] : '';
  const refusal = bot.findRefusal(route, symbol);
  if (refusal !== undefined) return ok({ rates: 0, refusals: [refusal] });
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      ports.clock.setTimer(ms, resolve);
    });
  return judgeCall(route, input, { plan, client, clock, pause });
}

function append(journal: SessionJournal, type: string, data: unknown): Result<void> {
  const written = journal.append(journal.stamp(), type, data);
  return written;
}

function describe({ ports, plan, login: { baseUrl }, route, input }: OneCall) {
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
