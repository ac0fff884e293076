// weir resolve COID CONFIG: an operator states what became of an order of unknown outcome.
import { realPorts } from '../../host/index.js';
import { commandBot } from '../../control/index.js';
import { type BotArguments, formatStatus, locateBot } from './bot-command.js';
import { EXIT, printText, unwrap } from '../output.js';

export interface ResolveArguments extends BotArguments {
  readonly coId: string;
  readonly as: 'lost' | 'live' | 'filled';
  readonly by: string;
  readonly reason: string;
  readonly venueConfirmed: boolean;
  readonly json: boolean;
}

export async function resolve(options: ResolveArguments): Promise<number> {
  const { as, by, coId, json, reason, venueConfirmed } = options;
  const terms = { coId, as, by, reason, hasVenueWord: venueConfirmed };
  const found = unwrap(
    await commandBot(realPorts, locateBot(options), { do: 'resolve', ...terms }),
  );
  printText(json ? JSON.stringify(found, undefined, 2) : formatStatus(found));
  return EXIT.done;
}
