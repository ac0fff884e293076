// Spells the venue's own reasons as its profile does.
import type { VenueProfile } from './profile/profile.js';

/** Translates a reason code to this venue's spelling; unknown texts are returned unchanged. */
export function nameReason(
  reason: string,
  { reasonNames }: Pick<VenueProfile, 'reasonNames'>,
): string {
  const names: Readonly<Record<string, string>> = reasonNames;
  return Object.hasOwn(names, reason) ? (names[reason] ?? reason) : reason;
}
