// HTTP server of the simulator: reads whole requests and sends responses with session time.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Instant } from '../../domain/index.js';
import { type SimulatorResponse, type Cut, refuse, type Send } from '../response.js';
import { createDateFormat, formatHead } from './head.js';
import type { HttpRequest } from './read-request.js';
import { answerUnread, refuseHeaders } from './unread-requests.js';

/** Larger bodies are not read to their end: the sender gets a connection reset instead of a 413. */
const MAX_DISCARD_BYTES = 64 * 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 1_000;
const HEADERS_MS = 5_000;
/** Interval of Node's check for late requests. */
const LOOK_MS = 500;
const REQUEST_MS = 15_000;
const KEEP_ALIVE_MS = 60_000;
const NO_BODY = Buffer.alloc(0);
const BEYOND_ASCII = /[\x80-\xff]/;

export interface Answerer {
  /** Lower-case name of the token header. */
  readonly tokenHeader: string;
  /** Maximum size of a body. */
  readonly bodyBytes: number;
  /** Time of the Date header. */
  now(): Instant;
  answer(request: HttpRequest, send: Send): void;
}

export function createHttpServer(answerer: Answerer): Server {
  const formatDate = createDateFormat();
  const formatNow = () => formatDate(answerer.now());
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    createListener(answerer, formatNow),
  );
  answerUnread(server, formatNow);
  boundConnections(server);
  return server;
}

/** Beyond MAX_CONNECTIONS, closes the connection that has waited longest for a whole request. */
function boundConnections(server: Server): void {
  const waiting = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    waiting.add(socket);
    socket.once('close', () => {
      open -= 1;
      waiting.delete(socket);
    });
    const [oldest] = waiting;
    if (open > MAX_CONNECTIONS) oldest?.destroy();
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    request.once('end', () => waiting.delete(socket));
    response.once('finish', () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}

function createListener(answerer: Answerer, formatNow: () => string) {
  const { bodyBytes } = answerer;
  return (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyBytes) chunks.push(chunk);
      else if (bytes > MAX_DISCARD_BYTES) request.destroy();
    });
    request.on('end', () => {
      const send = (answer: SimulatorResponse) => {
        respond(request, response, answer, formatNow());
      };
      const refusal = refuseHeaders(request);
      if (refusal !== undefined) send(refusal);
      else if (bytes <= bodyBytes) {
        answerer.answer(readRequest(request, chunks, answerer.tokenHeader), send);
      } else send(refuse(413, `body: expected at most ${String(bodyBytes)} bytes.`));
    });
  };
}

function readRequest(
  { method = '', url = '', headers }: IncomingMessage,
  chunks: readonly Buffer[],
  tokenHeader: string,
): HttpRequest {
  const [first = NO_BODY] = chunks;
  return {
    method,
    target: url,
    token: readHeader(headers[tokenHeader]),
    controlToken: readHeader(headers['x-control-token']),
    headers,
    body: chunks.length > 1 ? Buffer.concat(chunks) : first,
  };
}

function readHeader(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: SimulatorResponse,
  date: string,
): void {
  const { status, body, cut } = answer;
  if (cut?.after === 'nothing') {
    end(response, cut);
    return;
  }
  const all = formatHead(answer, date, request.headers['x-request-id']);
  response.sendDate = false;
  response.writeHead(status, all);
  // Node encodes a head in the encoding of the text after it (UTF-8); a Buffer keeps Latin-1.
  const isLatin = BEYOND_ASCII.test(String(request.headers['x-request-id']));
  if (cut === undefined) response.end(isLatin ? Buffer.from(body) : body);
  else {
    response.flushHeaders();
    response.write(Buffer.from(body).subarray(0, cut.after), () => {
      end(response, cut);
    });
  }
}

/** Ends the connection of a response that is cut. */
function end({ socket }: ServerResponse, { how }: Cut): void {
  if (how === 'close') socket?.destroySoon();
  else if (how === 'reset') socket?.resetAndDestroy();
}
