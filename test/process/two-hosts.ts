// Two machines on one: the venue's and the bot's, each a network of its own, with a wire between
// them and a file of names that only the bot reads.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { isStunnelMissing } from './terminator.js';

/** The addresses of the venue's machine; of documentation, so nobody's. */
export const ADDRESSES = ['192.0.2.1', '192.0.2.2'] as const;
const BOT_ADDRESS = '192.0.2.10';

export interface TwoHosts {
  /** Words in front of a command that runs there. */
  readonly venue: readonly string[];
  readonly bot: readonly string[];
  /** What names lead to, on the bot's machine: no other name leads anywhere. */
  setNames(names: Readonly<Record<string, string>>): void;
  close(): void;
}

const ip = (...words: readonly string[]) => execFileSync('ip', words, { stdio: 'pipe' });

/** Undefined where this machine has not what is needed: root, namespaces, veth and stunnel. */
export function openTwoHosts(): TwoHosts | undefined {
  if (isStunnelMissing || process.getuid?.() !== 0) return undefined;
  const [venue, bot] = ['venue', 'bot'].map((one) => `weir-${one}-${String(process.pid)}`) as [
    string,
    string,
  ];
  const etc = `/etc/netns/${bot}`;
  try {
    connect(venue, bot);
    mkdirSync(etc, { recursive: true });
    writeFileSync(`${etc}/nsswitch.conf`, 'passwd: files\ngroup: files\nhosts: files\n');
  } catch {
    remove(venue, bot);
    return undefined;
  }
  const setNames = (names: Readonly<Record<string, string>>) => {
    const all = Object.entries({ localhost: '127.0.0.1', ...names });
    const lines = all.map(([name, address]) => `${address} ${name}\n`);
    writeFileSync(`${etc}/hosts`, lines.join(''));
  };
  setNames({});
  return {
    venue: ['ip', 'netns', 'exec', venue],
    bot: ['ip', 'netns', 'exec', bot],
    setNames,
    close: () => {
      remove(venue, bot);
    },
  };
}

/** The wire goes with the networks at its ends. */
function remove(...names: readonly string[]): void {
  for (const name of names) {
    try {
      ip('netns', 'del', name);
    } catch {
      // it was not made
    }
    // What stands there is laid over /etc, for who runs in that network alone.
    rmSync(`/etc/netns/${name}`, { recursive: true, force: true });
  }
}

function connect(venue: string, bot: string): void {
  for (const name of [venue, bot]) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  ip('-n', venue, 'link', 'add', 'wire', 'type', 'veth', 'peer', 'name', 'wire', 'netns', bot);
  for (const address of ADDRESSES) ip('-n', venue, 'addr', 'add', `${address}/24`, 'dev', 'wire');
  ip('-n', bot, 'addr', 'add', `${BOT_ADDRESS}/24`, 'dev', 'wire');
  for (const name of [venue, bot]) ip('-n', name, 'link', 'set', 'wire', 'up');
}
