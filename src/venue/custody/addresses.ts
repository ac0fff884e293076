// Deposit addresses: fixed for each organization, asset and network by the seed.
import { createRandom } from '../../determinism/index.js';
import type { CustodyAsset } from './settings.js';

/** Base58: no characters that look alike. */
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

/** Transaction id on a blockchain, 64 hexadecimal digits. */
export function drawTxId(seed: number, recordId: string): string {
  return drawText(createRandom(seed, `venue/tx/${recordId}`), '0123456789abcdef', TX_LENGTH);
}

function drawText(random: () => number, alphabet: string, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += alphabet[Math.floor(random() * alphabet.length)] ?? '';
  return text;
}
