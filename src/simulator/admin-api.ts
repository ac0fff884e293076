// The simulator's own API: health, clock, scenario and state.
import { DAY, formatDuration, type Instant, type Micros, type Result } from '../domain/index.js';
import { type SimulatorResponse, answer, ERROR_CODES, refuse } from './response.js';
import { addFaults, clearFaults, listFaults } from './control-scenario.js';
import { refusePath } from './dispatch.js';
import type { HandlerContext } from './handler.js';
import { type HttpRequest, readJson, splitTarget } from './http/read-request.js';
import type { SessionClock } from './session-clock.js';

/**
 * Maximum time that one request may move the clock: a looped recording produces rates for all of
 * it.
 */
const MAX_STEP: Micros = DAY;

export interface Control {
  readonly clock: SessionClock;
  readonly host: HandlerContext;
  readonly isControlToken: (text: string) => boolean;
  /** Moves clock and venue, and runs everything due until then. */
  moveTo(at: Instant): void;
  save(): Result<string>;
}

interface Action {
  /** True: needs no control token. */
  readonly isOpen?: boolean;
  readonly run: (control: Control, at: Instant, request: HttpRequest) => SimulatorResponse;
}

/** Action of each path and method. */
const ACTIONS: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  '/healthz': { GET: { isOpen: true, run: () => answer(200, '{"status":"ok"}') } },
  '/control/clock': {
    GET: { isOpen: true, run: ({ clock }) => showClock(clock) },
    POST: { run: (control, _, request) => moveClock(control, request) },
  },
  '/control/scenario': {
    GET: { run: ({ host }) => listFaults(host) },
    POST: { run: ({ host }, at, request) => addFaults(host, at, request) },
    DELETE: { run: ({ host }, at) => clearFaults(host, at) },
  },
  '/control/state': { GET: { run: (control) => showState(control) } },
};

/** Response of a control path at `at`; undefined for other paths. */
export function answerControl(
  control: Control,
  at: Instant,
  request: HttpRequest,
): SimulatorResponse | undefined {
  const [path] = splitTarget(request.target);
  const methods = Object.hasOwn(ACTIONS, path) ? ACTIONS[path] : undefined;
  if (methods === undefined) return undefined;
  const action = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (action === undefined) return refusePath(path, Object.keys(methods));
  return action.isOpen === true || control.isControlToken(request.controlToken)
    ? action.run(control, at, request)
    : refuse(401, 'X-Control-Token is missing or wrong.', ERROR_CODES.wrongControlToken);
}

function showClock(clock: SessionClock): SimulatorResponse {
  const { origin, speed } = clock;
  return answer(200, JSON.stringify({ originMicros: origin, nowMicros: clock.now(), speed }));
}

function moveClock(control: Control, { body }: HttpRequest): SimulatorResponse {
  const { clock } = control;
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

/** State text for `--restore`. */
function showState(control: Control): SimulatorResponse {
  const saved = control.save();
  if (!saved.ok) return refuse(409, `${saved.fault.message}.`);
  return { ...answer(200, saved.value), contentType: 'application/x-ndjson' };
}
