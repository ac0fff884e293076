// Context of the conformance checks: sends calls with the current profile and captures requests and
// responses as sent.
import {
  type CallListener,
  createVenueClient,
  type Credentials,
  type VenueClient,
} from '../client/index.js';
import { createBackOfficeClient } from '../client/back-office.js';
import {
  type Instant,
  type Instrument,
  type Micros,
  MILLISECOND,
  ok,
  type Result,
} from '../domain/index.js';
import { formatPath, type Route, type RouteId, ROUTES, toQueryTexts } from '../protocol/index.js';
import {
  createProfile,
  type ProfileChanges,
  type VenueProfile,
} from '../protocol/profile/index.js';
import type { Finding } from './finding.js';
import { createWireCapture, type Seen } from './wire-capture.js';

export interface ConformanceVenue {
  readonly baseUrl: string;
  /** PEM of the only certificate authorities that are trusted. */
  readonly ca?: string | undefined;
  readonly credentials: Credentials;
  readonly instruments: readonly Instrument[];
  readonly now: () => Instant;
  /** Waits for the venue, a fraction of a second. */
  readonly pause: () => Promise<void>;
  /** True: back office calls are enabled. */
  readonly hasDesk?: boolean;
  /** Called for every call of the run. */
  readonly onCall?: CallListener;
}

/** A response with its parsed body; undefined if it is no JSON. */
export interface Reply extends Seen {
  readonly body: unknown;
  /** Request and response for the report, without secrets. */
  readonly evidence: string;
}

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** Settings of a client for a single call that differ from the usual client. */
export interface Variant {
  readonly credentials?: Credentials;
  readonly profile?: VenueProfile;
  /** Difference of its clock from the correct time. */
  readonly offset?: Micros;
}

/** Sends one call that changes something, through gate and journal; returns why it was not sent. */
export type Send = (
  client: VenueClient,
  id: RouteId,
  input: Readonly<Record<string, unknown>>,
) => Promise<string | undefined>;

/** Tools for calls that change something; used only with the owner's permission. */
export interface WriteTools {
  readonly send: Send;
  /** Prefix of this run's ids, unique to the run. */
  readonly idPrefix: string;
  /** Stores downloaded records, which the venue no longer has. */
  readonly keep: (records: string) => void;
}

/** Maximum length of a response in the report. */
const MAX_EVIDENCE = 240;
/** Statuses that mean too many requests, and the maximum number of waits after them. */
const OVER_LIMIT: readonly number[] = [429, 503];
const MAX_WAITS = 40;

/** One venue under test. Later checks use the profile with the changes found by earlier ones. */
export class Context {
  readonly venue: ConformanceVenue;
  readonly #tap = createWireCapture();
  #profile: VenueProfile;
  #client: VenueClient;
  readonly #secrets: readonly string[];
  /** Expiry of each login of this run, epoch milliseconds. */
  readonly #sessionEnds: number[] = [];

  private constructor(venue: ConformanceVenue, profile: VenueProfile, client: VenueClient) {
    this.venue = venue;
    this.#profile = profile;
    this.#client = client;
    this.#secrets =
      'hmac' in venue.credentials ? [venue.credentials.hmac.secret] : [venue.credentials.password];
  }

  /** Fault codes as `createVenueClient`. */
  static create(venue: ConformanceVenue, profile: VenueProfile): Result<Context> {
    const first = createClient(venue, toOptions(venue, { profile }));
    if (!first.ok) return first;
    const context = new Context(venue, profile, first.value);
    return context.#reopen();
  }

  get profile(): VenueProfile {
    return this.#profile;
  }

  /** Applies the changes of a finding to the profile. */
  async adopt({ changes }: Finding): Promise<void> {
    if (changes !== undefined) await this.assume(changes);
  }

  /** Continues with a changed profile. */
  async assume(changes: ProfileChanges): Promise<void> {
    this.#profile = createProfile(changes, this.#profile);
    const old = this.#client;
    this.#reopen();
    await old.close();
  }

  /** Logs in or renews; returns the captured requests and responses. */
  async login(kind: 'login' | 'renew'): Promise<{ readonly ok: boolean; readonly seen: Reply[] }> {
    this.#last();
    const result = await this.#client[kind]();
    return { ok: result.ok, seen: this.#tap.take().map((one) => this.#toReply(one)) };
  }

  /**
   * Sends a read with unchecked parameters and returns its last response; waits while over the
   * limit.
   */
  async ask(id: RouteId, { params = {}, query = {} }: Asked = {}): Promise<Reply> {
    const route = ROUTES[id];
    if (route.kind !== 'read') throw new RangeError(`${id} is no call that only reads`);
    const path = formatPath(route, params, toQueryTexts(query));
    for (let waits = 0; ; waits += 1) {
      const reply = await this.#carry(route, path);
      if (!OVER_LIMIT.includes(reply.status) || waits === MAX_WAITS) return reply;
      await this.venue.pause();
    }
  }

  /** As `ask`, but returns an over-limit response instead of waiting. */
  askOnce(id: RouteId, { params = {}, query = {} }: Asked = {}): Promise<Reply> {
    const route = ROUTES[id];
    if (route.kind !== 'read') throw new RangeError(`${id} is no call that only reads`);
    return this.#carry(route, formatPath(route, params, toQueryTexts(query)));
  }

  /** Downloads STP records, which the venue then drops. */
  download(maxCount: number): Promise<Reply> {
    const route = ROUTES.stpMessages;
    return this.#carry(route, formatPath(route, {}, toQueryTexts({ maxCount })));
  }

  /** Number of this run's unexpired logins, by the expiry in their responses. */
  countSessions(): number {
    const nowMs = this.venue.now() / MILLISECOND;
    return this.#sessionEnds.filter((end) => end > nowMs).length;
  }

  /** Sends a call that changes something; a text states why it was not sent. */
  async write(
    send: Send,
    id: RouteId,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Reply | string> {
    this.#last();
    const refusal = await send(this.#client, id, input);
    return refusal ?? this.#last();
  }

  /** First response that a client with other settings gets to a read or to its login. */
  async askAs(variant: Variant, id: RouteId | 'login', asked: Asked = {}): Promise<Reply> {
    const tap = createWireCapture();
    const options = toOptions(this.venue, { profile: this.#profile, ...variant });
    const client = createVenueClient({ ...options, createLane: tap.createLane });
    if (!client.ok) return this.#toReply({ line: id, status: 0, headers: {}, text: '' });
    const { params = {}, query = {} } = asked;
    if (id === 'login') await client.value.login();
    else {
      const path = formatPath(ROUTES[id], params, toQueryTexts(query));
      await client.value.carry({ route: ROUTES[id], path, coId: '' });
    }
    await client.value.close();
    const isLogin = (line: string) => line.includes(ROUTES.login.path);
    const [first] = tap.take().filter(({ line }) => isLogin(line) === (id === 'login'));
    return this.#toReply(first ?? { line: id, status: 0, headers: {}, text: '' });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #reopen(): Result<Context> {
    const options = toOptions(this.venue, { profile: this.#profile });
    const client = createClient(this.venue, { ...options, createLane: this.#tap.createLane });
    if (!client.ok) return client;
    this.#client = client.value;
    return ok(this);
  }

  async #carry(route: Route, path: string): Promise<Reply> {
    this.#last();
    await this.#client.carry({ route, path, coId: '' });
    return this.#last();
  }

  /** Last response captured since the previous call. */
  #last(): Reply {
    const replies = this.#tap.take().map((one) => this.#toReply(one));
    return replies.at(-1) ?? this.#toReply({ line: '', status: 0, headers: {}, text: '' });
  }

  #toReply(seen: Seen): Reply {
    const { line, status, text } = seen;
    const body = parse(text);
    if (status === 200 && line.endsWith(ROUTES.login.path)) this.#countLogin(body);
    const clean = this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
    const shown = clean.length > MAX_EVIDENCE ? `${clean.slice(0, MAX_EVIDENCE)}...` : clean;
    const what = status === 0 ? 'no answer' : `${String(status)} ${shown}`.trim();
    return { ...seen, body, evidence: `${line}: ${what}` };
  }

  #countLogin(body: unknown): void {
    const end = typeof body === 'object' && body !== null && 'expiryTime' in body;
    if (end && typeof body.expiryTime === 'number') this.#sessionEnds.push(body.expiryTime);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createClient(
  { hasDesk }: ConformanceVenue,
  options: Parameters<typeof createVenueClient>[0],
): Result<VenueClient> {
  if (hasDesk !== true) return createVenueClient(options);
  const desk = createBackOfficeClient(options);
  return desk.ok ? ok(desk.value.client) : desk;
}

function toOptions(venue: ConformanceVenue, { credentials, profile, offset = 0 }: Variant) {
  const bySymbol = new Map(venue.instruments.map((one) => [one.symbol, one]));
  return {
    ...(credentials ?? venue.credentials),
    baseUrl: venue.baseUrl,
    ca: venue.ca,
    findInstrument: (symbol: string) => bySymbol.get(symbol),
    now: () => venue.now() + offset,
    ...(venue.onCall === undefined ? {} : { onCall: venue.onCall }),
    ...(profile === undefined ? {} : { profile }),
  };
}

export type Check = (context: Context) => AsyncGenerator<Finding, void>;
export type { ProfileChanges };
