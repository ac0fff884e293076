// Checks of Weir's own files, the process and the plan before an order may leave.
import { url as findInspector } from 'node:inspector';
import type { Result } from '../../domain/index.js';
import { checkStart, type ProcessFacts } from '../../session/index.js';
import type { Plan } from '../../plan/index.js';
import { checkApproved } from './approval.js';
import { unwrap } from '../output.js';
import { checkOwnFiles, checkPackages, findOwnFolder } from '../check-install.js';

interface StartControl {
  readonly id: string;
  /** Runs before any file of the user is read. */
  readonly checkFiles?: () => Result<void>;
  readonly checkPlan: (plan: Plan) => Result<void>;
}

/** In order, one line each. Removing a line removes the control. */
export const START_CONTROLS: readonly StartControl[] = [
  { id: 'S07', checkPlan: checkProcess },
  { id: 'RC61', checkFiles: checkBuild, checkPlan: checkApproved },
];

/** Checks that Weir's own files may send orders. */
export function checkFiles(): void {
  for (const control of START_CONTROLS) {
    if (control.checkFiles !== undefined) unwrap(control.checkFiles());
  }
}

/** Checks that this process may send orders to the plan's venue. */
export function checkPlace(plan: Plan): void {
  for (const { checkPlan } of START_CONTROLS) unwrap(checkPlan(plan));
}

function checkBuild(): Result<void> {
  const dist = findOwnFolder();
  const own = checkOwnFiles(dist);
  return own.ok ? checkPackages(dist) : own;
}

function checkProcess({ config }: Plan): Result<void> {
  return checkStart(config.venue?.environment ?? 'paper', describe());
}

function describe(): ProcessFacts {
  const { execArgv, env: environment } = process;
  return { execArgv, environment, isInspected: findInspector() !== undefined };
}
