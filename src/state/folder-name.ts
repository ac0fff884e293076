// Lock of a folder that one process writes: a name that is bound until the process dies.
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../domain/index.js';
import type { BindName, BoundName } from '../host/index.js';

/** `folder` is its real path. Fault code `record.busy`. */
export async function takeFolderName(bind: BindName, folder: string): Promise<Result<BoundName>> {
  const digest = createHash('sha256').update(folder).digest('hex');
  const bound = await bind(`weir-folder-${digest.slice(0, 32)}`);
  if (bound !== undefined) return ok(bound);
  const message = 'another recorder is writing into this folder: stop it, or name another folder';
  return fail('record.busy', message, folder);
}
