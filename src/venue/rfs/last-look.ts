// Last look: whether a provider still wants the deal once it has held the acceptance.
import type { Micros } from '../../domain/index.js';
import type { Random } from '../../machine/index.js';
import type { RfsTerms } from './terms.js';

/** The market's touch in ticks. */
export interface Touch {
  readonly bidTicks: number;
  readonly offerTicks: number;
}

export interface LastLook {
  readonly hold: Micros;
  /** Ticks that the market may move against the provider. */
  readonly maxMove: number;
  readonly rejectShare: number;
}

/**
 * What the provider risks at spot: above 0 when it sells the base, below when it buys it, 0 when
 * two legs are equal.
 */
export function findExposure({ nearUnits, farUnits }: RfsTerms, buysBase: boolean): number {
  const net = nearUnits - (farUnits ?? 0);
  return Math.sign(buysBase ? net : -net);
}

/** How far the market has moved against who is exposed like this; ticks. */
export function findMove(exposure: number, before: Touch, now: Touch): number {
  if (exposure === 0) return 0;
  return exposure > 0 ? now.offerTicks - before.offerTicks : before.bidTicks - now.bidTicks;
}

/** Why the provider turns the acceptance down, or undefined. Draws once, whatever comes. */
export function judge(
  { maxMove, rejectShare }: LastLook,
  move: number,
  random: Random,
): 'PriceMoved' | 'LastLook' | undefined {
  const isUnlucky = random() < rejectShare;
  if (move > maxMove) return 'PriceMoved';
  return isUnlucky ? 'LastLook' : undefined;
}
