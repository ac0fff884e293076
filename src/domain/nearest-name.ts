// Finds the known word that is most similar to a misspelt one.

/** Longer words are not compared: the cost grows with the square of the length. */
const MAX_LENGTH = 64;

/**
 * The known word with the fewest edits (insert, delete, replace, swap of neighbours; case does not
 * count), the first of equal ones; undefined when it needs more than one edit per three letters.
 */
export function findNearestName(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    const longer = Math.max(word.length, candidate.length);
    if (longer > MAX_LENGTH) continue;
    const edits = countEdits(word.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest && edits <= Math.max(1, Math.floor(longer / 3)) && edits < longer) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/** Optimal string alignment distance, by three rows of its table. */
function countEdits(from: string, to: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let edits = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) {
        edits = Math.min(edits, (twoBefore[column - 2] ?? 0) + 1);
      }
      current.push(edits);
    }
    twoBefore = before;
    before = current;
  }
  return before[to.length] ?? 0;
}
