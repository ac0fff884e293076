// A remote gateway against a scripted venue, with a listener that writes everything down.
import { expect } from 'vitest';
import type { BotEvent, SubmitResultEvent } from '../../src/domain/events/index.js';
import { MILLISECOND, unwrap } from '../../src/domain/index.js';
import type {
  Approved,
  CancelCommand,
  Command,
  PlaceCommand,
} from '../../src/domain/orders/index.js';
import { createRemoteGateway } from '../../src/gateway/remote/gateway.js';
import type { RemoteGateway } from '../../src/gateway/remote/gateway-port.js';
import type { RemoteGatewayOptions } from '../../src/gateway/remote/options.js';
import { realClock } from '../../src/host/clock.js';
import { classifyCall } from '../../src/policy/lookup.js';
import { loadPolicy } from '../../src/plan/load-policy.js';
import {
  EURUSD,
  json,
  type ScriptedVenue,
  START_AT,
  startVenue,
} from '../polling/scripted-venue.js';

const { policy: POLICY } = unwrap(loadPolicy('config/policy.yaml'));

export const UNKNOWN = 'GET /v2/orders?coId=weir-calibration';
export const TERMS = 'GET /v2/refdata/symbols/EUR/USD';
export const PLACE = 'POST /v2/orders';
export const LIST = 'GET /v2/orders';
export const POSITIONS = 'GET /v2/positions';
export const PLENTY = { safety: 100, trading: 100, data: 100 };

export const byCoId = (coId: string): string => `GET /v2/orders?coId=${coId}`;
export const byId = (coId: string): string => `DELETE /v2/orders/id-${coId}`;
export const fillsOf = (coId: string): string => `GET /v2/trades?orderId=id-${coId}`;
export const fillsByCoId = (coId: string): string => `GET /v2/trades?coId=${coId}`;

export interface RemoteSession extends ScriptedVenue {
  readonly gateway: RemoteGateway;
  /** Everything that the listener was told, in short. */
  readonly told: string[];
  readonly events: BotEvent[];
  /** What the listener does with an event once it is written down. */
  onEvent: (event: BotEvent) => void;
  /** Sends, and fails the test if the listener is called before that returns. */
  readonly send: (command: PlaceCommand | CancelCommand) => void;
}

/** A gateway that is open and started; rates are not polled unless asked for. */
export async function startSession(
  options: Partial<RemoteGatewayOptions> & { readonly lifeMs?: number } = {},
): Promise<RemoteSession> {
  const { lifeMs, ...settings } = options;
  const venue = await startVenue({
    ...(lifeMs === undefined ? {} : { lifeMs }),
    onLogin: (...told) => gateway.noteLogin(...told),
  });
  const gateway = createRemoteGateway({
    classify: (outcome) => outcome.class,
    machine: realClock,
    client: venue.client,
    clock: venue.clock,
    instruments: [EURUSD],
    polled: [],
    pollInterval: 250 * MILLISECOND,
    seed: 3,
    shares: PLENTY,
    ...settings,
  });
  venue.on(UNKNOWN, json(404, {}));
  venue.on(POSITIONS, json(200, []));
  for (const { symbol } of settings.instruments ?? [EURUSD]) {
    venue.on(`GET /v2/refdata/symbols/${symbol}`, json(404, {}));
  }
  unwrap(await gateway.open());
  const messages: string[] = [];
  const events: BotEvent[] = [];
  let isSending = false;
  gateway.start({
    rate: (instrument, { bidTicks, offerTicks }) => {
      expect(isSending).toBe(false);
      messages.push(`rate ${instrument.symbol} ${bidTicks}/${offerTicks}`);
    },
    event: (event) => {
      expect(isSending).toBe(false);
      events.push(event);
      if (event.type !== 'position') messages.push(notify(event));
      session.onEvent(event);
    },
  });
  const session: RemoteSession = {
    ...venue,
    gateway,
    told: messages,
    events,
    onEvent: () => undefined,
    send: (command) => {
      isSending = true;
      gateway.send(command as Approved<Command>);
      isSending = false;
    },
  };
  return session;
}

/** What the default policy makes of it. */
function classOf(event: SubmitResultEvent): string {
  return classifyCall(POLICY, 'token', {
    ...event,
    group: event.kind === 'withdraw' ? 'cancel' : event.kind,
  });
}

function notify(event: BotEvent): string {
  switch (event.type) {
    case 'poll':
      return `${event.subject} ${event.key} ${event.outcome} ${event.status}`;
    case 'order':
      return `${event.coId} ${event.status} ${event.cumUnits / 100}`;
    case 'trade':
      return `${event.coId} ${event.tradeId} ${event.units / 100}`;
    case 'send-result':
      return (
        `${event.kind} ${event.coId} ${classOf(event)} ${event.status}` +
        (event.resent === true ? ' again' : '')
      );
    default:
      return event.type;
  }
}

/** Milliseconds after the start at which requests of a line came. */
export function toMillis(session: RemoteSession, line: string): number[] {
  return session.times(line).map((time) => time / MILLISECOND);
}

export function place(coId: string): PlaceCommand {
  return {
    kind: 'place',
    coId,
    intentId: 1,
    instrument: EURUSD,
    side: 'Buy',
    type: 'Limit',
    timeInForce: 'GTC',
    units: 100_000_000,
    priceTicks: 110_000,
    expirySeconds: 0,
    attempt: 1,
  };
}

export function cancel(coId: string, orderId = `id-${coId}`): CancelCommand {
  return { kind: 'cancel', coId, orderId, intentId: 1 };
}

export { EURUSD, json, START_AT };
