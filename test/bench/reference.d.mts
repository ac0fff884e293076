// Types of reference.mjs, for the tests that use it.
import type { Summary } from '../../src/report/index.js';

export type ReferenceName = 'next-rate' | '20ms';
export function copyReferenceConfig(
  name: ReferenceName,
  recording: string,
  directory: string,
  recordingLines?: readonly string[],
): string;
export function assertReference(name: ReferenceName, rates: number, summary: Summary): void;
