// What the venue's interface leaves open about what a user may ask for (wire facts 12).

export interface LimitsProfile {
  /** Requests of a user in any second. */
  readonly requestsPerSecond: number | 'any';
  /** Logins of a user at once, each with its renewals. */
  readonly sessions: number | 'any';
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
}

/** Nothing is published; 64 KiB are more than any request of the route table has. */
export const DEFAULT_LIMITS_PROFILE: LimitsProfile = {
  requestsPerSecond: 'any',
  sessions: 'any',
  bodyBytes: 64 * 1024,
};
