// Names of a journal's segments: 000001.jsonl, 000002.jsonl, ...
import { assert } from '../domain/index.js';

/** Names have six digits. */
export const MAX_SEGMENTS = 999_999;

/** Name of a segment by its number, from 1. */
export function formatSegment(number: number): string {
  assert(number >= 1 && number <= MAX_SEGMENTS, `no segment number ${String(number)}`);
  return `${String(number).padStart(6, '0')}.jsonl`;
}

/** Number in a segment's name. */
export function toSegmentNumber(name: string): number {
  return Number(name.slice(0, 6));
}

/** Whether a file of a journal directory is a segment. */
export function isSegment(name: string): boolean {
  return /^\d{6}\.jsonl$/.test(name);
}
