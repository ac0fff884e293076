// Default folder of a user's states.
import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** `$XDG_STATE_HOME/weir`, or `~/.local/state/weir`; that standard ignores a relative path. */
export function findStateHome(): string {
  const given = process.env['XDG_STATE_HOME'];
  if (given !== undefined && isAbsolute(given)) return join(given, 'weir');
  const home = homedir();
  // An empty HOME would mean the working directory.
  const known = isAbsolute(home) ? home : userInfo().homedir;
  return join(known, '.local', 'state', 'weir');
}
