// SHA-256 in the form of journals, approvals and pins.
import { hash } from 'node:crypto';

/** 64 hexadecimal digits. */
export function sha256Hex(content: string | Buffer): string {
  return hash('sha256', content);
}
