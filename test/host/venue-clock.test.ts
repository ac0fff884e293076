// The clock of a simulator, read over HTTP: another server is reported in one clean line.
import { expect, it } from 'vitest';
import type { SessionPorts } from '../../src/host/ports.js';
import { readVenueClock } from '../../src/host/venue-clock.js';

type Answer = () => Promise<{ readonly status: number; readonly body: string }>;

function read(answer: Answer, baseUrl = 'http://127.0.0.1:1') {
  const clock = { monoMicros: () => 0 } as SessionPorts['clock'];
  return readVenueClock(baseUrl, { clock, http: { read: answer } });
}

const says =
  (body: string, status = 200) =>
  () =>
    Promise.resolve({ status, body });

it('venue clock is read from a response with time and speed', async () => {
  expect((await read(says('{"nowMicros": 5, "speed": 10}'))).ok).toBe(true);
});

it.each<[string, Answer]>([
  ['found HTTP 404', says('', 404)],
  ['with a speed above 0, found {"speed":0}', says('{"speed":0}')],
  ['with a speed above 0, found {"speed":0, "x":" ."}', says('{"speed":0,\n"x":"\u202e."}')],
  ['found: Unexpected token', says('<html>')],
  ['found: wrong version: line 1', () => Promise.reject(new Error('wrong version:\nline 1\n'))],
])('venue clock is refused with the message %s', async (words, answer) => {
  const clock = await read(answer);
  expect(clock).toMatchObject({ fault: { code: 'session.clock' } });
  if (!clock.ok) expect(clock.fault.message).toContain(words);
});

it('venue clock is requested only where a venue may be', async () => {
  let asked = 0;
  const count = () => says(String((asked += 1)))();
  const clock = await read(count, 'http://venue.example');
  expect(clock).toMatchObject({ fault: { code: 'client.base-url' } });
  expect(asked).toBe(0);
});
