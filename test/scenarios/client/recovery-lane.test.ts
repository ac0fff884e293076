// Recovery queries beside orders that hang: over real sockets, on the lanes they are given.
import { expect, it } from 'vitest';
import { RecoveryLane } from '../../../src/client/transport/recovery-lane.js';
import type { Lane } from '../../../src/protocol/index.js';
import { format, startRawVenue } from '../../client/raw-venue.js';

const call = (lane: Lane, isRecovery = false) => ({ route: { lane }, isRecovery });

it('recovery query borrows the safety connection while two orders hang on trading', async () => {
  const { client, requests } = await startRawVenue((socket, request) => {
    if (!request.startsWith('POST')) socket.write(format('404 Not Found', ''));
  });
  for (const number of [1, 2]) void client.placeOrder('{}', `w-${String(number)}`, 1);
  await expect.poll(() => requests.length).toBe(2);
  expect(await client.recovery.orderByCoId('w-1')).toMatchObject({ class: 'empty' });
  expect(requests).toHaveLength(3);
});

it('recovery query returns the borrowed connection to a cancel at once', async () => {
  const { client, requests } = await startRawVenue((socket, request) => {
    if (request.startsWith('DELETE')) socket.write(format('202 Accepted', '[]'));
  });
  for (const number of [1, 2]) void client.placeOrder('{}', `w-${String(number)}`, 1);
  const query = client.recovery.orderByCoId('w-1');
  await expect.poll(() => requests.length).toBe(3);
  expect(await client.cancelOrder('id-1', 'w-9.3')).toMatchObject({ class: 'accepted' });
  expect(await query).toMatchObject({ class: 'failed', transport: 'aborted' });
});

it('recovery query uses its own lane while that has a connection, or safety has none', () => {
  const lane = new RecoveryLane();
  const query = lane.place(call('trading', true));
  expect(query.lane).toBe('trading');
  lane.place(call('trading'));
  const cancel = lane.place(call('safety'));
  expect(lane.place(call('trading', true)).lane).toBe('trading');
  cancel.end();
  expect(lane.place(call('data', true)).lane).toBe('data');
  const borrower = lane.place(call('trading', true));
  expect(borrower.lane).toBe('safety');
  // One borrows at a time.
  expect(lane.place(call('trading', true)).lane).toBe('trading');
  borrower.end();
  expect(lane.place(call('trading', true)).lane).toBe('safety');
});

it('safety connection is lent to recovery queries only, and taken back by safety only', () => {
  const lane = new RecoveryLane();
  lane.place(call('trading'));
  lane.place(call('trading'));
  expect(lane.place(call('trading')).lane).toBe('trading');
  const { signal } = lane.place(call('trading', true));
  lane.place(call('data'));
  expect(signal?.aborted).toBe(false);
  lane.place(call('safety'));
  expect(signal?.aborted).toBe(true);
});
