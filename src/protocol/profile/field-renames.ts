// Calls whose spelling the profile changes: names, status and shape, put right at the wire's edge.

/** What the venue says in a call where it differs from the route table: our names to its names. */
export interface CallSpelling {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Names of the answer's fields, at any depth. */
  readonly answer?: Readonly<Record<string, string>>;
  /** Status of success. */
  readonly status?: number;
  /** `list`: an object comes in an array; `one`: an array of one comes as its item. */
  readonly shape?: AnswerShape;
  /** Where the fields of the request stand: its body, or its query. */
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

/** A call's spelling with its names in both directions, made once. */
export interface Respelling {
  readonly query: BothWays;
  readonly body: BothWays;
  readonly answer: BothWays;
  readonly status: number | undefined;
  readonly shape: AnswerShape | undefined;
  readonly bodyIn: BodyPlace;
}

/** Respellings by route id; of a profile that changes no call an empty map. */
export type Respellings = ReadonlyMap<string, Respelling>;

export function createRespellings(calls: Readonly<Record<string, CallSpelling>>): Respellings {
  return new Map(
    Object.entries(calls).map(([id, { query, body, answer, status, shape, bodyIn = 'body' }]) => [
      id,
      {
        ...{ query: bothWays(query), body: bothWays(body), answer: bothWays(answer) },
        ...{ status, shape, bodyIn },
      },
    ]),
  );
}

/**
 * A name of ours that the venue spells otherwise means nothing to it: read from the wire it becomes
 * one that no schema knows.
 */
function bothWays(names: Readonly<Record<string, string>> = {}): BothWays {
  const entries = Object.entries(names);
  const strays = entries.map(([ours]) => [ours, `(${ours})`] as const);
  const known = entries.map(([ours, theirs]) => [theirs, ours] as const);
  return { toVenue: new Map(entries), fromVenue: new Map([...strays, ...known]) };
}

const STRING_TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

/** A JSON text with other names for its keys; all else, numbers above all, stays as written. */
export function respellKeys(json: string, names: Names): string {
  if (names.size === 0) return json;
  return json.replace(STRING_TOKEN, (token: string, text: string, colon?: string) => {
    const name = colon === undefined ? undefined : names.get(text);
    return name === undefined ? token : `${JSON.stringify(name)}${colon ?? ''}`;
  });
}

/** A query as it stands in a URL, with other names for its parameters. */
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

/** Path and query of a call, its parameters as the venue spells them. */
export function respellPath(path: string, { query }: Respelling): string {
  const mark = path.indexOf('?');
  if (mark === -1) return path;
  return `${path.slice(0, mark)}?${respellQuery(path.slice(mark + 1), query.toVenue)}`;
}

/** The query of a body of texts: `tradeId=a&clientRequestId=b`. */
export function toBodyQuery(json: string): string {
  return new URLSearchParams(JSON.parse(json) as Readonly<Record<string, string>>).toString();
}

/** The body of such a query. */
export function fromBodyQuery(query: string): string {
  return JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
}

/** The JSON of a good answer in the shape and with the names of the venue. */
export function respellAnswer(json: string, { answer, shape }: Respelling): string {
  const text = respellKeys(json, answer.toVenue);
  if (shape === 'empty') return '';
  if (shape === 'list') return text.startsWith('[') ? text : `[${text}]`;
  if (shape !== 'one' || !text.startsWith('[')) return text;
  const items = JSON.parse(text) as readonly unknown[];
  return items.length === 1 ? text.slice(1, -1) : text;
}
