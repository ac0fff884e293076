// Unpacks gz and zst recordings, a piece at a time, into a file for a while.
import { closeSync, createReadStream, writeSync } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fail, ok, type Result } from '../domain/index.js';
import { openScratchFile } from './scratch-file.js';

export type Packing = 'gz' | 'zst';

/** Unpacks a file and returns the descriptor of what was in it. Fault code `data.unreadable`. */
export async function unpack(
  file: string,
  descriptor: number,
  packing: Packing,
): Promise<Result<number>> {
  let unpacked: number | undefined;
  try {
    const target = openScratchFile();
    unpacked = target;
    const packed = createReadStream('', { fd: descriptor, start: 0, autoClose: false });
    await pipeline(
      packed,
      packing === 'gz' ? createGunzip() : await createZstd(),
      new Writable({
        write: (chunk: Buffer, _, done) => {
          for (let at = 0; at < chunk.length;) at += writeSync(target, chunk, at);
          done();
        },
      }),
    );
    return ok(target);
  } catch (error) {
    if (unpacked !== undefined) closeSync(unpacked);
    return fail('data.unreadable', `expected a whole ${packing} file: ${String(error)}`, file);
  }
}

async function createZstd(): Promise<Transform> {
  const { Decompress } = await import('fzstd');
  const decompress = new Decompress();
  const attempt = (work: () => void, done: (error?: Error) => void) => {
    try {
      work();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done();
  };
  const transform: Transform = new Transform({
    transform: (chunk: Buffer, _, done) => {
      attempt(() => {
        decompress.push(chunk);
      }, done);
    },
    flush: (done) => {
      attempt(() => {
        decompress.push(new Uint8Array(0), true);
      }, done);
    },
  });
  decompress.ondata = (chunk) => {
    transform.push(Buffer.from(chunk));
  };
  return transform;
}
