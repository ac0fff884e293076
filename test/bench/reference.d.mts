// Types of reference.mjs, for the tests that use it.
import type { Summary } from '../../src/report/index.js';

export type ReferenceName = 'next-rate' | '20ms' | 'maker';
export function copyReferenceConfig(
  name: ReferenceName,
  recording: string,
  directory: string,
  recordingLines?: readonly string[],
): string;
export function assertReference(
  name: ReferenceName,
  rates: number,
  summary: Summary,
  file?: string,
): void;
export interface MakerFigures {
  readonly orders: number;
  readonly cancels: number;
  readonly fills: number;
  readonly working: number;
  readonly profit: string;
}
export function readMaker(file: string): MakerFigures;
