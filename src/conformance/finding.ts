// What conformance finds: an assumption of the profile, what was seen of it, and what to change.
import type { ProfileChanges } from '../protocol/index.js';

/** `untested`: no call could show it, for the reason in `observed`. */
export type Verdict = 'held' | 'differs' | 'untested';

export interface Finding {
  /** Number of the open point. */
  readonly point: number;
  /** Field of the profile, or what was looked at. */
  readonly field: string;
  readonly verdict: Verdict;
  readonly assumed: string;
  readonly observed: string;
  /** Request and answer, without secrets, cut short. */
  readonly evidence: string;
  /** What makes the profile right, where that is known. */
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

/** Holds what was seen of a field against what the profile says. */
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
