// Records every input of the simulator with its time, and a digest of its responses.
import { fail, type Instant, ok, type Result } from '../../domain/index.js';
import { Digest } from '../../determinism/index.js';
import type { SimulatorResponse } from '../response.js';
import type { ProvenRequest } from '../proven-request.js';
import { MAX_STATE_BYTES, type SavedHead, type SavedInput, type SavedTail } from './input.js';

export class InputLog {
  readonly #answers = new Digest();
  readonly #maxBytes: number;
  #lines: string[] = [];
  #bytes = 0;
  #isFull = false;

  constructor(maxBytes = MAX_STATE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Records a request before it is processed. */
  addRequest({ at, account, login, route, target, body }: ProvenRequest): void {
    const { user, org } = account.user;
    this.#add({
      at,
      user,
      org,
      route: route.id,
      target,
      ...(route.kind === 'login' && login !== undefined ? { login: login.number } : {}),
      ...(body.length === 0 ? {} : { body: body.toString() }),
    });
  }

  /** Records a request with a 400 response: only its effect on the limits counts. */
  addBad({ at, account, route, body }: ProvenRequest): void {
    const { user, org } = account.user;
    this.#add({ at, user, org, bad: route.id, bytes: body.length });
  }

  /** Records faults in the form of the scenario file. */
  addFaults(at: Instant, faults: unknown): void {
    this.#add({ at, addFaults: faults });
  }

  clearFaults(at: Instant): void {
    this.#add({ at, clearFaults: true });
  }

  addAnswer({ status, body }: SimulatorResponse): void {
    this.#answers.int(status);
    this.#answers.text(body);
  }

  /** Last line of the text that `format` would return. */
  summarize(endMicros: Instant): SavedTail {
    return { endMicros, inputs: this.#lines.length, answers: this.#answers.hex() };
  }

  /** The whole state as text. Fault code `simulator.state` when the inputs exceed the maximum. */
  format(head: SavedHead, endAt: Instant): Result<string> {
    if (this.#isFull) {
      const most = String(this.#maxBytes);
      return fail('simulator.state', `expected at most ${most} bytes of inputs, found more`);
    }
    const lines = [JSON.stringify(head), ...this.#lines, JSON.stringify(this.summarize(endAt))];
    return ok(`${lines.join('\n')}\n`);
  }

  #add(input: SavedInput): void {
    if (this.#isFull) return;
    const line = JSON.stringify(input);
    this.#bytes += Buffer.byteLength(line) + 1;
    this.#isFull = this.#bytes > this.#maxBytes;
    if (this.#isFull) this.#lines = [];
    else this.#lines.push(line);
  }
}
