// Arguments of weir venue.
export interface VenueArguments {
  readonly area?: string | undefined;
  readonly call?: string | undefined;
  /** Session file with the venue and the login. */
  readonly config?: string | undefined;
  /** Session folder of a call that changes something. */
  readonly out?: string | undefined;
  /** State directory of the login. */
  readonly state?: string | undefined;
  /** Confirmation phrase of a call that moves trades or money. */
  readonly confirm?: string | undefined;
  /** Whether conformance may place orders and request quotes. */
  readonly orders?: boolean | undefined;
  /**
   * Whether it may book, change and cancel trades, download from STP, and exceed request limits.
   */
  readonly 'back-office'?: boolean | undefined;
  readonly stp?: boolean | undefined;
  readonly limits?: boolean | undefined;
  readonly json: boolean;
  /** Texts of the call's own options. */
  readonly [flag: string]: unknown;
}
