// Bad rows that are set aside: an NDJSON file beside the recording, one object a row.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fail, ok, type Result } from '../../domain/index.js';
import type { BadRow } from '../recording.js';
import { toWriteFault } from '../files/output-path.js';
import { AtomicFile } from '../files/atomic-file.js';

const PIECE = 1 << 16;

export class BadRowsFile {
  readonly file: string;
  count = 0;
  private readonly inputs: readonly string[];
  private whole: AtomicFile | undefined;
  private text = '';
  private problem: ReturnType<typeof fail> | undefined;

  /** `inputs` are the files that are read meanwhile. */
  constructor(file: string, inputs: readonly string[]) {
    this.file = file;
    this.inputs = inputs;
  }

  /** What cannot be written is told by `sync`. */
  add(recording: string, { flaw, line, reason, text }: BadRow): void {
    this.count++;
    const row = { file: basename(recording), line, flaw, reason, row: text };
    this.text += `${JSON.stringify(row)}\n`;
    if (this.text.length > PIECE) this.flush();
  }

  /** Has all rows on the disk, still without the name. Fault codes as `finish`. */
  sync(): Result<null> {
    if (this.count > 0) this.flush();
    if (this.problem !== undefined) return this.problem;
    try {
      this.whole?.sync();
      return ok(null);
    } catch (error) {
      return toWriteFault(error, this.file);
    }
  }

  /**
   * Gives the file its name, after `sync`; where no row is in it there is none, and one of before
   * is removed if `replaces`. Fault codes `data.no-room`, `data.unwritable`.
   */
  finish(replaces: boolean): Result<null> {
    try {
      this.whole?.finish();
      if (this.whole === undefined && replaces) rmSync(this.file, { force: true });
      return ok(null);
    } catch (error) {
      return toWriteFault(error, this.file);
    }
  }

  /** Removes it unless it is finished. */
  discard(): void {
    this.whole?.discard();
  }

  private flush(): void {
    if (this.problem !== undefined) return;
    try {
      this.whole ??= new AtomicFile(this.file, this.inputs);
      this.whole.write(Buffer.from(this.text));
    } catch (error) {
      this.problem = toWriteFault(error, this.file);
    }
    this.text = '';
  }
}
