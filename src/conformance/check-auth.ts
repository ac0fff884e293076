// Checks points 1, 2 and 13: login and renewal, signatures, code field of error bodies.
import { type Micros, SECOND } from '../domain/index.js';
import { HMAC_ALGORITHMS, type HmacProfile } from '../protocol/index.js';
import { createProfile, type ProfileChanges } from '../protocol/profile/index.js';
import type { Context, Reply } from './context.js';
import { compare, differs, type Finding, held, untested } from './finding.js';
import { isFields } from './names.js';

type Findings = AsyncGenerator<Finding, void>;

/** Checks where the token is sent, what a renewal returns, and on which path. */
export async function* checkLogin(context: Context): Findings {
  if ('hmac' in context.venue.credentials) {
    yield untested(1, 'renewal', 'the session signs its requests: there is no token');
    return;
  }
  const { profile } = context;
  const login = await context.login('login');
  const [reply] = login.seen;
  if (reply?.status !== 200) {
    yield untested(1, 'tokenHeader', 'the login failed', reply?.evidence ?? '');
    return;
  }
  yield* checkToken(profile.tokenHeader, profile.tokenCookie, reply);
  if (isFields(reply.body) && typeof reply.body['status'] === 'string') {
    const found = reply.body['status'];
    yield compare(1, 'loginOk', profile.loginOk, found, reply.evidence, (loginOk) => ({ loginOk }));
  }
  yield* checkRenewal(context);
}

/** Evidence has only names of headers: their values are tokens. */
function* checkToken(header: string, cookie: string, { line, headers }: Reply) {
  const names = Object.keys(headers);
  const evidence = `${line}: headers ${names.join(', ')}`;
  const subject = { point: 1, field: 'tokenHeader', assumed: header, evidence };
  const isThere = names.includes(header.toLowerCase());
  const cookies = [headers['set-cookie'] ?? []].flat().map((one) => one.split('=', 1)[0] ?? '');
  if (isThere || cookies.includes(cookie)) yield held(subject);
  else {
    const found = names.find((name) => /token/.test(name));
    const changes = found === undefined ? undefined : { tokenHeader: found };
    yield differs(subject, found ?? `no token; cookies ${cookies.join(', ')}`, changes);
  }
}

async function* checkRenewal(context: Context): Findings {
  const { renewal, renewPaths, tokenHeader, tokenCookie } = context.profile;
  const { ok, seen } = await context.login('renew');
  const reply = seen.findLast(({ line }) => line.includes('renew'));
  if (reply?.status !== 200 || !ok) {
    yield untested(1, 'renewal', 'the renewal failed', reply?.evidence ?? '');
    return;
  }
  const path = renewPaths.find((one) => reply.line.endsWith(one)) ?? '';
  const assumedPath = renewPaths[0] ?? '';
  yield compare(1, 'renewPaths', assumedPath, path, reply.evidence, (first) => {
    const renewed = first as '/sso/tokens/renew';
    return { renewPaths: [renewed] };
  });
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  const isNew =
    reply.headers[tokenHeader.toLowerCase()] !== undefined ||
    cookies.some((one) => one.startsWith(`${tokenCookie}=`));
  const found = isNew ? 'token' : 'life';
  yield compare(1, 'renewal', renewal, found, reply.evidence, (changed) => ({ renewal: changed }));
}

/** Logs in as a user that cannot exist, to see the status and the code field of the rejection. */
export async function* checkRefusal(context: Context): Findings {
  const credentials = { user: 'weir-conformance', password: 'none', org: 'weir-conformance' };
  const reply = await context.askAs({ credentials }, 'login');
  const { loginRefusedStatus, codeFieldsSent, codeFields } = context.profile;
  if (reply.status < 400) {
    yield untested(1, 'loginRefusedStatus', 'the venue did not reject the login', reply.evidence);
    return;
  }
  yield compare(
    1,
    'loginRefusedStatus',
    loginRefusedStatus,
    reply.status,
    reply.evidence,
    (status) => ({ loginRefusedStatus: status }),
  );
  const found = isFields(reply.body)
    ? Object.entries(reply.body).flatMap(([name, value]) =>
        name !== 'message' && typeof value === 'string' && /^[\w.]+$/.test(value) ? [name] : [],
      )
    : [];
  if (found.length === 0) {
    yield untested(13, 'codeFieldsSent', 'the rejection had no code', reply.evidence);
    return;
  }
  const others = codeFields.filter((name) => !found.includes(name));
  const changes = { codeFieldsSent: found, codeFields: [...found, ...others] };
  const assumed = codeFieldsSent.join(', ');
  yield compare(13, 'codeFieldsSent', assumed, found.join(', '), reply.evidence, () => changes);
}

const LISTS: readonly (readonly string[])[] = [
  ['request-line', 'date', 'digest', 'host'],
  ['date', 'digest'],
  ['date', 'request-line', 'digest'],
  ['host', 'date', 'request-line', 'digest'],
  ['request-line', 'host', 'date', 'digest'],
  ['request-line', 'date', 'digest', 'type'],
];

/** Single changes of the signature form, likely ones first. */
function listVariants(assumed: HmacProfile): readonly Partial<HmacProfile>[] {
  return [
    { idKey: assumed.idKey === 'userId' ? 'username' : 'userId' },
    { signsBasePath: !assumed.signsBasePath },
    ...LISTS.map((signedHeaders) => ({ signedHeaders })),
    ...['HTTP/1.0', 'HTTP/2', 'HTTP/2.0'].map((httpVersion) => ({ httpVersion })),
    ...HMAC_ALGORITHMS.filter((one) => one !== assumed.algorithm).map((algorithm) => ({
      algorithm,
    })),
  ];
}

/** Clock skews that are tried, and a margin for the Date header's precision and the network. */
const SKEWS: readonly number[] = [0, 5, 10, 30, 60, 120, 300, 600, 900, 1_800, 3_600];
const MARGIN: Micros = 3 * SECOND;

/** Checks whether the venue accepts our signatures; if not, tries single changes of their form. */
export async function* checkSignature(context: Context): Findings {
  if (!('hmac' in context.venue.credentials)) {
    yield untested(2, 'hmac', 'the session logs in by password: set login: hmac to test it');
    return;
  }
  const { hmac } = context.profile;
  const symbol = context.venue.instruments[0]?.symbol ?? '';
  const ask = (offset: Micros, changes: Partial<HmacProfile> = {}) => {
    const changed = { hmac: changes } as ProfileChanges;
    const profile = createProfile(changed, context.profile);
    return context.askAs({ profile, offset }, 'spotRate', { query: { symbol } });
  };
  const reply = await ask(0);
  const assumed = JSON.stringify({ ...hmac, maxClockSkew: undefined });
  const subject = { point: 2, field: 'hmac', assumed, evidence: reply.evidence };
  if (reply.status === 401) {
    yield await findVariant(ask, subject, hmac);
    return;
  }
  if (reply.status === 0) {
    yield untested(2, 'hmac', 'no response came', reply.evidence);
    return;
  }
  yield held(subject);
  yield await checkSkew(ask, hmac.maxClockSkew);
}

type Ask = (offset: Micros, changes?: Partial<HmacProfile>) => Promise<Reply>;

async function findVariant(
  ask: Ask,
  subject: Parameters<typeof differs>[0],
  assumed: HmacProfile,
): Promise<Finding> {
  for (const variant of listVariants(assumed)) {
    const reply = await ask(0, variant);
    if (reply.status === 401 || reply.status === 0) continue;
    const changes = { hmac: variant } as ProfileChanges;
    return differs({ ...subject, evidence: reply.evidence }, JSON.stringify(variant), changes);
  }
  return differs(subject, 'the venue accepted no known form');
}

async function checkSkew(ask: Ask, assumed: Micros): Promise<Finding> {
  const within = await ask(-Math.max(0, assumed - MARGIN));
  const beyond = await ask(-(assumed + MARGIN));
  const evidence = `${within.evidence}; ${beyond.evidence}`;
  const text = `${String(assumed / SECOND)} s`;
  const subject = { point: 2, field: 'hmac.maxClockSkew', assumed: text, evidence };
  if (within.status !== 401 && beyond.status === 401) return held(subject);
  let longest = 0;
  for (const seconds of SKEWS) {
    const skew = seconds * SECOND;
    if ((await ask(-Math.max(0, skew - MARGIN))).status === 401) break;
    longest = skew;
  }
  const maxClockSkew = longest;
  return differs(subject, `${String(longest / SECOND)} s`, { hmac: { maxClockSkew } });
}
