// A registry of controls without one of them: what fires there is not fired by its line.
import { assert } from '../../src/domain/index.js';

type Line = { readonly id: string };

/** What a play does while the registry lacks the control. */
export function without<T>(registry: readonly Line[], id: string, play: () => T): T {
  const restore = takeOut(registry, id);
  try {
    return play();
  } finally {
    restore();
  }
}

/** The same for a play that takes its time. */
export async function withoutUntil<T>(
  registry: readonly Line[],
  id: string,
  play: () => Promise<T>,
): Promise<T> {
  const restore = takeOut(registry, id);
  try {
    return await play();
  } finally {
    restore();
  }
}

/** Takes a line out; what it gives puts it back. */
export function takeOut(registry: readonly Line[], id: string): () => void {
  const lines = registry as Line[];
  const at = lines.findIndex((one) => one.id === id);
  assert(at >= 0, `${id} has a line in the registry`);
  const removed = lines.splice(at, 1);
  return () => {
    lines.splice(at, 0, ...removed);
  };
}
