// The simulator's own paths: its clock, moved by hand while time is stopped, and its health.
import { DAY, formatDuration, type Instant, type Micros } from '../domain/index.js';
import { type Answer, answer, ERROR_CODES, refuse } from './answer.js';
import { refusePath } from './dispatch.js';
import { type HttpRequest, readJson, splitTarget } from './read-request.js';
import type { SessionClock } from './session-clock.js';

/** Most that one request moves time: a looped recording makes rates for all of it. */
const MAX_STEP: Micros = DAY;

export interface Control {
  readonly clock: SessionClock;
  readonly isControlToken: (text: string) => boolean;
  /** Moves clock and venue, with everything due until then. */
  moveTo(at: Instant): void;
}

/** The answer of a control path, or undefined for all others. */
export function answerControl(control: Control, request: HttpRequest): Answer | undefined {
  const [path] = splitTarget(request.target);
  if (path === '/healthz') {
    return request.method === 'GET' ? answer(200, '{"status":"ok"}') : refusePath(path, ['GET']);
  }
  if (path !== '/control/clock') return undefined;
  if (request.method === 'GET') return showClock(control.clock);
  return request.method === 'POST'
    ? moveClock(control, request)
    : refusePath(path, ['GET', 'POST']);
}

function showClock(clock: SessionClock): Answer {
  const { origin, speed } = clock;
  return answer(200, JSON.stringify({ originMicros: origin, nowMicros: clock.now(), speed }));
}

function moveClock(control: Control, { controlToken, body }: HttpRequest): Answer {
  const { clock } = control;
  if (!control.isControlToken(controlToken)) {
    return refuse(401, 'X-Control-Token is missing or wrong.', ERROR_CODES.wrongControlToken);
  }
  if (clock.speed !== 0) {
    return refuse(409, `expected stopped time, found speed ${String(clock.speed)}.`);
  }
  const read = readJson(body);
  if ('problem' in read) return refuse(400, read.problem);
  const to = readTarget(read.value);
  if (to === undefined) {
    return refuse(400, 'body: expected {"toMicros": N} with whole epoch microseconds.');
  }
  const now = clock.now();
  if (to < now || to > now + MAX_STEP) {
    const [from, until] = [String(now), String(now + MAX_STEP)];
    const span = `from now (${from}) to ${formatDuration(MAX_STEP)} later (${until})`;
    return refuse(400, `toMicros: expected a time ${span}, found ${String(to)}.`);
  }
  control.moveTo(to);
  return showClock(clock);
}

function readTarget(body: unknown): Instant | undefined {
  if (typeof body !== 'object' || body === null || !('toMicros' in body)) return undefined;
  const { toMicros, ...others } = body;
  const isInstant = typeof toMicros === 'number' && Number.isSafeInteger(toMicros);
  return isInstant && Object.keys(others).length === 0 ? toMicros : undefined;
}
