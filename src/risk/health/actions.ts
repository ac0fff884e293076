// What a health check can do: it judges the machine and the venue, so all of it is for all.
import type { z } from 'zod';
import type { AlertLevel, HostEvent, Instant } from '../../domain/index.js';
import type { LimitableControl } from '../rule.js';

export interface HealthActions {
  alert(level: AlertLevel, control: string, text: string): void;
  /** No new risk until a time, or until a while after `resolve` of the same control. */
  pause(control: string, reason: string, until: Instant | 'resolved'): void;
  resolve(control: string): void;
  /** Latches a halt of everything; own orders are cancelled. */
  halt(control: string, reason: string): void;
  /** Requests run at `share` of their budget until a time. */
  throttle(control: string, share: number, until: Instant, reason: string): void;
}

/** Judges one part of each host sample. */
export interface HealthCheck {
  see(at: Instant, sample: HostSample): void;
}

/** A host sample without its type. */
export type HostSample = Omit<HostEvent, 'type'>;

/** What the session is like that health checks judge. */
export interface HealthSetup {
  readonly login: 'hmac' | 'token';
  /** Session time per machine time. */
  readonly speed: number;
}

/** A health check and its bounds. */
export interface HealthControl<
  Schema extends z.ZodType = z.ZodType,
> extends LimitableControl<Schema> {
  create(bounds: z.output<Schema>, actions: HealthActions, setup: HealthSetup): HealthCheck;
}
