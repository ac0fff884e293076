// Steps 10 and 11 of a start: compares the venue's positions with the journal, and sets the
// baseline of later comparisons.
import type { DatedUnits } from '../domain/dates/index.js';
import type { BotEvent, NetPosition } from '../domain/events/index.js';
import { type Instrument, SECOND } from '../domain/index.js';
import type { RemoteGateway } from '../gateway/index.js';
import type { SessionClock } from '../host/index.js';
import type { RecoveredState } from './recovered-state.js';
import {
  compareOpen,
  comparePositions,
  createSayAmount,
  describePositions,
  listOwn,
  type OwnBook,
  pickOpen,
  subtract,
} from './positions.js';
import { waitAsAsked, waitFor } from './waits.js';

/**
 * Session time between two reads of positions, and most reads that may disagree before the start
 * halts.
 */
const POSITIONS_GAP = 2 * SECOND;
const MAX_POSITION_READS = 4;

/** Rule and reason of a halt that keeps a bot from starting. */
export interface RecoveryHalt {
  readonly rule: string;
  readonly reason: string;
}

export interface PositionPorts {
  readonly clock: SessionClock;
  readonly gateway: Pick<RemoteGateway, 'budget' | 'readPositions'>;
  readonly memory: RecoveredState;
  readonly instruments: readonly Instrument[];
  readonly snapshot: () => OwnBook;
  readonly take: (event: BotEvent) => void;
  readonly isOver: () => boolean;
  readonly waitFor: (what: string) => void;
}

/** Reads positions until two reads agree with each other and with the journal; otherwise a halt. */
export async function checkPositions(ports: PositionPorts): Promise<RecoveryHalt | undefined> {
  const { clock, instruments, memory, take } = ports;
  ports.waitFor('the positions of the venue');
  let before: readonly NetPosition[] | undefined;
  let difference = '';
  const formatAmount = createSayAmount(instruments);
  for (let reads = 0; reads < MAX_POSITION_READS && !ports.isOver();) {
    // Without any sent order nothing can fill between two reads.
    if (before !== undefined && memory.lastSendAt > 0) await waitFor(clock, POSITIONS_GAP);
    const read = await ports.gateway.readPositions();
    if (read.class === 'failed') {
      await waitAsAsked(ports);
      continue;
    }
    reads += 1;
    const found = read.value;
    const isSteady = before !== undefined && comparePositions(before, found, formatAmount) === '';
    before = found;
    if (!isSteady) continue;
    const own = listOwn(ports.snapshot());
    const baseline = memory.baseline ?? subtract(found, own);
    const now = clock.now();
    difference = compareOpen([...baseline, ...own], found, instruments, now);
    if (difference !== '') continue;
    take({ type: 'recovery', step: 'positions', baseline, positions: found, reason: '' });
    emitPositions(ports, baseline, pickOpen(found, instruments, now));
    return undefined;
  }
  if (ports.isOver()) return undefined;
  const found = before === undefined ? 'none' : describePositions(before, formatAmount);
  const message =
    difference === '' ? `two reads of the venue's positions differed, last: ${found}` : difference;
  const hint =
    difference === ''
      ? '; stop other trading on this login, then start again'
      : '; if you traded by hand: weir resume --accept-positions';
  return { rule: 'RC49', reason: `positions after the start: ${message}${hint}` };
}

/** Sends the kernel the positions that it compares with from now on. */
function emitPositions(
  { instruments, take }: PositionPorts,
  baseline: readonly NetPosition[],
  open: readonly NetPosition[],
): void {
  for (const { symbol } of instruments) {
    const datedBaseline = listDated(symbol, baseline);
    const dated = listDated(symbol, open);
    const [units, before] = [sumUnits(dated), sumUnits(datedBaseline)];
    take({ type: 'position', symbol, units, dated, baseline: before, datedBaseline });
  }
}

function listDated(symbol: string, positions: readonly NetPosition[]): readonly DatedUnits[] {
  return positions
    .filter((one) => one.symbol === symbol)
    .map(({ units, valueDate = '' }) => ({ valueDate, units }));
}

function sumUnits(dated: readonly DatedUnits[]): number {
  return dated.reduce((sum, { units }) => sum + units, 0);
}
