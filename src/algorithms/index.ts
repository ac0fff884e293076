// Execution algorithms: parent order in, child orders out. One file and one line here each.
import type { ExecutionAlgorithm } from './algorithm.js';
import { resting } from './resting.js';
import { twap } from './twap.js';

export type { ChildView, ExecutionAlgorithm, ParentHandle, Touch } from './algorithm.js';
export { planSlices, twap, type TwapParams, type TwapSlice } from './twap.js';

const ALGORITHMS: readonly ExecutionAlgorithm[] = [twap, resting];

export function findAlgorithm(id: string): ExecutionAlgorithm | undefined {
  return ALGORITHMS.find((algorithm) => algorithm.id === id);
}

export function listAlgorithms(): readonly ExecutionAlgorithm[] {
  return ALGORITHMS;
}
