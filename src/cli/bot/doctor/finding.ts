// What the doctor says of one item.
import { type Fault, formatFault } from '../../../domain/index.js';

/**
 * `warn`: it holds for now, and the text says what will be due; `open`: nobody could look, which is
 * not good.
 */
type Verdict = 'good' | 'warn' | 'bad' | 'open';

export interface Finding {
  readonly verdict: Verdict;
  /** What was found, and unless it is good what to do. */
  readonly text: string;
}

export const good = (text: string): Finding => ({ verdict: 'good', text });
export const warn = (text: string): Finding => ({ verdict: 'warn', text });
export const bad = (text: string): Finding => ({ verdict: 'bad', text });
export const open = (text: string): Finding => ({ verdict: 'open', text });

export const toBad = (fault: Fault): Finding => bad(formatFault(fault));

/** Whether nothing keeps a session from a start. */
export function isWell({ verdict }: Finding): boolean {
  return verdict === 'good' || verdict === 'warn';
}
