// Faults in the content of responses: authentication, request limits, broken JSON, unknown values.
import { type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { createRandom } from '../../determinism/index.js';
import { findProfile } from '../../plan/index.js';
import type { WirePlan, WireCall } from '../platform/wire-types.js';
import { readStp } from '../simulation/plan-variants.js';
import { editList, editObjects, editText, type Fields } from './edits.js';
import { drawShare, type InjectedFaultKind } from './fault.js';
import { BREAKINGS, findLargeBody } from './garbage.js';

const JSON_HEADERS = { 'content-type': 'application/json' };
/** Share of the broken responses of V22 that are too large instead. */
const LARGE = 0.02;
/** Each request during a ban makes the ban longer by this, up to the maximum. */
const BAN_GROWS: Micros = 2 * SECOND;
const LONGEST_BAN: Micros = 60 * SECOND;
/** Covers the wait of five minutes between the second and the third login in a row. */
const LOGIN_AGAIN: Micros = 6 * MINUTE;
/** Share of worlds with refused logins in which, from some time on, every login is refused. */
const FOR_EVER = 0.4;
/** Maximum number of old records of the STP download that may be repeated. */
const MOST_REPLAYED = 20;

const isTo = (part: string) => (call: WireCall) => call.request.target.includes(part);
const isLogin = isTo('/sso/login');
const isRenewal = isTo('/sso/token/renew');
const isStpPage = isTo('/v2/trades/stp/messages');
const isRead = ({ request: { method } }: WireCall) => method === 'GET';
const isOrderRead = (call: WireCall) => isRead(call) && isTo('/v2/orders')(call);

/** Responds in place of the venue, which may have accepted the request all the same. */
function answerInstead(
  plan: WirePlan,
  random: () => number,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  plan.isLost = random() < 0.5;
  const body = Buffer.from('{"message":"not now"}');
  plan.instead = { status, headers: { ...JSON_HEADERS, ...headers }, body };
}

/** For some fields, a value that the protocol does not know. */
const UNHEARD: readonly [field: string, word: string][] = [
  ['status', 'PONDERING'],
  ['side', 'Sideways'],
  ['type', 'Whim'],
  ['timeInForce', 'UNTIL_TEA'],
  ['event', 'QUOTE_PONDERED'],
];

export const ANSWER_FAULTS: readonly InjectedFaultKind[] = [
  {
    id: 'V19',
    summary: 'a renewal is not found, or brings no new token',
    put: (stage) => {
      const { random, world } = stage;
      const isFound = random() < 0.5;
      const field = findProfile(world.plan).tokenHeader.toLowerCase();
      stage.onRequest(
        drawShare(random, 0.8),
        (plan) => {
          if (!isFound) {
            answerInstead(plan, random, 404);
            return;
          }
          plan.edits.push((answer) => {
            const kept = Object.entries(answer.headers).filter(
              ([name]) => name.toLowerCase() !== field,
            );
            return { ...answer, headers: Object.fromEntries(kept) };
          });
        },
        isRenewal,
      );
    },
  },
  {
    id: 'V20',
    summary: 'logins are refused, some or from a time on all, and renewals with them',
    setting: (random) => ({
      ...(random() < FOR_EVER ? { longer: LOGIN_AGAIN } : {}),
      calm: LOGIN_AGAIN,
    }),
    put: (stage) => {
      const { random, span, world } = stage;
      const refuse = (plan: WirePlan) => {
        answerInstead(plan, random, 401);
      };
      stage.onRequest(drawShare(random, 0.5), refuse, isLogin);
      if (span <= LOGIN_AGAIN) return;
      const from = Math.floor(random() * (span - LOGIN_AGAIN));
      stage.onRequest(1, refuse, (call) => world.time.now >= from && isTo('/sso/')(call));
    },
  },
  {
    id: 'V21',
    summary: 'too many requests, and a ban that grows by each request meanwhile',
    // Requests refused with 429 include logins.
    setting: () => ({ calm: LOGIN_AGAIN }),
    put: (stage) => {
      const { random, world } = stage;
      const [tells, bans] = [random() < 0.5, random() < 0.5];
      let until = 0;
      const tooMany = (plan: WirePlan) => {
        const { now } = world.time;
        if (bans) until = Math.min(now + LONGEST_BAN, Math.max(until, now) + BAN_GROWS);
        const seconds = String(Math.max(5, Math.ceil((until - now) / SECOND)));
        answerInstead(plan, random, 429, tells ? { 'retry-after': seconds } : {});
        // The venue does not process a request that it refuses for the request limit.
        plan.isLost = true;
      };
      stage.onRequest(1, tooMany, () => world.time.now < until);
      stage.onRequest(drawShare(random, 0.1), tooMany, () => world.time.now >= until);
    },
  },
  {
    id: 'V22',
    summary: 'broken JSON in answers to any call',
    put: (stage) => {
      const forms = Object.values(BREAKINGS);
      stage.onRequest(drawShare(stage.random, 0.1), (plan, random) => {
        const form = forms[Math.floor(random() * forms.length)];
        if (random() < LARGE) plan.edits.push((answer) => ({ ...answer, body: findLargeBody() }));
        else plan.edits.push(editText((text) => form?.(text, random) ?? text));
      });
    },
  },
  {
    id: 'V23',
    summary: 'an unknown word for a status, a side, a type or an event',
    put: (stage) => {
      const { random } = stage;
      const lines = random() < 0.5 ? UNHEARD.slice(0, 1) : UNHEARD;
      const [field, word] = lines[Math.floor(random() * lines.length)] ?? ['status', '?'];
      const misspell = (plan: WirePlan) => {
        plan.edits.push(
          editObjects((one) => (one[field] === undefined ? one : { ...one, [field]: word })),
        );
      };
      stage.onRequest(drawShare(random, 0.3), misspell, isRead);
      // Most reads are of rates: reads of orders get a probability of their own as well.
      const own = createRandom(stage.world.seed, 'fault/V23/orders');
      const probability = drawShare(own, 1);
      stage.onRequest(1, misspell, (call) => isOrderRead(call) && own() < probability);
    },
  },
  {
    id: 'V27',
    summary: 'records of trades come more than once, in answers and in the STP download',
    setting: () => ({ change: readStp }),
    put: (stage) => {
      const { random, span } = stage;
      const probability = drawShare(random, 0.5);
      const effect = { kind: 'repeat', times: 3 };
      const match = { routes: ['orderFills' as const] };
      stage.scenario([{ match, from: 0, to: span, probability, effect }]);
      const known: Fields[] = [];
      stage.onRequest(
        drawShare(random, 1),
        (plan) => {
          plan.edits.push(editList((page) => replay(page, known, random)));
        },
        isStpPage,
      );
    },
  },
];

/** Puts records of earlier pages before or after those of this page; an empty page stays empty. */
function replay(
  page: readonly unknown[],
  known: Fields[],
  random: () => number,
): readonly unknown[] {
  if (page.length === 0) return page;
  const again = known.filter(() => random() < 0.5).map((one) => ({ ...one, event: 'RESEND' }));
  known.push(...(page as readonly Fields[]));
  known.splice(0, Math.max(0, known.length - MOST_REPLAYED));
  return random() < 0.5 ? [...again, ...page] : [...page, ...again];
}
