// Actions that a health check can cause. Health checks examine the process and the venue, so each
// action is for all.
import type { z } from 'zod';
import type { AlertLevel, HostEvent } from '../../domain/events/index.js';
import type { Instant } from '../../domain/index.js';
import type { LimitableControl } from '../rule.js';

export interface HealthActions {
  alert(level: AlertLevel, control: string, text: string): void;
  /** No new risk until a time, or until some time after `resolve` of the same control. */
  pause(control: string, reason: string, until: Instant | 'resolved'): void;
  resolve(control: string): void;
  /** Latches a halt of everything; own orders are cancelled. */
  halt(control: string, reason: string): void;
  /** Reduces the request budget to `share` of it until then. */
  throttle(control: string, share: number, until: Instant, reason: string): void;
}

/** Checks one aspect of each host sample. */
export interface HealthCheck {
  see(at: Instant, sample: HostSample): void;
}

/** A host sample without its type. */
export type HostSample = Omit<HostEvent, 'type'>;

/** Settings of the session that health checks need. */
export interface HealthSetup {
  readonly login: 'hmac' | 'token';
  /** Session time per real time. */
  readonly speed: number;
}

/** A health check with its limits. */
export interface HealthControl<
  Schema extends z.ZodType = z.ZodType,
> extends LimitableControl<Schema> {
  create(bounds: z.output<Schema>, actions: HealthActions, setup: HealthSetup): HealthCheck;
}
