// Warnings about a session that a reader must see before any figure.
import type { ParentView, RefusedParent } from '../../domain/events/index.js';
import { formatInstant } from '../../domain/index.js';
import type { Mute, Results } from './results.js';
import { formatCount, formatGrouped, formatQuantity, formatTimes } from './texts.js';

export interface Warning {
  /** A name for scripts. */
  readonly id:
    | 'parent-not-started'
    | 'parent-given-up'
    | 'parent-refused'
    | 'parent-unfilled'
    | 'strategy-muted'
    | 'mostly-refused';
  readonly text: string;
}

/** A parent or strategy was not started or not worked all the time, which scripts must notice. */
export function isUnworked({ id }: Warning): boolean {
  return id !== 'parent-unfilled' && id !== 'mostly-refused';
}

export function listWarnings(results: Results): readonly Warning[] {
  const stopped = results.parents.rows.filter(({ view }) => view.state === 'STOPPED');
  const givenUp = stopped.filter(({ wasWorked }) => !wasWorked).map(({ view }) => view);
  const unfilled = stopped.filter(({ wasWorked }) => wasWorked).map(({ view }) => view);
  const named = new Set(givenUp.map(toName));
  const unstarted = results.unstarted.filter((view) => !named.has(toName(view)));
  // Parents of previous runs: those never worked by this run, then those that it worked.
  return [
    ...givenUp.map((view): Warning => ({ id: 'parent-given-up', text: describeGivenUp(view) })),
    ...unfilled.map((view): Warning => ({ id: 'parent-unfilled', text: describeGivenUp(view) })),
    ...unstarted.map((view): Warning => ({
      id: 'parent-not-started',
      text: describeUnstarted(view),
    })),
    ...results.refusedParents.map((parent): Warning => {
      return { id: 'parent-refused', text: describeRefused(parent) };
    }),
    ...results.mutes.map((mute): Warning => ({ id: 'strategy-muted', text: describeMute(mute) })),
    ...listMostlyRefused(results),
  ];
}

function describeMute({ count, first }: Mute): string {
  const often = count === 1 ? '' : `; ${formatTimes(count)} in all`;
  return `${first.text}, at ${formatInstant(first.at)}${often}`;
}

/** The figures of a few orders say little about a strategy that requested many more. */
function listMostlyRefused({ ledgers, refusals }: Results): readonly Warning[] {
  const orders = ledgers.reduce((total, one) => total + one.orders, 0);
  const refused = refusals.reduce((total, { count }) => total + count, 0);
  const [most] = [...refusals].sort((a, b) => b.count - a.count);
  if (most === undefined || orders === 0 || refused <= orders) return [];
  const placed = `the figures are of ${formatCount(orders, 'order')} that could be placed`;
  const why = `most often by ${most.rule}: ${most.last.message}`;
  const text = `orders were refused ${formatTimes(refused)}: ${placed}; ${why}`;
  return [{ id: 'mostly-refused', text }];
}

/** Text for a parent that a previous run has ended and that is requested again. */
export function describeUnstarted(view: ParentView): string {
  const { filled, startedAt, units } = toTexts(view);
  const reason = view.reason === '' ? '' : ` (${view.reason})`;
  const before = `was worked by a previous run from ${startedAt} on: ${filled} of ${units} filled`;
  const advice =
    'its key is in the journal, so it was not started: another key makes it a new parent';
  return `parent ${toName(view)} ${before}${reason}; ${advice}`;
}

function describeRefused(parent: RefusedParent): string {
  const [what, why] = toRefusedTexts(parent);
  return `${what}, was refused and not started: ${why}`;
}

/** Text for a parent that is only planned so far. */
export function describeRefusedParent(parent: RefusedParent): string {
  return toRefusedTexts(parent).join(': ');
}

function toRefusedTexts({ causes, side, size, symbol, ...names }: RefusedParent) {
  const what = `parent ${toName(names)}, ${side} ${formatGrouped(size)} ${symbol}`;
  return [what, causes.map(({ message, rule }) => `${rule}: ${message}`).join('; ')] as const;
}

function describeGivenUp(view: ParentView): string {
  const { filled, rest, units } = toTexts(view);
  const what = `the rest of parent ${toName(view)}, ${rest} of ${units}, is given up`;
  return `${what}: ${view.reason}; ${filled} were filled`;
}

function toTexts({ filledUnits, instrument, startedAt, units }: ParentView) {
  const [filled = '', rest = '', all = ''] = [filledUnits, units - filledUnits, units].map((one) =>
    formatGrouped(formatQuantity(one, instrument)),
  );
  const total = `${all} ${instrument.symbol}`;
  return { filled, rest, units: total, startedAt: formatInstant(startedAt) };
}

function toName({ key, strategy }: Pick<ParentView, 'key' | 'strategy'>): string {
  return `${strategy}/${key}`;
}
