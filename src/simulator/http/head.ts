// Headers of a response: content, session time and tracing.
import { type Instant, MILLISECOND, SECOND } from '../../domain/index.js';
import type { SimulatorResponse } from '../response.js';

/** Characters allowed in a header, and so in a tracing id: Latin-1 without control characters. */
const TRACING_ID = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Alternating names and values; `tracing` is the X-Request-ID of the request. */
export function formatHead(
  { body, contentType = 'application/json', headers }: SimulatorResponse,
  date: string,
  tracing: unknown,
): string[] {
  const all = ['Content-Type', contentType, 'Content-Length', ''];
  all[3] = String(Buffer.byteLength(body));
  all.push('Date', date);
  if (typeof tracing === 'string' && TRACING_ID.test(tracing)) all.push('X-Request-ID', tracing);
  if (headers.length > 0) all.push(...headers);
  return all;
}

/** Creates a formatter of the Date header, which formats once per second of session time. */
export function createDateFormat(): (at: Instant) => string {
  let second = -1;
  let text = '';
  return (at) => {
    const current = Math.floor(at / SECOND);
    if (current !== second) {
      second = current;
      text = new Date(at / MILLISECOND).toUTCString();
    }
    return text;
  };
}
