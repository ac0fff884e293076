// Requests that were sent are never sent again, though only the newest are stored by name.
import { expect, it } from 'vitest';
import type { PlaceCommand, RfsCommand } from '../../../src/domain/orders/index.js';
import { SentRequests } from '../../../src/session/egress/sent-requests.js';

const place = (intentId: number, attempt = 1) =>
  ({ kind: 'place', intentId, attempt }) as PlaceCommand;
const rfs = (intentId: number) => ({ kind: 'rfs', intentId }) as RfsCommand;

it('sent requests recognise each first request while they store few names', () => {
  const handed = new SentRequests(3);
  for (let intentId = 1; intentId <= 1_000; intentId++) {
    const [id, command] =
      intentId % 2
        ? [`o${String(intentId)}.1`, place(intentId)]
        : [`o${String(intentId)}.rfs`, rfs(intentId)];
    expect(handed.has(id, command)).toBe(false);
    handed.add(id, command);
    expect(handed.has(id, command)).toBe(true);
  }
  expect(handed.count).toBe(3);
  for (let intentId = 1; intentId <= 1_000; intentId++) {
    expect(handed.has('whatever', intentId <= 997 ? place(intentId) : place(intentId + 3))).toBe(
      intentId <= 997,
    );
    expect(handed.has('whatever', intentId <= 997 ? rfs(intentId) : rfs(intentId + 3))).toBe(
      intentId <= 997,
    );
  }
});

it('sent requests let the acceptance of an old quote request leave once', () => {
  const handed = new SentRequests(1);
  handed.add('a.rfs', rfs(1));
  handed.add('b.1', place(2));
  const accept = { ...place(1), quote: {} } as PlaceCommand;
  expect(handed.has('a.1', accept)).toBe(false);
  handed.add('a.1', accept);
  expect(handed.has('a.1', accept)).toBe(true);
});

it('sent requests leave a second attempt to the order’s state, except for the newest', () => {
  const handed = new SentRequests(2);
  handed.add('a.1', place(1));
  handed.add('b.1', place(2));
  handed.add('c.1', place(3));
  expect(handed.has('a.2', place(1, 2))).toBe(false);
  handed.add('a.2', place(1, 2));
  expect(handed.has('a.2', place(1, 2))).toBe(true);
  expect(handed.has('d.1', place(4))).toBe(false);
});
