// weir state move CONFIG: moves an older state to the name of its account, while no bot runs.
import { describeIdentity } from '../../../state/index.js';
import { moveState } from '../../../control/index.js';
import { realPorts } from '../../../host/index.js';
import type { BotArguments } from '../bot-command.js';
import { EXIT, print, printText, printNote, unwrap } from '../../output.js';
import { keepFilesPrivate } from '../../private-files.js';

export async function move(options: BotArguments & { readonly json: boolean }): Promise<number> {
  keepFilesPrivate();
  const moved = unwrap(await moveState(realPorts, options.config, options.state));
  const { from, identity, to, troubles } = moved;
  for (const trouble of troubles) printNote(trouble);
  if (options.json) printText(JSON.stringify({ from, to, identity }, undefined, 2));
  else print(`${from} is now ${to}, the state of ${describeIdentity(identity)}`);
  return EXIT.done;
}
