// Progress line of a live session: session time, parents or positions, risk state.
import { describeHaltScope, type ParentView } from '../../domain/events/index.js';
import { formatInstant } from '../../domain/index.js';
import { formatShortest, powerOfTen } from '../../domain/numbers/index.js';
import { toSign } from '../../domain/orders/index.js';
import {
  formatCount,
  formatGrouped,
  formatStatistic,
  type SessionStatus,
} from '../../report/index.js';
import type { SessionView } from '../../session/index.js';

/** Maximum characters of the line. */
const WIDTH = 100;
/** Maximum characters of these for several positions. */
const LISTED = 40;

/**
 * Details of a single parent if they fit, else the number of ended parents. Without a parent:
 * positions, P&L and working orders.
 */
export function formatProgress(view: SessionView, status?: SessionStatus): string {
  const { at, parents, endedParents } = view;
  const risk = describeRisk(view);
  const toLine = (work: string) => [formatInstant(at).slice(11, 19), work, risk].join(' | ');
  const [first] = parents;
  const isOnly = first !== undefined && parents.length + endedParents === 1;
  const line = isOnly ? toLine(describeParent(first)) : '';
  return line !== '' && line.length <= WIDTH ? line : toLine(describeAll(view, status));
}

function describeRisk({ partlyStoppedBy: partly, pause, stoppedBy }: SessionView): string {
  const halt = stoppedBy ?? partly;
  if (halt !== undefined) return `HALTED ${halt.rule} ${describeHaltScope(halt)}`.trim();
  if (pause === undefined) return 'risk ok';
  return `PAUSED ${[pause.control, pause.key].filter((word) => word !== '').join(' ')}`;
}

/** Averages the parents' filled shares, since their amounts may be in several currencies. */
function describeAll(view: SessionView, status?: SessionStatus): string {
  const { parents, endedParents } = view;
  const count = parents.length + endedParents;
  if (count === 0) return describeHeld(view, status);
  const ended = `parents ${String(endedParents)}/${String(count)} ended`;
  if (parents.length === 0) return ended;
  const shares = parents.reduce((sum, { filledUnits, units }) => sum + filledUnits / units, 0);
  const filled = Math.floor((shares / parents.length) * 100);
  return `${ended}, ${String(filled)} % of the open ones filled`;
}

function describeHeld({ openOrders }: SessionView, status?: SessionStatus): string {
  const orders = formatCount(openOrders, 'working order');
  if (status === undefined) return orders;
  const { currency, leftOut, pnl, positions } = status;
  const held = positions.map(({ symbol, units }) => `${symbol} ${formatGrouped(units)}`);
  const [only = 'flat'] = held.length > 1 ? [formatCount(held.length, 'position')] : held;
  const listed = held.join(', ');
  const position = held.length > 1 && listed.length <= LISTED ? listed : only;
  const missing = leftOut.length === 0 ? '' : ` without ${leftOut.join(' ')}`;
  return `${position}, P&L ${formatStatistic(pnl, currency)}${missing}, ${orders}`;
}

function describeParent(parent: ParentView): string {
  const { instrument, side, units, filledUnits, slicesDone, slices } = parent;
  const average = findAverage(parent);
  const quantity = `${formatUnits(filledUnits, parent)}/${formatUnits(units, parent)}`;
  const price =
    average === undefined
      ? ''
      : ` at ${average.price.toFixed(instrument.ratePrecision + 1)}, ` +
        `${average.slippageBps >= 0 ? '+' : ''}${average.slippageBps.toFixed(2)} bp to arrival`;
  // A parent of a previous run that is not worked yet has no slices.
  const progress = slices === 0 ? parent.state : `slice ${String(slicesDone)}/${String(slices)}`;
  return `${side} ${instrument.symbol} ${progress}, ${quantity}${price}`;
}

/** Average price so far and its distance to the arrival mid, positive in our favour. */
function findAverage(
  parent: ParentView,
): { readonly price: number; readonly slippageBps: number } | undefined {
  const { bookedUnits, bookedCash, arrivalTicks2, instrument, side } = parent;
  if (bookedUnits === 0) return undefined;
  const ticks = Number(bookedCash) / bookedUnits;
  const arrival = arrivalTicks2 / 2;
  return {
    price: ticks / powerOfTen(instrument.ratePrecision),
    slippageBps: ((arrival - ticks) / arrival) * toSign(side) * 10_000,
  };
}

function formatUnits(units: number, { instrument }: ParentView): string {
  return Number(formatShortest(units, instrument.baseDecimals)).toLocaleString('en-US');
}
