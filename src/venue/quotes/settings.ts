// Settings of quote requests: streams (RFS) and single quotes (RFQ).
import { z } from 'zod';
import { DAY, type Micros, MINUTE, SECOND } from '../../domain/index.js';
import { durationText } from '../../validation/index.js';

export interface RfqSettings {
  /** The only accepted life of an RFQ, in whole seconds. */
  readonly expiry: Micros;
  /** Organizations that may request single quotes; absent: all. */
  readonly orgs?: readonly string[];
}

export interface RfsSettings {
  /** Maximum life of a stream; a longer requested one is shortened to it. */
  readonly maxExpiry: Micros;
  /** Absent: RFQ is disabled. */
  readonly rfq?: RfqSettings;
  /** Delay from a quote until it can be accepted. */
  readonly activation: Micros;
  /** Credit limit: maximum dealt amount in units; absent: none. */
  readonly creditLimit?: number;
  /** Maximum number of open requests of one user. */
  readonly maxOpen: number;
  /** Ended requests of one user that stay queryable; beyond it the oldest are dropped. */
  readonly maxEnded: number;
}

export const DEFAULT_RFS_SETTINGS: RfsSettings = {
  maxExpiry: 2 * MINUTE,
  activation: 0,
  maxOpen: 20,
  maxEnded: 1_000,
};

/** `rfs` in a configuration. */
export const rfsSettingsSchema = z
  .strictObject({
    maxExpiry: durationText
      .prefault('120s')
      .describe('longest lifetime of streamed quotes; a longer requested one is cut to it'),
    rfq: z
      .strictObject({
        expiry: durationText
          .refine((span) => span % SECOND === 0 && span >= 30 * SECOND && span <= DAY, {
            message: 'expected 30 to 86400 whole seconds',
          })
          .describe(
            'lifetime of a single quote, 30s to 1d: requests must state exactly this expiry',
          ),
        orgs: z
          .array(z.string().min(1))
          .exactOptional()
          .describe('organizations that may request single quotes; absent: all'),
      })
      .exactOptional()
      .describe('single quotes; absent: switched off'),
    activation: durationText
      .prefault('0ms')
      .describe(
        'time from a quote until it can be accepted; reported in whole seconds, rounded up',
      ),
    creditLimit: z
      .number()
      .positive()
      .exactOptional()
      .describe('largest dealt amount that the credit covers, units; absent: any'),
    maxOpen: z.int().min(1).default(20).describe('requests that one user may have open at once'),
    maxEnded: z
      .int()
      .min(1)
      .default(1_000)
      .describe('ended requests of one user that stay queryable'),
  })
  .describe('quote requests');
