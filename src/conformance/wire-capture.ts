// Captures the requests and responses of a client as sent.
import { createConnection, type LaneDispatcher, type VenueClientOptions } from '../client/index.js';

/** A request and its response; status 0 without a complete response. */
export interface Seen {
  /** Method and target, such as `GET /v2/orders?coId=a`. */
  readonly line: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

export interface WireCapture extends Required<Pick<VenueClientOptions, 'createLane'>> {
  /** Captures since the last `take`. */
  take(): readonly Seen[];
}

type Handler = Parameters<LaneDispatcher['dispatch']>[1];

export function createWireCapture(): WireCapture {
  let seen: Seen[] = [];
  const wrap = (line: string, inner: Handler): Handler => {
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: Seen['headers'] = {};
    const note = (whole: boolean) => {
      const text = Buffer.concat(chunks).toString('utf8');
      seen.push({ line, status: whole ? status : 0, headers, text });
    };
    return {
      onRequestStart: (controller, context) => inner.onRequestStart?.(controller, context),
      onResponseStart: (controller, code, fields, message) => {
        status = code;
        headers = fields;
        inner.onResponseStart?.(controller, code, fields, message);
      },
      onResponseData: (controller, chunk) => {
        chunks.push(chunk);
        inner.onResponseData?.(controller, chunk);
      },
      onResponseEnd: (controller, trailers) => {
        note(true);
        inner.onResponseEnd?.(controller, trailers);
      },
      onResponseError: (controller, error) => {
        note(false);
        inner.onResponseError?.(controller, error);
      },
    };
  };
  return {
    createLane: (lane, ...place) => {
      const inner = createConnection(lane, ...place);
      return {
        dispatch: (request, handler) =>
          inner.dispatch(request, wrap(`${request.method} ${request.path}`, handler)),
        close: () => inner.close(),
      };
    },
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}
