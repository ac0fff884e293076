// Shrinks a failing world: fewer faults and less time that still violate the same invariant.
import { type Micros, ok, type Result, SECOND } from '../domain/index.js';
import { runWorld, type WorldOptions, type WorldReport } from './run-world.js';

/** Maximum number of worlds that one search runs. */
const MAX_WORLDS = 60;
/** Shortest span that is tried. */
const LEAST_SPAN: Micros = 5 * SECOND;

/** Returns the smallest failing report, at worst the given one. Fails if a world cannot be run. */
export async function shrinkWorld(
  options: WorldOptions,
  broken: WorldReport,
): Promise<Result<WorldReport>> {
  let best = broken;
  let left = MAX_WORLDS;
  const attempt = async (faults: readonly string[], span: Micros): Promise<Result<boolean>> => {
    left -= 1;
    const run = await runWorld({ ...options, faults, span });
    if (!run.ok) return run;
    const isSame = run.value.breach?.invariant === broken.breach?.invariant;
    if (isSame) best = run.value;
    return ok(isSame);
  };
  for (const fault of broken.faults) {
    if (left === 0) break;
    const tried = await attempt(
      best.faults.filter((one) => one !== fault),
      best.span,
    );
    if (!tried.ok) return tried;
  }
  for (let isSmaller = true; isSmaller && left > 0 && best.span > LEAST_SPAN;) {
    const tried = await attempt(best.faults, Math.max(LEAST_SPAN, Math.floor(best.span * 0.7)));
    if (!tried.ok) return tried;
    isSmaller = tried.value;
  }
  return ok(best);
}
