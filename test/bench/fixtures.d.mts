// Types of fixtures.mjs, for the tests that use it.
export function referenceRecording(rates: 500_000 | 5_000_000, dir?: string): string;
export function baselinePath(name: string): string;
