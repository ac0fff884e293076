// Ceilings that no configuration may exceed, and limits that a live session must state.
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { findOwnCap } from '../../src/risk/required-limits.js';
import {
  formatMissing,
  fromFileForm,
  limitsSchema,
  listAboveCeilings,
  listLiveProblems,
  type RiskRule,
  RULES,
  toLimits,
} from '../../src/risk/index.js';
import { LIMITABLE_CONTROLS } from '../../src/risk/limitable-controls.js';

type Raw = Readonly<Record<string, unknown>>;

const FACTS = { symbols: ['EUR/USD', 'EUR/TRY'], strategies: ['twap', 'mine'] };
const RULE_LIST: readonly RiskRule[] = RULES;
/** The must limits of a live configuration: end of 2.2 of the specification. */
const MUST = [
  ...['RC01', 'RC04', 'RC05', 'RC14', 'RC15', 'RC16', 'RC19', 'RC21', 'RC23', 'RC24', 'RC25'],
  ...['RC26', 'RC27', 'RC28', 'RC29', 'RC30', 'RC33', 'RC43', 'RC44'],
];

/** A text of a limits file, by the ids and parameters of the rules. */
const parse = (text: string) => fromFileForm(parseYaml(text) as Raw);
const above = (raw: Raw) =>
  listAboveCeilings(toLimits(limitsSchema.parse(raw))).map(({ path }) => path.join('.'));
const lacking = (raw: Raw) => listLiveProblems(raw, FACTS).map(({ path }) => path.join('.'));

/** What `weir` prints to paste, with the one band that only a person knows. */
const PASTED = formatMissing({}, FACTS).replace('[LOWEST MID, HIGHEST MID]', '[10, 100]');
const WHOLE = parse(PASTED);

describe('required limits', () => {
  it('are those of the specification', () => {
    const found = RULE_LIST.filter(({ live }) => live === 'M').map(({ id }) => id);
    expect(found.sort()).toEqual(MUST);
    for (const { live, required } of RULE_LIST) expect(required === undefined).toBe(live !== 'M');
  });

  it('are all missing in an empty file, each with an explanation', () => {
    const problems = listLiveProblems({}, FACTS);
    expect(problems.map(({ path: [id] }) => id).sort()).toEqual(MUST);
    const messages = new Map(problems.map(({ path: [id], message }) => [id, message]));
    expect(messages.get('RC04')).toBe('Max order size: live must state G10, EM, DA, found nothing');
    expect(messages.get('RC21')).toContain(
      'state absoluteBands of EUR/USD, absoluteBands of EUR/TRY, found',
    );
    expect(messages.get('RC01')).toContain('symbols, byStrategy of twap, byStrategy of mine');
  });

  it('are all present once the printed block is in the file', () => {
    expect(lacking(WHOLE)).toEqual([]);
    expect(above(WHOLE)).toEqual([]);
    expect(WHOLE['RC05']).toEqual({ hard: 2_000_000 });
    expect(WHOLE['RC01']).toEqual({
      symbols: FACTS.symbols,
      strategies: { twap: FACTS.symbols, mine: FACTS.symbols },
    });
  });

  it.each(MUST)('name %s when it is missing and print it with the values already stated', (id) => {
    const { [id]: left, ...rest } = WHOLE;
    expect(lacking(rest)).toEqual([id]);
    expect(parse(formatMissing(rest, FACTS).replace(/\[LOW.*?\]/, '[10, 100]'))).toEqual({
      [id]: left,
    });
  });

  it('are required figure by figure', () => {
    expect(lacking({ ...WHOLE, RC04: { G10: 5, EM: 5 } })).toEqual(['RC04']);
    expect(lacking({ ...WHOLE, RC04: {} })).toEqual(['RC04']);
    expect(lacking({ ...WHOLE, RC16: { receiveSeconds: 3 } })).toEqual(['RC16']);
    expect(lacking({ ...WHOLE, RC21: { bands: { 'EUR/USD': [0.7, 1.8] } } })).toEqual(['RC21']);
    const kept = formatMissing({ ...WHOLE, RC04: { G10: 5, EM: 6 } }, FACTS);
    expect(parse(kept)).toEqual({ RC04: { G10: 5, EM: 6, DA: 1_000_000 } });
    const deep = formatMissing({ ...WHOLE, RC16: { venueSeconds: { G10: 7 } } }, FACTS);
    expect(parse(deep)).toEqual({
      RC16: { receiveSeconds: 3, venueSeconds: { G10: 7, EM: 60, DA: 30 } },
    });
  });

  it('include a static credit or a source of balances', () => {
    expect(lacking({ ...WHOLE, RC30: { static: 5 } })).toEqual(['RC30']);
    expect(lacking({ ...WHOLE, RC30: { source: 'static' } })).toEqual(['RC30']);
    expect(lacking({ ...WHOLE, RC30: { source: 'balances' } })).toEqual([]);
  });

  it.each(LIMITABLE_CONTROLS.filter(({ live }) => live !== 'F').map(({ id }) => id))(
    'cannot be switched off: %s',
    (id) => {
      const problems = listLiveProblems({ ...WHOLE, [id]: 'off' }, FACTS);
      expect(problems).toEqual([{ path: [id], message: expect.stringContaining('found `off`') }]);
    },
  );

  it('include a market with closing hours', () => {
    expect(lacking({ ...WHOLE, RC70: { hours: 'always' } })).toEqual(['RC70.hours']);
    expect(lacking({ ...WHOLE, RC70: { hours: 'fx', assets: 'always' } })).toEqual([]);
  });
});

it('largest order that a rule lets pass is the least figure of the classes in scope', () => {
  const [rc04] = LIMITABLE_CONTROLS.filter(({ id }) => id === 'RC04');
  const find = (...classes: readonly ('G10' | 'EM' | 'DA')[]) =>
    findOwnCap(rc04!, { G10: 100, EM: 300, DA: 200 }, classes);
  expect([find('G10'), find('EM'), find('DA')]).toEqual([100, 300, 200]);
  expect([find('G10', 'EM'), find('EM', 'DA'), find('DA', 'G10')]).toEqual([100, 200, 100]);
});

it('largest order that a rule lets pass is unbounded when it is off, zero without a figure', () => {
  const find = (wanted: string, limits: unknown) =>
    findOwnCap(
      LIMITABLE_CONTROLS.find(({ id }) => id === wanted)!,
      limits,
      ['G10'],
    );
  expect(find('RC05', { hard: 7 })).toBe(7);
  expect(find('RC05', 'off')).toBe(Infinity);
  expect(find('RC10', { share: 0.1 })).toBe(0);
});

describe('ceiling', () => {
  const figures = LIMITABLE_CONTROLS.flatMap(({ id, required = {}, ceilings = {} }) =>
    Object.entries({ ...required, ...ceilings }).flatMap(([name, { ceiling }]) =>
      ceiling === undefined ? [] : [[`${id}.${name}`, ceiling] as const],
    ),
  );
  const nest = (path: string, value: unknown): Raw =>
    path
      .split('.')
      .reverse()
      .reduce((inner: unknown, key) => ({ [key]: inner }), value) as Raw;

  it.each(figures)(
    'of %s is no less than its default, lets %d pass, and no more',
    (path, ceiling) => {
      expect(above({})).toEqual([]);
      expect(above(nest(path, ceiling))).toEqual([]);
      expect(above(nest(path, ceiling + 1))).toEqual([path]);
    },
  );

  it.each([
    ...[['RC46.collar.G10', 50] as const, ['RC46.collar.EM', 100] as const],
    ['RC12.maxSeconds', 3_600] as const,
    ...[['RC46.collar.DA', 300] as const, ['RC49.large', 100_000] as const],
    ...[['RC49.confirmIntervals', 2] as const, ['RC49.explainedSeconds', 300] as const],
  ])('of the fixed %s is its default: a limits file can only make it stricter', (path, fixed) => {
    expect(figures).toContainEqual([path, fixed]);
  });

  it.each([
    'RC04.G10',
    'RC05.hard',
    'RC14.G10',
    'RC23.G10',
    'RC28.hard',
    'RC43.all',
    'RC44.equity',
  ])('refuses three zeros too many in %s', (path) => {
    const [id = '', name = ''] = path.split('.');
    const { rules } = toLimits(limitsSchema.parse({}));
    const standard = (rules[id] as Readonly<Record<string, number>>)[name] ?? 0;
    expect(above(nest(path, standard * 1_000))).toEqual([path]);
  });

  it('of an amount is in dollars, whatever the account currency is', () => {
    const RC05 = { hard: 300_000_000 };
    expect(above({ RC05 })).toEqual(['RC05.hard']);
    expect(above({ RC05, accountCurrency: 'EUR' })).toEqual(['RC05.hard']);
    expect(above({ RC05, accountCurrency: 'JPY' })).toEqual([]);
    const most = { hard: 20_000_000_001 };
    expect(above({ RC05: most, accountCurrency: 'JPY' })).toEqual(['RC05.hard']);
  });
});
