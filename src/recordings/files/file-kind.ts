// Detects the kind of a file by its first bytes.
import { readInto } from './read-bytes.js';

/** Signatures of readable binary files; an Arrow stream starts with the length of its schema. */
const SIGNATURES = [
  { kind: 'gz', bytes: Buffer.from([0x1f, 0x8b]) },
  { kind: 'zst', bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) },
  { kind: 'parquet', bytes: Buffer.from('PAR1') },
  { kind: 'arrow', bytes: Buffer.from('ARROW1') },
  { kind: 'arrow', bytes: Buffer.from([0xff, 0xff, 0xff, 0xff]) },
] as const;

const UNPACK = 'unpack it first (gz and zst are read as they are)';
const AS_UTF8 = 'save it as UTF-8';
const AS_CSV = 'export its rates as CSV or Parquet';

/** Signatures of unsupported files, with name and advice. */
const FOREIGN: readonly (readonly [bytes: Buffer, name: string, advice: string])[] = [
  [Buffer.from('PK\x03\x04'), 'a zip archive (or a workbook of Excel)', UNPACK],
  [Buffer.from('PK\x05\x06'), 'an empty zip archive', UNPACK],
  [Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), 'an xz file', UNPACK],
  [Buffer.from('BZh'), 'a bzip2 file', UNPACK],
  [Buffer.from('7z\xbc\xaf', 'latin1'), 'a 7z archive', UNPACK],
  [Buffer.from('Rar!'), 'a rar archive', UNPACK],
  [Buffer.from([0x04, 0x22, 0x4d, 0x18]), 'an lz4 file', UNPACK],
  [Buffer.from([0x5d, 0, 0]), 'an LZMA file (such as bi5 of Dukascopy)', UNPACK],
  [Buffer.from([0x1f, 0x8b]), 'a gz file inside another', UNPACK],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'a zst file inside another', UNPACK],
  [Buffer.from([0xff, 0xfe, 0, 0]), 'UTF-32 text', AS_UTF8],
  [Buffer.from([0xff, 0xfe]), 'UTF-16 text', AS_UTF8],
  [Buffer.from([0xfe, 0xff]), 'UTF-16 text', AS_UTF8],
  [Buffer.from('\x89HDF', 'latin1'), 'an HDF5 file', AS_CSV],
  [Buffer.from('SQLite format'), 'an SQLite database', AS_CSV],
  [Buffer.from('Obj\x01', 'latin1'), 'an Avro file', AS_CSV],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'a workbook of Excel', AS_CSV],
];
const MOST_BYTES = 16;

/** Undefined if the file may be text. */
export function findKind(descriptor: number): (typeof SIGNATURES)[number]['kind'] | undefined {
  const head = readHead(descriptor);
  return SIGNATURES.find(({ bytes }) => startsWith(head, bytes))?.kind;
}

/** Message on an unsupported file; undefined for known tables and possible text. */
export function explainForeign(descriptor: number): string | undefined {
  const head = readHead(descriptor);
  const found = FOREIGN.find(([bytes]) => startsWith(head, bytes));
  if (found !== undefined) return `found ${found[1]}: ${found[2]}`;
  // Every second byte of UTF-16 letters is 0.
  const isWide = head.length >= 4 && head.every((byte, i) => (byte === 0) === (i % 2 === 1));
  const isWideOther = head.length >= 4 && head.every((byte, i) => (byte === 0) === (i % 2 === 0));
  return isWide || isWideOther ? `found UTF-16 text: ${AS_UTF8}` : undefined;
}

function readHead(descriptor: number): Buffer {
  const head = Buffer.alloc(MOST_BYTES);
  return head.subarray(0, readInto(descriptor, 0, head));
}

function startsWith(head: Buffer, bytes: Buffer): boolean {
  return bytes.length <= head.length && bytes.equals(head.subarray(0, bytes.length));
}
