// Reads of file parts into memory beyond what one system call may request.
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInto } from '../../../src/recordings/files/read-bytes.js';
import { writeText } from '../recordings.js';

it('readBytes fills 2 GiB and more as far as the file goes', () => {
  const descriptor = openSync(writeText('0123456789'), 'r');
  const bytes = new Uint8Array(2 ** 31 + 1);
  expect(readInto(descriptor, 2, bytes)).toBe(8);
  closeSync(descriptor);
  expect(Buffer.from(bytes.subarray(0, 9)).toString()).toBe('23456789\0');
});
