// One bot per login: a local socket that the operating system frees when its process dies.
import { fail, ok, type Result } from '../domain/index.js';
import { isSystemError, type JournalDisk, replaceFile } from '../journal/index.js';
import type { BindName, BoundName } from '../host/index.js';
import { describeIdentity, type StateIdentity, toLockNames } from './identity.js';

const FILE = 'lock';

export interface LockPorts {
  readonly disk: JournalDisk;
  readonly bindName: BindName;
  /** Of this process, for the lock file that people read. */
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
      const message = `expected the only bot of ${whose}, found one that runs`;
      return fail('state.locked', message, dir);
    }
    replaceFile(disk, dir, FILE, `${JSON.stringify({ processId, startedAt, login, baseUrl })}\n`);
    return ok(new InstanceLock(bound));
  } catch (error) {
    // Who could not tell people of it does not have it.
    bound?.release();
    if (!isSystemError(error)) throw error;
    return fail('state.lock-failed', `expected to take the lock, found ${error.message}`, dir);
  }
}

/** All names or none. */
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

/** Lost once, it stays lost. */
export class InstanceLock {
  readonly #bound: BoundName;
  #isHeld = true;

  constructor(bound: BoundName) {
    this.#bound = bound;
  }

  /** From memory: for each send. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Asks the operating system, for every second of machine time; the answer is kept. */
  check(): boolean {
    this.#isHeld &&= this.#bound.isHeld();
    return this.#isHeld;
  }

  release(): void {
    this.#isHeld = false;
    this.#bound.release();
  }
}
