// Runs the conformance checks of all open points and collects their verdicts.
import { type Result, ok } from '../domain/index.js';
import { OPEN_POINTS, type ProfileChanges, type VenueProfile } from '../protocol/profile/index.js';
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
 * Checks beyond reads and logins. `orders`: orders and quote requests of minimum size.
 * `back-office`: bookings of minimum size like the fill of the orders, changed and cancelled.
 * `stp`: a download, which takes records from the queue, and a resend. `limits`: more requests than
 * the venue may accept.
 */
export type Extra = 'orders' | 'back-office' | 'stp' | 'limits';

type Check = (context: Context) => AsyncGenerator<Finding, void>;

export interface PointResult {
  readonly point: number;
  readonly area: string;
  readonly question: string;
  readonly verdict: Verdict;
  /** Why the point is untested; empty otherwise. */
  readonly reason: string;
  readonly findings: readonly Finding[];
}

export interface ConformanceOptions {
  readonly profile: VenueProfile;
  /** Ids of market data sets that are queried for rates. */
  readonly sets: readonly string[];
  /** Extras that the owner has allowed. */
  readonly extras?: ReadonlySet<Extra>;
  /** Tools for the calls of the extras. */
  readonly tools: WriteTools;
  readonly notify: (line: string) => void;
}

export interface ConformanceResult {
  readonly points: readonly PointResult[];
  /** Changes that correct the profile, in the order of the findings. */
  readonly changes: readonly ProfileChanges[];
}

/** Fault codes as `createVenueClient`. Later checks use the changes found by earlier ones. */
export async function runConformance(
  venue: ConformanceVenue,
  { profile, sets, extras = new Set(), tools, notify }: ConformanceOptions,
): Promise<Result<ConformanceResult>> {
  const created = Context.create({ ...venue, hasDesk: extras.has('back-office') }, profile);
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
  const backOffice: Check = (context) => checkDesk(context, tools);
  return [
    (context) => checkOrders(context, tools),
    (context) => checkQuotes(context, tools),
    ...(extras.has('back-office') ? [backOffice] : []),
  ];
}

/** Checks that run last: they take records, or may make the venue reject later requests. */
function listLast(extras: ReadonlySet<Extra>, tools: WriteTools): readonly Check[] {
  return [
    ...(extras.has('stp') ? [(context: Context) => checkStp(context, tools)] : []),
    ...(extras.has('limits') ? [checkLimits] : []),
  ];
}

function toPoints(findings: readonly Finding[]): readonly PointResult[] {
  return OPEN_POINTS.map(({ point, area, question }) => {
    const own = findings.filter((one) => one.point === point);
    const verdict = evaluate(own);
    const reason = verdict === 'untested' ? findReason(point, own) : '';
    return { point, area, question, verdict, reason, findings: own };
  });
}

function evaluate(findings: readonly Finding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'differs')) return 'differs';
  return findings.some(({ verdict }) => verdict === 'held') ? 'held' : 'untested';
}

function findReason(point: number, [first]: readonly Finding[]): string {
  return first?.observed ?? NEEDED_EXTRAS.get(point) ?? 'not reached';
}
