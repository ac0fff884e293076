// weir status CONFIG: status of a bot, from the running bot or from the files of a dead one.
import { askBot, type BotStatus, readStatus } from '../../control/index.js';
import { realPorts } from '../../host/index.js';
import { type BotArguments, formatStatus, locateBot } from './bot-command.js';
import { EXIT, printText, toCommandError, unwrap } from '../output.js';

const ANSWER_MS = 2_000;

export async function status(options: BotArguments & { readonly json: boolean }): Promise<number> {
  const found = await readBotStatus(options);
  printText(options.json ? JSON.stringify(found, undefined, 2) : formatStatus(found));
  return EXIT.done;
}

async function readBotStatus(options: BotArguments): Promise<BotStatus> {
  const place = locateBot(options);
  const asked = await askBot(realPorts, place.state.control, { do: 'status' }, ANSWER_MS);
  if (asked.kind === 'answer') {
    if (!asked.result.ok) throw toCommandError(asked.result.fault);
    return asked.result.value as BotStatus;
  }
  return unwrap(readStatus(realPorts, place, asked.kind === 'silent' ? 'blocked' : 'dead'));
}
