// Invariant 17: no secret leaves.
import type { Bot } from '../world/bot.js';
import { BOT_LOGIN } from '../world/venue.js';
import type { World } from '../world/world.js';
import type { Invariant } from './invariant.js';

export const noSecret: Invariant = {
  number: 17,
  title: 'no secret in files, messages or addresses',
  atQuiet: (world) => {
    for (const secret of [BOT_LOGIN.password, ...world.wire.secrets]) {
      const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)];
      for (const form of forms) {
        const place = findText(world, form);
        if (place !== undefined) return `a secret stands in ${place}`;
      }
    }
    return undefined;
  },
};

function findText(world: World, text: string): string | undefined {
  for (const [path, bytes] of world.disk.files()) if (bytes.includes(text)) return path;
  if (world.bots.some((bot) => listWords(bot).some((line) => line.includes(text)))) {
    return 'a message';
  }
  const isOpen = ({ call }: World['departures'][number]) => call.request.target.includes(text);
  return world.departures.some(isOpen) ? 'the target of a request' : undefined;
}

/** All that a person reads of a life of the bot. */
function listWords({ told, end }: Bot): readonly string[] {
  if (end === undefined) return told;
  return [...told, end.kind === 'ended' ? end.end.message : end.message];
}
