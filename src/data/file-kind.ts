// What a file is, by its first bytes.
import { readInto } from './read-bytes.js';

/** First bytes of files that are no text; an Arrow stream starts with the length of its schema. */
const SIGNATURES = [
  { kind: 'gz', bytes: Buffer.from([0x1f, 0x8b]) },
  { kind: 'zst', bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) },
  { kind: 'parquet', bytes: Buffer.from('PAR1') },
  { kind: 'arrow', bytes: Buffer.from('ARROW1') },
  { kind: 'arrow', bytes: Buffer.from([0xff, 0xff, 0xff, 0xff]) },
] as const;
const MOST_BYTES = 6;

/** Undefined for what may be text. */
export function findKind(descriptor: number): (typeof SIGNATURES)[number]['kind'] | undefined {
  const head = Buffer.alloc(MOST_BYTES);
  const length = readInto(descriptor, 0, head);
  const found = SIGNATURES.find(({ bytes }) => {
    return bytes.length <= length && bytes.equals(head.subarray(0, bytes.length));
  });
  return found?.kind;
}
