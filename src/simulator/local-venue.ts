// The simulator without sockets: requests and responses in process, time moved by its owner.
import { fail, type Instant, ok, type Result } from '../domain/index.js';
import type { Venue, VenueServices } from '../venue/index.js';
import { findNextDue } from './advance.js';
import type { Cut } from './response.js';
import { dispatch } from './dispatch.js';
import { createDateFormat, formatHead } from './http/head.js';
import { VenueRuntime } from './venue-runtime.js';
import { createParts } from './parts.js';
import { createRateFeed } from './rates/open-rate-feed.js';
import type { HttpRequest } from './http/read-request.js';
import type { FaultReport } from './scenario/scenario.js';
import type { ScenarioConfig } from './scenario/schema.js';
import { checkSettings, type SimulatorSettings } from './settings.js';

export type LocalRequest = Omit<HttpRequest, 'token' | 'controlToken'>;

/** The response as HTTP would carry it; `cut` states how the connection ends early. */
export interface LocalAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly cut: Cut | undefined;
}

export interface LocalVenue {
  readonly venue: Venue;
  readonly desks: VenueServices;
  /** When something is due next: `moveTo` should not be called later. */
  readonly nextDueAt: Instant;
  /** Advances session time and runs everything due. */
  moveTo(at: Instant): void;
  /** Skips the rates before `to`, as in a closed market; all else goes on. */
  skipRates(to: Instant): void;
  /** Accepts a request now; `send` is called at once or within a later `moveTo`. */
  request(request: LocalRequest, send: (answer: LocalAnswer) => void): void;
  /** Adds faults whose times count from now; returns a problem text if they are invalid. */
  addFaults(scenario: ScenarioConfig): string | undefined;
  listFaults(): readonly FaultReport[];
  /** Removes all faults. */
  clearFaults(): void;
  close(): void;
}

/**
 * Opens a venue with stopped time (`rates.speed` is 0) and generated rates only. Fault codes are
 * those of `startSimulator`.
 */
export function openLocalVenue(settings: SimulatorSettings, now: Instant): Result<LocalVenue> {
  const checked = checkSettings(settings);
  if (!checked.ok) return checked;
  if (settings.rates.speed !== 0) {
    return fail('simulator.settings', 'simulator: expected a speed of 0 without sockets');
  }
  const opened = createRateFeed(settings.rates, new Map(), now);
  if (!opened.ok) return opened;
  const { feed } = opened.value;
  const machine = new VenueRuntime(settings, feed);
  const host = createParts(settings, machine);
  const formatDate = createDateFormat();
  const tokenHeader = host.profile.tokenHeader.toLowerCase();
  machine.play({ ended: () => undefined, failed: () => undefined });
  machine.catchUp();
  return ok({
    venue: machine.venue,
    desks: host.services,
    get nextDueAt() {
      return findNextDue(machine.venue, feed);
    },
    moveTo: (at) => {
      if (at > machine.clock.now()) machine.moveTo(at);
    },
    skipRates: (to) => {
      feed.skipTo(to);
    },
    request: (request, send) => {
      const token = String(request.headers[tokenHeader] ?? '');
      const tracing = request.headers['x-request-id'];
      dispatch(host, machine.catchUp(), { ...request, token, controlToken: '' }, (answer) => {
        const date = formatDate(host.clock.show(machine.clock.now()));
        const { status, body, cut } = answer;
        const headers = toRecord(formatHead(answer, date, tracing));
        send({ status, headers, body: Buffer.from(body), cut });
      });
    },
    addFaults: (scenario) => host.scenario.add(machine.catchUp(), scenario),
    listFaults: () => host.scenario.list(),
    clearFaults: () => {
      host.scenario.clear(machine.catchUp());
    },
    close: () => {
      machine.close();
    },
  });
}

function toRecord(pairs: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) {
    headers[(pairs[at] ?? '').toLowerCase()] = pairs[at + 1] ?? '';
  }
  return headers;
}
