// Invariant 17: no secret leaves.
import type { Bot } from '../world/bot.js';
import { BOT_LOGIN } from '../world/venue.js';
import type { World } from '../world/world.js';
import type { Invariant } from './invariant.js';

export const noSecret: Invariant = {
  number: 17,
  title: 'no secret in files, messages or addresses',
  holdsAlways: true,
  atQuiet: (world) => {
    const secrets = [BOT_LOGIN.password, ...world.wire.secrets];
    const place = findText(world, secrets.flatMap(listForms));
    return place && `a secret stands in ${place}`;
  },
};

/** As it is, and as headers, addresses and dumps of bytes spell it. */
function listForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [secret, bytes.toString('base64'), encodeURIComponent(secret), hex, hex.toUpperCase()];
}

function findText(world: World, texts: readonly string[]): string | undefined {
  for (const [path, bytes] of world.disk.files()) {
    if (texts.some((text) => bytes.includes(text))) return path;
  }
  const holdsOne = (line: string) => texts.some((text) => line.includes(text));
  if (world.bots.some((bot) => listWords(bot).some(holdsOne))) return 'a message';
  const isOpen = ({ call }: World['departures'][number]) => holdsOne(call.request.target);
  return world.departures.some(isOpen) ? 'the target of a request' : undefined;
}

/** All that a person reads of a life of the bot. */
function listWords({ told, end }: Bot): readonly string[] {
  if (end === undefined) return told;
  return [...told, end.kind === 'ended' ? end.end.message : end.message];
}
