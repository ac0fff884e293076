// Rejects requests before any handler reads them: errors of Node's parser, and repeated headers.
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type SimulatorResponse, refuse } from '../response.js';
import { formatHead } from './head.js';

/** Headers of which Node's parser silently keeps only the first. */
const SINGLE: ReadonlySet<string> = new Set([
  ...['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host'],
  ...['if-modified-since', 'if-unmodified-since', 'last-modified', 'location', 'max-forwards'],
  ...['proxy-authorization', 'referer', 'retry-after', 'server', 'user-agent'],
]);

/** Statuses of parser errors other than 400. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);
const MESSAGES: ReadonlyMap<number, string> = new Map([
  [408, 'The request did not arrive in time.'],
  [413, 'The extensions of the chunks are too long.'],
  [431, 'The headers are too long.'],
]);

/** `reason` is the parser's description. */
type ParserError = NodeJS.ErrnoException & { readonly reason?: string };

/** Problem of the request's headers: a repeated one, or a missing Host. */
export function refuseHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage) {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return refuse(400, `header ${name}: expected it once.`);
    seen.add(name);
  }
  const isLost = headers.host === undefined && httpVersion === '1.1';
  return isLost ? refuse(400, 'header host: expected one, found none.') : undefined;
}

/** Sends JSON responses for parser errors, unless another response of the connection is pending. */
export function answerUnread(server: Server, formatDate: () => string): void {
  const newest = new WeakMap<Duplex, IncomingMessage>();
  const pending = new WeakMap<Duplex, number>();
  const count = (socket: Duplex, step: number) =>
    pending.set(socket, (pending.get(socket) ?? 0) + step);
  const write = (socket: Duplex, answer: SimulatorResponse) => {
    socket.end(formatRaw(answer, formatDate()), 'latin1');
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    newest.set(socket, request);
    count(socket, 1);
    response.on('finish', () => count(socket, -1));
  });
  server.on('clientError', (error: ParserError, socket) => {
    const isReading = newest.get(socket)?.complete === false;
    const others = (pending.get(socket) ?? 0) - (isReading ? 1 : 0);
    if (others > 0 || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else write(socket, refuseError(error));
  });
  server.on('checkExpectation', (request, response) => {
    const answer = refuse(417, 'header expect: expected 100-continue or none.');
    const tracing = request.headers['x-request-id'];
    response.sendDate = false;
    response.shouldKeepAlive = false;
    response.writeHead(answer.status, formatHead(answer, formatDate(), tracing));
    response.end(answer.body);
  });
  server.on('connect', (_, socket) => {
    write(socket, refuse(405, 'This is no proxy.'));
  });
}

function refuseError({ code = '', reason }: ParserError): SimulatorResponse {
  const status = STATUSES.get(code) ?? 400;
  const message = `expected a request of HTTP/1.1, found: ${reason ?? code}.`;
  return refuse(status, MESSAGES.get(status) ?? message);
}

function formatRaw(answer: SimulatorResponse, date: string): string {
  const { status, body } = answer;
  const pairs = [...formatHead(answer, date, undefined), 'Connection', 'close'];
  let text = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let at = 0; at < pairs.length; at += 2)
    text += `${pairs[at] ?? ''}: ${pairs[at + 1] ?? ''}\r\n`;
  return `${text}\r\n${body}`;
}
