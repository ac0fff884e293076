// A simulator's saved state on disk.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { readBytes } from '../../config/index.js';
import { fail } from '../../domain/index.js';
import { MAX_STATE_BYTES, type Simulator, type StateText } from '../../simulator/index.js';
import { printNote, toCommandError, unwrap } from '../output.js';

/** Allowance for the first and last line of a state. */
const FRAME_BYTES = 1_024;

export function readStateFile(file: string): StateText {
  const { bytes } = unwrap(readBytes(file, MAX_STATE_BYTES + FRAME_BYTES, 'follow'));
  return { file, text: new TextDecoder().decode(bytes) };
}

/** Writes the state atomically, readable by its owner only. Fault code `simulator.state`. */
export function saveStateFile(file: string, simulator: Simulator): void {
  const text = unwrap(simulator.save());
  const fresh = `${file}.new`;
  try {
    rmSync(fresh, { force: true });
    writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    const found = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const failed = fail('simulator.state', `cannot save the state: ${found}`, file);
    throw toCommandError(failed.fault);
  }
  printNote(`state saved to ${file}`);
}
