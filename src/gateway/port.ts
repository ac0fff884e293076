// The port between kernel and venue: commands out, rates and events in.
import type { BotEvent, RateEvent } from '../domain/events/index.js';
import type { Instrument } from '../domain/index.js';
import type { Approved, Command } from '../domain/orders/index.js';

/** Receives events in order of arrival; never called from `send`. */
export interface GatewayListener {
  event(event: BotEvent): void;
}

/** Receives the rates of a venue behind HTTP as well. */
export interface RemoteListener extends GatewayListener {
  rate(instrument: Instrument, rate: RateEvent): void;
}

export interface Gateway {
  /** Sends an approved command; its outcome arrives as a `send-result` event. */
  send(command: Approved<Command>): void;
}
