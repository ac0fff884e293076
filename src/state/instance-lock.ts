// Instance lock: one bot per login. It is a local socket that the operating system frees when the
// process dies.
import { fail, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, replaceFile } from '../journal/index.js';
import type { BindName, BoundName } from '../host/index.js';
import { describeIdentity, type StateIdentity, toLockNames } from './identity.js';

const FILE = 'lock';

export interface LockPorts {
  readonly disk: JournalDisk;
  readonly bindName: BindName;
  /** Id of this process, for people who read the lock file. */
  readonly processId: number;
  /** Wall clock, ISO text. */
  readonly startedAt: string;
}

/** Fault codes `state.locked` (another instance runs), `state.lock-failed`. */
export async function takeLock(
  ports: LockPorts,
  dir: string,
  identity: StateIdentity,
): Promise<Result<InstanceLock>> {
  const { bindName, disk, processId, startedAt } = ports;
  const { login, baseUrl } = identity;
  let bound: BoundName | undefined;
  try {
    bound = await bindAll(bindName, toLockNames(identity));
    if (bound === undefined) {
      const whose = describeIdentity(identity);
      const message = `the bot of ${whose} is already running`;
      return fail('state.locked', message, dir);
    }
    replaceFile(disk, dir, FILE, `${JSON.stringify({ processId, startedAt, login, baseUrl })}\n`);
    return ok(new InstanceLock(bound));
  } catch (error) {
    // A lock whose file cannot be written is not taken.
    bound?.release();
    if (!isSystemError(error)) throw error;
    return fail('state.lock-failed', `cannot take the lock: ${error.message}`, dir);
  }
}

/** Binds all names or none. */
async function bindAll(
  bindName: BindName,
  names: readonly string[],
): Promise<BoundName | undefined> {
  const bound: BoundName[] = [];
  const release = () => {
    for (const one of bound) one.release();
  };
  try {
    for (const name of names) {
      const one = await bindName(name);
      if (one === undefined) {
        release();
        return undefined;
      }
      bound.push(one);
    }
  } catch (error) {
    release();
    throw error;
  }
  return { isHeld: () => bound.every((one) => one.isHeld()), release };
}

/** A lock that was lost once stays lost. */
export class InstanceLock {
  readonly #bound: BoundName;
  #isHeld = true;

  constructor(bound: BoundName) {
    this.#bound = bound;
  }

  /** Reads memory only: it is asked for each send. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Asks the operating system, once per second of monotonic time; the result is kept. */
  check(): boolean {
    this.#isHeld &&= this.#bound.isHeld();
    return this.#isHeld;
  }

  release(): void {
    this.#isHeld = false;
    this.#bound.release();
  }
}
