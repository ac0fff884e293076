// Limits as builds before wrote them into journals: a journal is never written again, and what it
// says of open orders counts, whatever words were let into its limits.
import { isSymbol, ORDER_TYPES, TIMES_IN_FORCE } from '../domain/index.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Without what today's schema does not know and what meant nothing then: words in lists that no
 * order can match (RC01, RC02), and the weekend's amount, which is a share today (RC31).
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

/** Lists with what is known of them; anything else as it is. */
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
