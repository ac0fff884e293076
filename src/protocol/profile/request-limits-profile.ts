// Limits of a user's requests, which the venue's interface leaves open (wire facts 12).

export interface LimitsProfile {
  /** Requests of a user within any second. */
  readonly requestsPerSecond: number | 'any';
  /** Simultaneous logins of a user, each with its renewals. */
  readonly sessions: number | 'any';
  /** Bytes of a request body. */
  readonly bodyBytes: number;
}

/** The venue publishes no limits; 64 KiB is more than any request of the route table needs. */
export const DEFAULT_LIMITS_PROFILE: LimitsProfile = {
  requestsPerSecond: 'any',
  sessions: 'any',
  bodyBytes: 64 * 1024,
};
