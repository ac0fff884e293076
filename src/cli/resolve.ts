// weir resolve COID CONFIG: a person says what became of an order that the bot cannot tell.
import { askBot, type BotStatus, realPorts } from '../session/index.js';
import { type BotArguments, formatStatus, locateBot } from './bot-command.js';
import { CommandError, EXIT, print, toCommandError } from './output.js';

export interface ResolveArguments extends BotArguments {
  readonly coId: string;
  readonly as: 'lost' | 'live' | 'filled';
  readonly by: string;
  readonly reason: string;
  readonly venueWord: boolean;
}

const ANSWER_MS = 5_000;

export async function resolve(options: ResolveArguments): Promise<number> {
  const { as, by, coId, reason, venueWord } = options;
  const { state } = locateBot(options);
  const request = { do: 'resolve', coId, as, by, reason, hasVenueWord: venueWord } as const;
  const asked = await askBot(realPorts, state.control, request, ANSWER_MS);
  if (asked.kind !== 'answer') {
    const message = 'expected a running bot, found none that answers: start it, it recovers first';
    throw new CommandError(`${message} (control.blocked)`, EXIT.fault);
  }
  if (!asked.result.ok) throw toCommandError(asked.result.fault);
  print(formatStatus(asked.result.value as BotStatus));
  return EXIT.done;
}
