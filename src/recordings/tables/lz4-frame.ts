// Decompresses LZ4 frames, the default compression of Arrow files of other libraries. See
// https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md and lz4_Block_format.md

const MAGIC = 0x184d2204;
/** Bits of the frame's flag byte. */
const HAS_DICTIONARY = 0x01;
const HAS_SIZE = 0x08;
const HAS_BLOCK_CHECKSUMS = 0x10;
/** Bit of a block's length: the block is not compressed. */
const IS_PLAIN = 0x80000000;
const LEAST_MATCH = 4;

/** Throws if the bytes are no complete frame. */
export function decodeLz4Frame(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new Error('expected an LZ4 frame');
  const flags = view.getUint8(4);
  if ((flags & HAS_DICTIONARY) !== 0) throw new Error('LZ4 frames with a dictionary are not read');
  const hasSize = (flags & HAS_SIZE) !== 0;
  const output = new Output(hasSize ? Number(view.getBigUint64(6, true)) : 4 * bytes.length);
  const checksum = (flags & HAS_BLOCK_CHECKSUMS) === 0 ? 0 : 4;
  let at = hasSize ? 15 : 7; // after the header's checksum
  for (;;) {
    const length = view.getUint32(at, true);
    at += 4;
    if (length === 0) return output.take();
    const block = bytes.subarray(at, at + (length & ~IS_PLAIN));
    if (block.length < (length & ~IS_PLAIN)) throw new Error('an LZ4 frame ends too early');
    if ((length & IS_PLAIN) === 0) decodeBlock(block, output);
    else output.add(block);
    at += block.length + checksum;
  }
}

/** Decodes literals and matches; matches may refer to earlier blocks. */
function decodeBlock(block: Uint8Array, output: Output): void {
  let at = 0;
  const readByte = (): number => {
    const byte = block[at++];
    if (byte === undefined) throw new Error('an LZ4 block ends too early');
    return byte;
  };
  const readLength = (start: number): number => {
    let length = start;
    if (start !== 15) return length;
    for (let byte = 255; byte === 255; length += byte) byte = readByte();
    return length;
  };
  while (at < block.length) {
    const token = readByte();
    const literals = readLength(token >> 4);
    if (at + literals > block.length) throw new Error('an LZ4 block ends too early');
    output.add(block.subarray(at, at + literals));
    at += literals;
    if (at === block.length) return; // the last sequence has no match
    const offset = readByte() | (readByte() << 8);
    output.repeat(offset, readLength(token & 15) + LEAST_MATCH);
  }
}

class Output {
  private bytes: Uint8Array;
  private length = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }

  add(more: Uint8Array): void {
    this.grow(more.length);
    this.bytes.set(more, this.length);
    this.length += more.length;
  }

  /** Appends bytes from `offset` before the end; source and target may overlap. */
  repeat(offset: number, count: number): void {
    if (offset === 0 || offset > this.length) throw new Error('an LZ4 block points outside');
    this.grow(count);
    const { bytes } = this;
    for (const end = this.length + count; this.length < end; this.length++) {
      bytes[this.length] = bytes[this.length - offset] ?? 0;
    }
  }

  take(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private grow(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(2 * (this.length + more));
    grown.set(this.take());
    this.bytes = grown;
  }
}
