// Last look: whether a provider accepts or rejects an order or quote acceptance after its hold.
import { z } from 'zod';
import { durationText } from '../../validation/index.js';
import type { Micros } from '../../domain/index.js';
import type { Random } from '../../determinism/index.js';
import { pipsSchema } from './providers.js';

/** The market's touch in ticks. */
export interface Touch {
  readonly bidTicks: number;
  readonly offerTicks: number;
}

export interface LastLook {
  readonly hold: Micros;
  /** Ticks that the market may move against the provider before it rejects. */
  readonly maxMove: number;
  readonly rejectShare: number;
}

export const lastLookSchema = z
  .strictObject({
    hold: durationText.describe(
      'time from the match of an order with the rate to the provider’s response',
    ),
    maxMove: pipsSchema.describe('pips that the rate may move against the provider in that time'),
    rejectShare: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('share that is rejected without any reason'),
  })
  .describe('last look on orders that take a displayed rate; absent: rates are firm');

export type LastLookSettings = z.output<typeof lastLookSchema>;

/** How far the market has moved against the side with this exposure, in ticks. */
export function findMove(exposure: number, before: Touch, now: Touch): number {
  if (exposure === 0) return 0;
  return exposure > 0 ? now.offerTicks - before.offerTicks : before.bidTicks - now.bidTicks;
}

/**
 * Reason of the provider's rejection, or undefined. Always draws one random number, so that the
 * stream does not depend on the outcome.
 */
export function decideLastLook(
  { maxMove, rejectShare }: LastLook,
  move: number,
  random: Random,
): 'PriceMoved' | 'LastLook' | undefined {
  const isUnlucky = random() < rejectShare;
  if (move > maxMove) return 'PriceMoved';
  return isUnlucky ? 'LastLook' : undefined;
}
