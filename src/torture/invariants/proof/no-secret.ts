// Invariant 17: no secret appears in files, messages or request targets.
import type { Bot } from '../../simulation/bot.js';
import { BOT_LOGIN } from '../../simulation/venue.js';
import type { World } from '../../simulation/world.js';
import type { Invariant } from '../invariant.js';

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

/** The secret in plain text, and as headers, URLs and byte dumps encode it. */
function listForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [secret, bytes.toString('base64'), encodeURIComponent(secret), hex, hex.toUpperCase()];
}

function findText(world: World, texts: readonly string[]): string | undefined {
  const beginnings = indexBeginnings(texts);
  for (const [path, bytes] of world.disk.files()) {
    if (holdsText(bytes, beginnings)) return path;
  }
  const holdsOne = (line: string) => holdsText(Buffer.from(line), beginnings);
  if (world.bots.some((bot) => listWords(bot).some(holdsOne))) return 'a message';
  const isOpen = ({ call }: World['departures'][number]) => holdsOne(call.request.target);
  return world.departures.some(isOpen) ? 'the target of a request' : undefined;
}

/** Texts by their first four bytes, to search for all of them in one pass. */
function indexBeginnings(texts: readonly string[]): ReadonlyMap<number, readonly Buffer[]> {
  const index = new Map<number, Buffer[]>();
  for (const text of texts) {
    const bytes = Buffer.from(text);
    const beginning = bytes.readInt32BE(0);
    index.set(beginning, [...(index.get(beginning) ?? []), bytes]);
  }
  return index;
}

function holdsText(bytes: Buffer, index: ReadonlyMap<number, readonly Buffer[]>): boolean {
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    last = (last << 8) | (bytes[at] ?? 0);
    // Skips zeros: most of a journal file is reserved zeros.
    const from = at - 3;
    const texts = last === 0 || from < 0 ? undefined : index.get(last);
    const isHere = (text: Buffer) => bytes.subarray(from, from + text.length).equals(text);
    if (texts?.some(isHere) === true) return true;
  }
  return false;
}

/** All messages of a run that an operator reads. */
function listWords({ told, end }: Bot): readonly string[] {
  if (end === undefined) return told;
  return [...told, end.kind === 'ended' ? end.end.message : end.message];
}
