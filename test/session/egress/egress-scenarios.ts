// States in which an order may leave, and in which it may not.
import { createInstrument, unwrap } from '../../../src/domain/index.js';
import type { Approved, PlaceCommand } from '../../../src/domain/orders/index.js';
import { approveCancel, type Bounds } from '../../../src/risk/index.js';
import type { EgressState } from '../../../src/session/egress/checks.js';
import { toOutgoing } from '../../../src/records/records.js';

const EURUSD = unwrap(createInstrument(0, 'EUR/USD'));
const COMMAND: PlaceCommand = {
  kind: 'place',
  coId: 'w-1-1-a',
  intentId: 1,
  instrument: EURUSD,
  side: 'Buy',
  type: 'Limit',
  timeInForce: 'IOC',
  units: 10_000_000,
  priceTicks: 108_500,
  expirySeconds: 0,
  attempt: 1,
  limitsVersion: 'v1',
};
export const FREE: Bounds = { units: Infinity, lowTicks2: 0, highTicks2: Infinity };
const OWNER = { strategy: 'alpha', parent: '' };
/** An order on its way out. */
export const place = toOutgoing(COMMAND as Approved<PlaceCommand>, OWNER, 0, FREE);
export const cancel = toOutgoing(
  approveCancel({ kind: 'cancel', coId: 'w-1-1-a', orderId: 'id-1', intentId: 1 }),
  OWNER,
  0,
  undefined,
);
/** Nothing speaks against it. */
export const OPEN: EgressState = {
  isHalted: false,
  journalFault: undefined,
  isDurable: true,
  hasRoom: true,
  clockStep: -500_000,
  machineNow: 500_000,
  approvedAt: 0,
  sha256: place.sha256,
  limitsVersion: 'v1',
  coIdFault: undefined,
  parentFault: undefined,
  isJustApproved: true,
};
/** What alone keeps it back, by control. */
export const CLOSED: readonly (readonly [string, Partial<EgressState>])[] = [
  ['RC59', { journalFault: 'EIO' }],
  ['RC71', { isDurable: false }],
  ['RC69', { isHalted: true }],
  ['RC62', { kill: 'RC62: the file control/KILL exists' }],
  ['RC60', { guard: 'RC60: the instance lock is lost' }],
  ['RC34', { hasRoom: false }],
  ['RC55', { clockStep: 500_001 }],
  ['RC55', { clockStep: -500_001 }],
  ['RC72', { machineNow: 500_001 }],
  ['RC40', { parentFault: 'the children of key would exceed it by 1 EUR' }],
  ['RC72', { sha256: 'another' }],
  ['RC72', { limitsVersion: 'v2' }],
  ['RC72', { coIdFault: 'w-1-1-a.1 was already sent' }],
];
