// Checks point 23 by exceeding limits within fixed maxima: reads per second, body size, logins.
import { SECOND } from '../domain/index.js';
import type { LimitsProfile, ProfileChanges } from '../protocol/profile/index.js';
import type { Context, Reply } from './context.js';
import { compare, differs, type Finding, held, untested } from './finding.js';

type Findings = AsyncGenerator<Finding, void>;

/** Maximum reads within a second. */
const MAX_READS = 50;
/** Maximum pauses before the test, so that earlier reads no longer count. */
const MAX_PAUSES = 100;
/** Maximum simultaneous logins, including those of the whole run. */
const MAX_SESSIONS = 8;
/** Bytes of the longest body tried, and of one that every venue accepts. */
const MAX_BODY = 128 * 1024;
const SMALL_BODY = 1_024;

/** Sessions are tested last: afterwards logins may be rejected for some time. */
export async function* checkLimits(context: Context): Findings {
  yield* checkRate(context);
  yield await checkBody(context);
  yield* checkSessions(context);
}

/** Reads in sequence until one is rejected, a second has passed, or the maximum is reached. */
async function* checkRate(context: Context): Findings {
  const { now, pause, instruments } = context.venue;
  const quietAt = now() + SECOND;
  for (let count = 0; count < MAX_PAUSES && now() <= quietAt; count += 1) await pause();
  const query = { symbol: instruments[0]?.symbol ?? '' };
  const from = now();
  let taken = 0;
  let reply = await context.askOnce('spotRate', { query });
  while (reply.status === 200 && taken < MAX_READS && now() - from < SECOND) {
    taken += 1;
    reply = await context.askOnce('spotRate', { query });
  }
  const { requestsPerSecond: assumed } = context.profile.limits;
  const isRefused = taken > 0 && reply.status >= 400;
  if (!isRefused) {
    yield toUnlimited('requestsPerSecond', assumed, taken, reply);
    return;
  }
  const { evidence } = reply;
  yield compareLimit('requestsPerSecond', assumed, taken, evidence);
  yield* checkRefusal(context, reply);
}

/** Compares the rejection of a request over the limit with the profile. */
function* checkRefusal(context: Context, { status, headers, evidence }: Reply) {
  const { overLimit } = context.profile;
  yield compare(23, 'overLimit.status', overLimit.status, status, evidence, (found) => ({
    overLimit: { status: found },
  }));
  const text = headers['retry-after'];
  const form = text === undefined ? 'none' : /^\d+$/.test(String(text)) ? 'seconds' : 'date';
  const shown = `${evidence}; Retry-After: ${String(text)}`;
  yield compare(23, 'overLimit.retryAfter', overLimit.retryAfter, form, shown, (retryAfter) => ({
    overLimit: { retryAfter },
  }));
}

type Counted = 'requestsPerSecond' | 'sessions';

/**
 * Finding when nothing was rejected: the assumption held if it states no limit, and is untested if
 * its limit is beyond the requests made.
 */
function toUnlimited(
  name: Counted,
  assumed: LimitsProfile[Counted],
  taken: number,
  { evidence }: Reply,
): Finding {
  const subject = { point: 23, field: `limits.${name}`, assumed: String(assumed), evidence };
  if (taken === 0) return untested(23, subject.field, 'no request got a response', evidence);
  if (assumed === 'any') return held({ ...subject, assumed: `any, up to ${String(taken)}` });
  if (assumed >= taken) {
    return untested(23, subject.field, `none up to ${String(taken)} were rejected`, evidence);
  }
  return differs(subject, `more than ${String(taken)}`, { limits: { [name]: 'any' } });
}

function compareLimit(
  name: Counted,
  assumed: LimitsProfile[Counted],
  taken: number,
  evidence: string,
): Finding {
  const changes = (found: LimitsProfile[Counted]): ProfileChanges => ({
    limits: { [name]: found },
  });
  return compare<LimitsProfile[Counted]>(
    ...([23, `limits.${name}`, assumed, taken, evidence, changes] as const),
  );
}

/** Logs in as a user that cannot exist, with a password that gives the body this length. */
function askLong(context: Context, bytes: number): Promise<Reply> {
  const names = { user: 'weir-conformance', org: 'weir-conformance' };
  const rest = JSON.stringify({ user: names.user, pass: '', org: names.org }).length;
  const credentials = { ...names, password: 'x'.repeat(bytes - rest) };
  return context.askAs({ credentials }, 'login');
}

/** Finds the longest body with the same response as a short one; the requests have no effect. */
async function checkBody(context: Context): Promise<Finding> {
  const { bodyBytes } = context.profile.limits;
  const field = 'limits.bodyBytes';
  const small = await askLong(context, SMALL_BODY);
  if (small.status === 0) return untested(23, field, 'no login got a response', small.evidence);
  const isTaken = async (bytes: number) => (await askLong(context, bytes)).status === small.status;
  const evidence = `${small.evidence} to a body of ${String(SMALL_BODY)} bytes`;
  const subject = { point: 23, field, assumed: String(bodyBytes), evidence };
  if ((await isTaken(bodyBytes)) && !(await isTaken(bodyBytes + 1))) return held(subject);
  if (await isTaken(MAX_BODY)) {
    return differs(subject, `more than ${String(MAX_BODY)}`, { limits: { bodyBytes: MAX_BODY } });
  }
  let [taken, refused] = [SMALL_BODY, MAX_BODY];
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isTaken(middle)) taken = middle;
    else refused = middle;
  }
  return differs(subject, String(taken), { limits: { bodyBytes: taken } });
}

async function* checkSessions(context: Context): Findings {
  if ('hmac' in context.venue.credentials) {
    yield untested(23, 'limits.sessions', 'the session signs its requests: it has no login');
    return;
  }
  const before = context.countSessions();
  let open = before;
  let last: Reply | undefined;
  while (open < MAX_SESSIONS) {
    last = await context.askAs({}, 'login');
    if (last.status !== 200) break;
    open += 1;
  }
  if (last === undefined) {
    yield untested(23, 'limits.sessions', `${String(before)} logins were open already`);
    return;
  }
  const { sessions: assumed } = context.profile.limits;
  if (last.status === 200) yield toUnlimited('sessions', assumed, open, last);
  else yield compareLimit('sessions', assumed, open, last.evidence);
}
