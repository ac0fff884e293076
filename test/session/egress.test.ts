// The last gate in front of the socket: each reason alone keeps an order back, and no cancel.
import { describe, expect, it } from 'vitest';
import {
  type Approved,
  createInstrument,
  type PlaceCommand,
  unwrap,
} from '../../src/domain/index.js';
import { approveCancel } from '../../src/risk/index.js';
import { EGRESS_CHECKS, type EgressState, findEgressRefusal } from '../../src/session/egress.js';
import { toOutgoing } from '../../src/session/records.js';
import { without } from '../kernel/without.js';

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
};
const place = toOutgoing(COMMAND as Approved<PlaceCommand>);
const cancel = toOutgoing(
  approveCancel({ kind: 'cancel', coId: 'w-1-1-a', orderId: 'id-1', intentId: 1 }),
);
const OPEN: EgressState = {
  isHalted: false,
  journalFault: undefined,
  hasRoom: true,
  clockStep: -500_000,
  machineNow: 500_000,
  approvedAt: 0,
  sha256: place.sha256,
};
const CLOSED: readonly (readonly [string, Partial<EgressState>])[] = [
  ['RC59', { journalFault: 'EIO' }],
  ['RC69', { isHalted: true }],
  ['RC62', { kill: 'RC62: the file control/KILL exists' }],
  ['RC60', { guard: 'RC60: the instance lock is lost' }],
  ['RC34', { hasRoom: false }],
  ['RC55', { clockStep: 500_001 }],
  ['RC55', { clockStep: -500_001 }],
  ['RC72', { machineNow: 500_001 }],
  ['RC72', { sha256: 'another' }],
];

describe('the egress gate', () => {
  it('lets an approved order out while nothing speaks against it', () => {
    expect(findEgressRefusal(place, OPEN)).toBeUndefined();
  });

  it.each(CLOSED)('turns an order back by %s: %j', (rule, change) => {
    expect(findEgressRefusal(place, { ...OPEN, ...change })).toMatch(new RegExp(`^${rule}: `));
  });

  it.each(CLOSED)('lets a cancel out past %s: %j', (_, change) => {
    expect(findEgressRefusal(cancel, { ...OPEN, ...change })).toBeUndefined();
  });

  it.each(CLOSED)('no longer turns back by %s once its line is removed: %j', (id, change) => {
    const found = without(EGRESS_CHECKS, id, () =>
      findEgressRefusal(place, { ...OPEN, ...change }),
    );
    expect(found).toBeUndefined();
  });

  it('has a case for every line', () => {
    expect(EGRESS_CHECKS.map((one) => one.id).sort()).toEqual(
      [...new Set(CLOSED.map(([id]) => id))].sort(),
    );
  });
});
