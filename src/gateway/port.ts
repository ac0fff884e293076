// The port between kernel and venue: commands out, rates and events in.
import type { Approved, BotEvent, Command, Instant, Instrument } from '../domain/index.js';

/** Receives rates and events in order of arrival; never called from `send`. */
export interface GatewayListener {
  rate(
    instrument: Instrument,
    bidTicks: number,
    offerTicks: number,
    bidUnits: number,
    offerUnits: number,
    venueAt: Instant,
  ): void;
  event(event: BotEvent): void;
}

export interface Gateway {
  /** Sends an approved command; its outcome arrives as a `send-result` event. */
  send(command: Approved<Command>): void;
}
