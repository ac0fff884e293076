// Loads the plan of a command and prints its notes.
import { loadPlan, type Plan } from '../plan/index.js';
import { printNote, unwrap } from './output.js';

/** Fault codes of `loadPlan`, as an error of the command. */
export async function readPlan(...parts: Parameters<typeof loadPlan>): Promise<Plan> {
  const plan = unwrap(await loadPlan(...parts));
  plan.notes.forEach(printNote);
  return plan;
}
