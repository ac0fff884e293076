// The venue's own reasons in its words.
import type { VenueProfile } from './profile/profile.js';

/** A reason as this venue spells it; a text that is none of the venue's own stays as it is. */
export function nameReason(
  reason: string,
  { reasonNames }: Pick<VenueProfile, 'reasonNames'>,
): string {
  const names: Readonly<Record<string, string>> = reasonNames;
  return Object.hasOwn(names, reason) ? (names[reason] ?? reason) : reason;
}
