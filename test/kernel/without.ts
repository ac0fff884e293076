// A registry of controls without one of them: what fires there is not fired by its line.
import { assert } from '../../src/domain/index.js';

/** What a play does while the registry lacks the control. */
export function without<T>(
  registry: readonly { readonly id: string }[],
  id: string,
  play: () => T,
): T {
  const lines = registry as { readonly id: string }[];
  const at = lines.findIndex((one) => one.id === id);
  assert(at >= 0, `${id} has a line in the registry`);
  const removed = lines.splice(at, 1);
  try {
    return play();
  } finally {
    lines.splice(at, 0, ...removed);
  }
}
