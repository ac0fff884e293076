// The port between kernel and venue: commands out, rates and events in.
import type { Approved, BotEvent, Command, Instant, Instrument } from '../domain/index.js';

/**
 * Who takes what comes from the venue, in the order in which it comes; never called from `send`.
 */
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
  /** Hands over an approved command; its outcome comes back as a `send-result` event. */
  send(command: Approved<Command>): void;
}
