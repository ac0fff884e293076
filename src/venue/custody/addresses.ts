// Deposit addresses: one for each organization, asset and network, the same every time.
import { createRandom } from '../../determinism/index.js';
import type { CustodyAsset } from './settings.js';

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ADDRESS_LENGTH = 34;
const TX_LENGTH = 64;

export function drawAddress(
  seed: number,
  org: string,
  { currency }: CustodyAsset,
  network: string,
): string {
  const random = createRandom(seed, `venue/address/${org}/${currency}/${network}`);
  return `sim${drawText(random, ALPHABET, ADDRESS_LENGTH)}`;
}

/** The id of a transaction on a chain. */
export function drawTxId(seed: number, recordId: string): string {
  return drawText(createRandom(seed, `venue/tx/${recordId}`), '0123456789abcdef', TX_LENGTH);
}

function drawText(random: () => number, alphabet: string, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += alphabet[Math.floor(random() * alphabet.length)] ?? '';
  return text;
}
