// Renames fields, statuses and shapes of calls as the profile states, at the edge of the protocol.

/** How the venue's form of a call differs from the route table: our names mapped to the venue's. */
export interface CallSpelling {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Names of the response's fields, at any depth. */
  readonly answer?: Readonly<Record<string, string>>;
  /** Status of success. */
  readonly status?: number;
  /**
   * `list`: an object is wrapped in an array; `one`: an array of one is unwrapped; `empty`: no
   * body.
   */
  readonly shape?: AnswerShape;
  /** Whether the request's fields are sent in the body or in the query. */
  readonly bodyIn?: BodyPlace;
}

export const ANSWER_SHAPES = ['list', 'one', 'empty'] as const;
export type AnswerShape = (typeof ANSWER_SHAPES)[number];
export const BODY_PLACES = ['body', 'query'] as const;
export type BodyPlace = (typeof BODY_PLACES)[number];

type Names = ReadonlyMap<string, string>;

interface BothWays {
  readonly toVenue: Names;
  readonly fromVenue: Names;
}

/** Renames of a call in both directions, computed once. */
export interface Respelling {
  readonly query: BothWays;
  readonly body: BothWays;
  readonly answer: BothWays;
  readonly status: number | undefined;
  readonly shape: AnswerShape | undefined;
  readonly bodyIn: BodyPlace;
}

/** Renames by route id; empty for a profile without renames. */
export type Respellings = ReadonlyMap<string, Respelling>;

export function createRespellings(calls: Readonly<Record<string, CallSpelling>>): Respellings {
  return new Map(
    Object.entries(calls).map(([id, { query, body, answer, status, shape, bodyIn = 'body' }]) => [
      id,
      {
        query: bothWays(query),
        body: bothWays(body),
        answer: bothWays(answer),
        status,
        shape,
        bodyIn,
      },
    ]),
  );
}

/**
 * Name maps of both directions. Our own name of a renamed field is unknown to the venue: when read
 * from the wire, it maps to a name that no schema knows.
 */
function bothWays(names: Readonly<Record<string, string>> = {}): BothWays {
  const entries = Object.entries(names);
  const strays = entries.map(([ours]) => [ours, `(${ours})`] as const);
  const known = entries.map(([ours, theirs]) => [theirs, ours] as const);
  return { toVenue: new Map(entries), fromVenue: new Map([...strays, ...known]) };
}

const STRING_TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

/** Renames the keys of a JSON text; all else stays unchanged, especially the digits of numbers. */
export function respellKeys(json: string, names: Names): string {
  if (names.size === 0) return json;
  return json.replace(STRING_TOKEN, (token: string, text: string, colon?: string) => {
    const name = colon === undefined ? undefined : names.get(text);
    return name === undefined ? token : `${JSON.stringify(name)}${colon ?? ''}`;
  });
}

/** Renames the parameters of a URL's query. */
export function respellQuery(query: string, names: Names): string {
  if (names.size === 0 || query === '') return query;
  return query
    .split('&')
    .map((pair) => {
      const [text = ''] = pair.split('=', 1);
      const name = names.get(text);
      return name === undefined ? pair : encodeURIComponent(name) + pair.slice(text.length);
    })
    .join('&');
}

/** Path and query of a call, with the venue's parameter names. */
export function respellPath(path: string, { query }: Respelling): string {
  const mark = path.indexOf('?');
  if (mark === -1) return path;
  return `${path.slice(0, mark)}?${respellQuery(path.slice(mark + 1), query.toVenue)}`;
}

/** Converts a JSON object of texts to a query: `tradeId=a&clientRequestId=b`. */
export function toBodyQuery(json: string): string {
  return new URLSearchParams(JSON.parse(json) as Readonly<Record<string, string>>).toString();
}

/** Converts such a query back to a JSON object. */
export function fromBodyQuery(query: string): string {
  return JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
}

/** Converts a successful response's JSON to the venue's names and shape. */
export function respellAnswer(json: string, { answer, shape }: Respelling): string {
  const text = respellKeys(json, answer.toVenue);
  if (shape === 'empty') return '';
  if (shape === 'list') return text.startsWith('[') ? text : `[${text}]`;
  if (shape !== 'one' || !text.startsWith('[')) return text;
  const items = JSON.parse(text) as readonly unknown[];
  return items.length === 1 ? text.slice(1, -1) : text;
}
