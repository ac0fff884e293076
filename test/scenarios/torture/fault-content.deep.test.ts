// Every content of a fault occurs in some world and has its effect.
import { beforeAll, expect, it } from 'vitest';
import { loadRegistry } from '../../../src/cli/registry.js';
import { createRandom } from '../../../src/determinism/index.js';
import { MINUTE, SECOND, unwrap } from '../../../src/domain/index.js';
import type { Plan } from '../../../src/plan/plan.js';
import { loadPlan } from '../../../src/plan/load-plan.js';
import { runWorld, type WorldOptions } from '../../../src/torture/index.js';
import { BREAKINGS } from '../../../src/torture/faults/garbage.js';
import type { WireCall } from '../../../src/torture/platform/wire-types.js';
import type { World } from '../../../src/torture/simulation/world.js';

let plan: Plan;

beforeAll(async () => {
  plan = unwrap(await loadPlan('config/torture.yaml', await loadRegistry()));
});

interface Seen {
  readonly target: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a world of this fault was like. */
async function look(id: string, seed: number, options: Partial<WorldOptions> = {}) {
  const lines: string[] = [];
  const answers: Seen[] = [];
  let world: World | undefined;
  const prepare = (made: World) => {
    world = made;
    const { wire } = made;
    const shows = wire.shows.bind(wire);
    wire.shows = (call: WireCall, answer) => {
      const { method, target } = call.request;
      const { body, headers, status } = answer;
      const text = body.length > 1e6 ? `large ${String(body.length)}` : body.toString();
      answers.push({ method, target, status, headers, body: text });
      shows(call, answer);
    };
  };
  const notify = (line: string) => lines.push(line);
  const one = { plan, seed, faults: [id], notify, prepare, ...options };
  const report = unwrap(await runWorld(one));
  expect(report.breach).toBeUndefined();
  return { answers, bots: world?.bots ?? [], lines, report };
}

type Look = Awaited<ReturnType<typeof look>>;

const isLate =
  (span: number) =>
  ({ report }: Look) =>
    report.span > span;
const says =
  (pattern: RegExp) =>
  ({ lines }: Look) =>
    lines.some((line) => pattern.test(line));
const reaches =
  (...names: string[]) =>
  ({ report }: Look) =>
    names.every((name) => report.situations.has(name));
const answers =
  (fits: (one: Seen) => boolean) =>
  ({ answers: all }: Look) =>
    all.some(fits);
const shows = (pattern: RegExp, target = '/') =>
  answers((one) => one.target.includes(target) && pattern.test(one.body));

/** Fault, what it brings, and the first world that shows it. */
const CONTENT: [string, string, number, (world: Look) => boolean][] = [
  ['N16', 'a cut of minutes', 6, isLate(6 * MINUTE)],
  ['P10', 'a standstill of minutes', 3, isLate(10 * MINUTE)],
  [
    'V04',
    'an order that is rejected before anybody has seen it',
    1,
    reaches('order PENDING_VENUE -> REJECTED'),
  ],
  [
    'V12',
    'cancels that are never done until their symbol halts',
    11,
    reaches('halt of symbol by RC51'),
  ],
  ['N11', 'the answer to a copy', 8, reaches('DuplicateOrder on a first attempt')],
  ['V02', 'a 500 on positions', 4, ({ lines }) => hasAnswer(lines, '/v2/positions', 500)],
  [
    'V19',
    'a renewal that is not found',
    13,
    answers((one) => one.status === 404 && one.target.includes('/renew')),
  ],
  [
    ...(['V19', 'a renewal without a token', 2] as const),
    answers(
      ({ headers, status, target }) =>
        target.includes('/renew') && status === 200 && !('sso_token' in headers),
    ),
  ],
  [
    ...(['V17', 'a pause that a person ends, and orders after it', 9] as const),
    ({ lines }) => {
      const end = lines.findIndex((line) => line.endsWith(' resumed'));
      return lines.slice(end).some((line) => line.includes('POST /v2/orders '));
    },
  ],
  ['V20', 'logins that are refused for ever', 1, reaches('halt of all by RC54')],
  [
    ...(['V21', 'a ban that grows', 45] as const),
    answers(({ headers, status }) => status === 429 && Number(headers['retry-after']) > 9),
  ],
  [
    'V21',
    'no word of how long',
    6,
    answers((one) => one.status === 429 && !one.headers['retry-after']),
  ],
  ['V22', 'a body of 50 MB', 1, shows(/^large 52428800$/)],
  ['V22', 'broken positions', 9, shows(/e400|1234567890123|NaN|^\[\[\[|not\d+/, '/positions')],
  ['V23', 'an unknown side', 17, shows(/"side":"Sideways"/)],
  ['V23', 'an unknown type', 7, shows(/"type":"Whim"/)],
  ['V23', 'an unknown status', 1, shows(/"status":"PONDERING"/)],
  ['V24', 'another echo at once', 4, reaches('place broken by echo-differs')],
  ['V24', 'another price of an order', 11, reaches('halt of all by RC48')],
  ['V24', 'an order filled beyond its size', 15, reaches('halt of all by RC47')],
  ['V24', 'a trade outside the limit of its order', 7, reaches('halt of all by RC46')],
  ['V24', 'a trade that is more than its order', 6, reaches('halt of all by RC47')],
  ['V24', 'a trade of the other side', 3, reaches('halt of all by RC46')],
  ['V26', 'a trade made smaller', 2, says(/amended: true/)],
  ['V26', 'a trade taken back', 1, says(/taken back: true/)],
  ['V27', 'records that were downloaded before', 1, shows(/"event":"RESEND"/, '/stp/messages')],
  [
    'D09',
    'a disk of somebody else',
    1,
    ({ bots }) => bots.some(({ end }) => JSON.stringify(end ?? '').includes('EACCES')),
  ],
];

/** By the lines of a trace: what was asked, and its status. */
function hasAnswer(lines: readonly string[], target: string, status: number): boolean {
  const numbers = lines
    .filter((line) => line.includes('-> #') && line.includes(target))
    .map((line) => / (#\d+) /.exec(line)?.[1] ?? '');
  return numbers.some((number) =>
    lines.some((line) => line.includes(`<- ${number} ${String(status)}: `)),
  );
}

it.each(CONTENT)('fault %s brings %s', async (id, _, seed, isThere) => {
  // What belongs to somebody else shows at the next start.
  const faults = id === 'D09' ? [id, 'P01'] : [id];
  expect(isThere(await look(id, seed, { faults }))).toBe(true);
});

const ORDER = '{"orderId":"1","status":"NEW","cumQty":0,"size":10000,"text":"a \\"b\\""}';

it.each(Object.keys(BREAKINGS))('fault breaks a response: %s', (name) => {
  const random = createRandom(7, name);
  const texts = Array.from({ length: 50 }, () => BREAKINGS[name]?.(ORDER, random) ?? ORDER);
  for (const text of texts) expect(text).not.toBe(ORDER);
});

it('bot renews its token less often while renewals fail', async () => {
  const { lines } = await look('V21', 2, { span: 60 * SECOND });
  const renewals = lines.filter((line) => / -> #\d+ GET .*renew/.test(line)).length;
  expect(renewals).toBeLessThan(20);
});
