// SHA-256, as journals, approvals and pins state it.
import { hash } from 'node:crypto';

/** 64 hexadecimal digits. */
export function sha256Hex(content: string | Buffer): string {
  return hash('sha256', content);
}
