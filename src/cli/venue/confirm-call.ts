// Confirmation phrase before calls that move trades or money.
import { createInterface } from 'node:readline/promises';
import { printNote } from '../output.js';
import { usageError } from '../parser/usage.js';

/** Asks for the phrase on a terminal; elsewhere requires --confirm. An empty phrase needs none. */
export async function askConsent(
  phrase: string,
  what: string,
  confirm: string | undefined,
): Promise<void> {
  if (phrase === '' || confirm === phrase) return;
  if (confirm === undefined && process.stdin.isTTY) {
    printNote(what);
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const typed = await lines.question(`type \`${phrase}\` to send it once: `);
    lines.close();
    if (typed === phrase) return;
    throw usageError(`expected \`${phrase}\`, found \`${typed}\`: nothing was sent`);
  }
  const found = confirm === undefined ? 'none' : `\`${confirm}\``;
  throw usageError(`expected --confirm '${phrase}', found ${found}: nothing was sent`);
}
