// Converts limits in journals of earlier builds to the present schema: a journal is never
// rewritten, and its open orders count whatever its limits have.
import { isSymbol, ORDER_TYPES, TIMES_IN_FORCE } from '../domain/index.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Removes what the present schema does not know and what had no effect: list entries that no order
 * can match (RC01, RC02), and the weekend's amount, which is a share today (RC31).
 */
export function withoutFormer(limits: Fields): Fields {
  return {
    ...limits,
    ...change(limits, 'RC01', ({ strategies, ...lists }) => ({
      ...mapLists(lists, isSymbolName),
      ...(isFields(strategies)
        ? { strategies: mapLists(strategies, isSymbolName) }
        : { strategies }),
    })),
    ...change(limits, 'RC02', ({ allowed, ...rest }) => ({
      ...rest,
      ...mapLists({ allowed }, isCombination),
    })),
    ...change(limits, 'RC31', ({ weekend: _, ...rest }) => rest),
  };
}

function change(limits: Fields, id: string, edit: (rule: Fields) => Fields): Fields {
  const rule = limits[id];
  return isFields(rule) ? { [id]: edit(rule) } : {};
}

/** Keeps the known entries of lists; other values stay. */
function mapLists(fields: Fields, isKnown: (one: unknown) => boolean): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, Array.isArray(value) ? value.filter(isKnown) : value]),
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSymbolName = (one: unknown): boolean => typeof one === 'string' && isSymbol(one);

function isCombination(one: unknown): boolean {
  return ORDER_TYPES.some((type) => TIMES_IN_FORCE.some((time) => one === `${type}/${time}`));
}
