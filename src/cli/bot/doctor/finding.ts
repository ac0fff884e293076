// Result of one doctor check.
import { type Fault, formatFault } from '../../../domain/index.js';

/**
 * `warn`: works for now, and the text says what will be due; `open`: could not be checked, which
 * counts as a failure.
 */
type Verdict = 'good' | 'warn' | 'bad' | 'open';

export interface Finding {
  readonly verdict: Verdict;
  /** What was found, and unless it is good, what to do. */
  readonly text: string;
}

export const good = (text: string): Finding => ({ verdict: 'good', text });
export const warn = (text: string): Finding => ({ verdict: 'warn', text });
export const bad = (text: string): Finding => ({ verdict: 'bad', text });
export const open = (text: string): Finding => ({ verdict: 'open', text });

export const toBad = (fault: Fault): Finding => bad(formatFault(fault));

/** Whether the check does not prevent a start. */
export function isWell({ verdict }: Finding): boolean {
  return verdict === 'good' || verdict === 'warn';
}
