// Session time of a simulator: read before login, then continued on this host's monotonic time.
import { parseBaseUrl } from '../client/index.js';
import { fail, ok, type Result } from '../domain/index.js';
import { cleanText } from '../protocol/index.js';
import type { SessionPorts } from './ports.js';
import { createSessionClock, type SessionClock } from './session-clock.js';

/** Time that the simulator has to answer, milliseconds. */
const TIMEOUT_MS = 5_000;
/** Longest response read, bytes. */
const MAX_ANSWER = 10_000;

/** Clock of the simulator at a base URL. Fault codes `session.clock`, `client.base-url`. */
export async function readVenueClock(
  baseUrl: string,
  { clock, http }: Pick<SessionPorts, 'clock' | 'http'>,
  ca?: string,
): Promise<Result<SessionClock>> {
  const place = parseBaseUrl(baseUrl);
  if (!place.ok) return place;
  const url = new URL('/control/clock', place.value.origin).href;
  const expected = 'expected the session clock of a simulator (`clock: venue`)';
  try {
    // Half of the round trip, times the speed, is an error of the session clock.
    await http.warm?.(url, TIMEOUT_MS, ca);
    const sentAt = clock.monoMicros();
    const { status, body } = await http.read(url, TIMEOUT_MS, ca);
    const text = body.slice(0, MAX_ANSWER);
    const waited = clock.monoMicros() - sentAt;
    if (status !== 200) {
      const found = `HTTP ${String(status)}`;
      return fail('session.clock', `${expected}, found ${found}`, url);
    }
    const { nowMicros, speed } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (typeof nowMicros !== 'number' || typeof speed !== 'number' || !(speed > 0)) {
      return fail(
        'session.clock',
        `${expected} with a speed above 0, found ${cleanText(text, 80)}`,
        url,
      );
    }
    return ok(createSessionClock(nowMicros + (waited / 2) * speed, speed, clock));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return fail('session.clock', `${expected}, found: ${cleanText(found)}`, url);
  }
}
