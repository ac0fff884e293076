// Decompresses gz and zst recordings in chunks to a temporary file.
import { closeSync, writeSync } from 'node:fs';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fail, ok, type Result } from '../../domain/index.js';
import { readInto } from './read-bytes.js';
import { openScratchFile } from './temporary-file.js';

const READ_BYTES = 1 << 16;

export type Compression = 'gz' | 'zst';

/**
 * Decompresses a file and returns the descriptor of its content. Fault codes `data.unreadable` and
 * `data.no-room`.
 */
export async function unpack(
  file: string,
  descriptor: number,
  packing: Compression,
): Promise<Result<number>> {
  let target: number;
  try {
    target = openScratchFile();
  } catch (error) {
    return failRoom(file, error);
  }
  let full: unknown;
  try {
    await pipeline(
      readPieces(descriptor),
      packing === 'gz' ? createGunzip() : await createZstd(),
      new Writable({
        write: (chunk: Buffer, _, done) => {
          try {
            for (let at = 0; at < chunk.length;) at += writeSync(target, chunk, at);
          } catch (error) {
            full = error;
            done(new Error('the target is full'));
            return;
          }
          done();
        },
      }),
    );
    return ok(target);
  } catch (error) {
    closeSync(target);
    if (full !== undefined) return failRoom(file, full);
    return fail('data.unreadable', `expected a whole ${packing} file: ${String(error)}`, file);
  }
}

/** A generator, because a read stream would close the file when decompression fails. */
function* readPieces(descriptor: number): Generator<Uint8Array> {
  for (let at = 0; ;) {
    const bytes = new Uint8Array(READ_BYTES);
    const read = readInto(descriptor, at, bytes);
    if (read === 0) return;
    yield bytes.subarray(0, read);
    at += read;
  }
}

function failRoom(file: string, error: unknown): Result<never> {
  const where = 'the folder for temporary files';
  const message = `cannot decompress into ${where}: ${String(error)}: free space or set TMPDIR`;
  return fail('data.no-room', message, file);
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
