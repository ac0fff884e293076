// Generates the OpenAPI 3.1 document of the venue's interface from the route table.
import { type JsonSchema, toWireSchema } from './routes/describe-route.js';
import { matchRoute } from './routes/match-route.js';
import { DEFAULT_PROFILE } from './profile/profile.js';
import { AREAS, type Route } from './routes/route.js';
import { ROUTE_IDS, ROUTES } from './routes/index.js';

/** Version of the interface (spec, Versioning). */
const INTERFACE_VERSION = '1.0.1';

const METHODS = ['GET', 'POST', 'DELETE'] as const;

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  400: 'A problem with the request; may carry a reason code.',
  401: 'Not authorized: no login, a token that has expired, a wrong signature or role.',
  404: 'Nothing there: no such endpoint, no result, or a malformed request.',
  500: 'Stop trading at once and contact support.',
};

type Json = Readonly<Record<string, unknown>>;

export function toOpenApi(): Json {
  const routes = ROUTE_IDS.map((id): Route => ROUTES[id]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trading and Custody REST Service, as Weir uses it',
      version: INTERFACE_VERSION,
      description:
        'Made from the route table of Weir, which its client and its simulator share. What the ' +
        'published interface leaves open is as the venue profile has it.',
    },
    servers: [{ url: '/' }],
    tags: AREAS.map((name) => ({ name })),
    security: [{ token: [] }, { hmac: [] }],
    paths: toPaths(routes),
    components: {
      securitySchemes: toSecuritySchemes(),
      headers: {
        RequestId: {
          description: 'The X-Request-ID of the request, when it had one.',
          schema: { type: 'string' },
        },
      },
      schemas: { Error: toErrorSchema(), ...Object.fromEntries(routes.flatMap(toSchemas)) },
    },
  };
}

function toSecuritySchemes(): Json {
  return {
    token: { type: 'apiKey', in: 'header', name: DEFAULT_PROFILE.tokenHeader },
    hmac: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description:
        'hmac username="ID", algorithm="hmac-sha256", headers="request-line date digest", ' +
        'signature="BASE64". Every request carries the headers Date (an HTTP date), Digest ' +
        '(SHA-256= and the base64 of the SHA-256 of the body, of no bytes too) and type (hmac). ' +
        'What is signed by HMAC-SHA256: the request line (GET /path?query HTTP/1.1) or ' +
        '"name: value" for each name in headers, joined by a line feed.',
    },
  };
}

function toErrorSchema(): Json {
  const codes = DEFAULT_PROFILE.codeFieldsSent.map((name) => [
    name,
    { type: 'string', description: 'Reason code, when there is one.' },
  ]);
  const message = { type: 'string', description: 'What is wrong, as text.' };
  return { type: 'object', properties: { ...(Object.fromEntries(codes) as Json), message } };
}

function toPaths(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    for (const [index, path] of [route.path, ...route.aliases].entries()) {
      const operations = (paths[path] ??= {});
      operations[route.method.toLowerCase()] = toOperation(route, index);
    }
  }
  for (const [path, operations] of Object.entries(paths)) addParameterized(path, operations);
  return paths;
}

/** Adds methods that reach a fixed path through another route with a parameter as its last part. */
function addParameterized(path: string, operations: Record<string, Json>): void {
  if (path.includes('{')) return;
  for (const method of METHODS) {
    const found = matchRoute(method, path);
    if (found === undefined || method.toLowerCase() in operations) continue;
    const { operationId, parameters, ...operation } = toOperation(found.route, 0);
    const others = (parameters as readonly Json[]).filter((one) => one['in'] !== 'path');
    const name = `${String(operationId)}Of${path.replace(/[^A-Za-z0-9]+/g, '_')}`;
    operations[method.toLowerCase()] = { operationId: name, parameters: others, ...operation };
  }
}

/** `spelling` is the index among the route's documented paths. */
function toOperation(route: Route, spelling: number): Json {
  const { id, area, summary, source, auth, body } = route;
  const requestBody = {
    required: true,
    content: { 'application/json': { schema: refer(id, 'Request') } },
  };
  return {
    operationId: spelling === 0 ? id : `${id}${String(spelling + 1)}`,
    tags: [area],
    summary,
    description: `Source: ${source}.`,
    ...(auth === 'none' ? { security: [] } : {}),
    parameters: [...toParameters(route), TRACING],
    ...(body === undefined ? {} : { requestBody }),
    responses: toResponses(route),
  };
}

const TRACING: Json = {
  name: 'X-Request-ID',
  in: 'header',
  description: 'Returned in the response. All headers together may have 16 KiB.',
  schema: { type: 'string', pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$' },
};

function toParameters({ params, query }: Route): readonly Json[] {
  return [
    ...listProperties(toWireSchema(params, 'input'), 'path'),
    ...toQueryParameters(toWireSchema(query, 'input')),
  ];
}

/** Query parameters; those with joint rules become one exploded object. */
function toQueryParameters(schema: JsonSchema): readonly Json[] {
  const { allOf, dependentRequired } = schema;
  if (allOf === undefined && dependentRequired === undefined)
    return listProperties(schema, 'query');
  const description = 'The fields of the query; their rules depend on each other.';
  const place = { name: 'query', in: 'query', description, required: true };
  return [{ ...place, style: 'form', explode: true, schema }];
}

function listProperties(schema: JsonSchema, place: 'path' | 'query'): readonly Json[] {
  const { properties, required } = schema;
  if (typeof properties !== 'object' || properties === null) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties as Json).map(([name, inner]) => {
    const { description, ...rest } = inner as JsonSchema;
    return {
      name,
      in: place,
      required: place === 'path' || names.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

/** Header in which login and renewal return the token. */
const TOKEN_HEADER: Json = {
  description:
    'The token, to be sent in this header of later requests; a cookie of the same name has it too.',
  schema: { type: 'string' },
};

function toResponses({ id, success, kind }: Route): Json {
  const headers = {
    'X-Request-ID': { $ref: '#/components/headers/RequestId' },
    ...(kind === 'login' ? { [DEFAULT_PROFILE.tokenHeader]: TOKEN_HEADER } : {}),
  };
  const content = { 'application/json': { schema: refer(id, 'Response') } };
  const taken = success.map((status) => [status, { description: 'Success.', headers, content }]);
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const errors = [400, 401, 404, 500]
    .filter((status) => status !== 404 || kind !== 'login')
    .map((status) => [status, { description: ERROR_TEXTS[status], headers, content: error }]);
  return Object.fromEntries([...taken, ...errors]) as Json;
}

function refer(id: string, part: 'Request' | 'Response'): Json {
  return { $ref: `#/components/schemas/${id}${part}` };
}

/** Schemas of a route by component name; internal references are rebased to the document. */
function toSchemas({ id, body, response }: Route): readonly (readonly [string, Json])[] {
  const answer = toWireSchema(response, 'output');
  const name = `${id}Response`;
  const parts: (readonly [string, Json])[] = [[name, rebase(answer, name) as Json]];
  if (body === undefined) return parts;
  const request = `${id}Request`;
  return [[request, rebase(toWireSchema(body, 'input'), request) as Json], ...parts];
}

function rebase(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rebase(item, name));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const isReference = key === '$ref' && typeof inner === 'string' && inner.startsWith('#');
    return isReference
      ? [key, `#/components/schemas/${name}${inner.slice(1)}`]
      : [key, rebase(inner, name)];
  });
  return Object.fromEntries(entries) as Json;
}
