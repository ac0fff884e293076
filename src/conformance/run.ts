// Walks the open points of the interface against a venue and says which assumptions held.
import { type Result, ok } from '../domain/index.js';
import { OPEN_POINTS, type ProfileChanges, type VenueProfile } from '../protocol/index.js';
import { checkDesk } from './check-back-office.js';
import { checkLimits } from './check-limits.js';
import { checkStp } from './check-stp.js';
import { checkLogin, checkRefusal, checkSignature } from './check-auth.js';
import { checkLadder, checkSetParameters, checkSetRates, checkTicker } from './check-market.js';
import {
  checkBalances,
  checkCustody,
  checkFillsParameter,
  checkNoOrder,
  checkPositions,
  checkReference,
} from './check-records.js';
import { checkOrders } from './check-orders.js';
import { checkQuotes } from './check-rfs.js';
import { type ConformanceVenue, Context, type WriteTools } from './context.js';
import type { Finding, Verdict } from './finding.js';
import { NEEDED_EXTRAS } from './untested.js';

/**
 * `orders`: orders and requests for quotes of the least size. `desk`: bookings of the least size,
 * which are changed and cancelled, by the fill of the orders. `stp`: a download of records that
 * are gone then, and a resend. `limits`: more requests than the venue may take.
 */
export type Extra = 'orders' | 'desk' | 'stp' | 'limits';

type Check = (context: Context) => AsyncGenerator<Finding, void>;

export interface PointResult {
  readonly point: number;
  readonly area: string;
  readonly question: string;
  readonly verdict: Verdict;
  /** Why it could not be tested; empty otherwise. */
  readonly reason: string;
  readonly findings: readonly Finding[];
}

export interface ConformanceOptions {
  readonly profile: VenueProfile;
  /** Market data sets that are asked for rates. */
  readonly sets: readonly string[];
  /** What the owner has allowed beyond reads and logins. */
  readonly extras?: ReadonlySet<Extra>;
  /** What the calls of the extras are sent with. */
  readonly tools: WriteTools;
  readonly notify: (line: string) => void;
}

export interface ConformanceResult {
  readonly points: readonly PointResult[];
  /** What makes the profile right, in the order of the findings. */
  readonly changes: readonly ProfileChanges[];
}

/** Fault codes as `createVenueClient`. What differs is taken as right by the checks after it. */
export async function runConformance(
  venue: ConformanceVenue,
  { profile, sets, extras = new Set(), tools, notify }: ConformanceOptions,
): Promise<Result<ConformanceResult>> {
  const created = Context.create({ ...venue, hasDesk: extras.has('desk') }, profile);
  if (!created.ok) return created;
  const context = created.value;
  const findings: Finding[] = [];
  const checks: readonly Check[] = [
    ...[checkSignature, checkLogin, checkRefusal, ...listOrders(extras, tools)],
    ...[checkLadder, checkSetParameters, (one: Context) => checkSetRates(one, sets), checkTicker],
    ...[checkNoOrder, checkFillsParameter, checkPositions],
    ...[checkCustody, checkBalances, checkReference],
    ...listLast(extras, tools),
  ];
  for (const check of checks) {
    for await (const finding of check(context)) {
      findings.push(finding);
      notify(`${String(finding.point)} ${finding.field}: ${finding.verdict}`);
      await context.adopt(finding);
    }
  }
  await context.close();
  const changes = findings.flatMap((one) => (one.changes === undefined ? [] : [one.changes]));
  return ok({ points: toPoints(findings), changes });
}

function listOrders(extras: ReadonlySet<Extra>, tools: WriteTools): readonly Check[] {
  if (!extras.has('orders')) return [];
  const desk: Check = (context) => checkDesk(context, tools);
  return [
    (context) => checkOrders(context, tools),
    (context) => checkQuotes(context, tools),
    ...(extras.has('desk') ? [desk] : []),
  ];
}

/** What takes records, and what may leave the venue without an answer for us. */
function listLast(extras: ReadonlySet<Extra>, tools: WriteTools): readonly Check[] {
  return [
    ...(extras.has('stp') ? [(context: Context) => checkStp(context, tools)] : []),
    ...(extras.has('limits') ? [checkLimits] : []),
  ];
}

function toPoints(findings: readonly Finding[]): readonly PointResult[] {
  return OPEN_POINTS.map(({ point, area, question }) => {
    const own = findings.filter((one) => one.point === point);
    const verdict = judge(own);
    const reason = verdict === 'untested' ? findReason(point, own) : '';
    return { point, area, question, verdict, reason, findings: own };
  });
}

function judge(findings: readonly Finding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'differs')) return 'differs';
  return findings.some(({ verdict }) => verdict === 'held') ? 'held' : 'untested';
}

function findReason(point: number, [first]: readonly Finding[]): string {
  return first?.observed ?? NEEDED_EXTRAS.get(point) ?? 'not reached';
}
