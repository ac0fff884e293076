// A finding of conformance: assumption of the profile, observation, and change of the profile.
import type { ProfileChanges } from '../protocol/profile/index.js';

/** `untested`: no call could show it; `observed` has the reason. */
export type Verdict = 'held' | 'differs' | 'untested';

export interface Finding {
  readonly point: number;
  /** Field of the profile, or other subject of the check. */
  readonly field: string;
  readonly verdict: Verdict;
  readonly assumed: string;
  readonly observed: string;
  /** Request and response without secrets, shortened. */
  readonly evidence: string;
  /** Changes that correct the profile, if known. */
  readonly changes?: ProfileChanges;
}

type Subject = Pick<Finding, 'point' | 'field' | 'assumed' | 'evidence'>;

export function held(subject: Subject): Finding {
  return { ...subject, verdict: 'held', observed: subject.assumed };
}

export function differs(subject: Subject, observed: string, changes?: ProfileChanges): Finding {
  const finding = { ...subject, verdict: 'differs', observed } as const;
  return changes === undefined ? finding : { ...finding, changes };
}

export function untested(point: number, field: string, reason: string, evidence = ''): Finding {
  return { point, field, verdict: 'untested', assumed: '', observed: reason, evidence };
}

/** Compares the observed value of a field with the profile's. */
export function compare<T extends string | number | boolean>(
  point: number,
  field: string,
  assumed: T,
  observed: T,
  evidence: string,
  toChanges: (observed: T) => ProfileChanges,
): Finding {
  const subject = { point, field, assumed: String(assumed), evidence };
  return assumed === observed
    ? held(subject)
    : differs(subject, String(observed), toChanges(observed));
}
