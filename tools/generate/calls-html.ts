// Generates the page on the venue's calls that the simulator serves: no scripts, no external
// content.
import {
  type Area,
  AREAS,
  describeFields,
  type FieldDescription,
  type Route,
  ROUTE_IDS,
  ROUTES,
} from '../../src/protocol/index.js';
import { markup, type Markup } from '../../src/report/index.js';

const AREA_TITLES: Readonly<Record<Area, string>> = {
  auth: 'Authentication',
  market: 'Market data',
  orders: 'Orders',
  trades: 'Trades',
  rfs: 'Quote requests: streams and single quotes',
  positions: 'Positions',
  custody: 'Custody and balances',
  reference: 'Reference data',
  stp: 'STP download',
};

const STYLE = [
  'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;',
  'color:#1d2733;background:#fff}code{font-family:ui-monospace,monospace}h1,h2{line-height:1.2}',
  'details{border:1px solid #d5dbe3;border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}',
  'summary{cursor:pointer}summary b{display:inline-block;min-width:4.5rem}',
  'table{border-collapse:collapse;width:100%;margin:.5rem 0}',
  'td,th{border-bottom:1px solid #e6eaef;padding:.25rem .5rem;text-align:left;',
  'vertical-align:top}@media(prefers-color-scheme:dark){body{color:#dfe6ee;background:#14191f}',
  'details{border-color:#39434f}td,th{border-color:#2a323c}a{color:#8ab4f8}}',
].join('');

export function formatCallsHtml(): string {
  const areas = AREAS.map((area) => {
    const calls = listRoutes(area).map(toCall);
    return markup`<h2>${AREA_TITLES[area]}</h2>\n${calls}`;
  });
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The venue's calls</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>The venue's calls</h1>
<p>Made from the route table of this simulator, as is
<a href="openapi.json">its OpenAPI 3.1 document</a>. In Weir's client a call is
<code>client.api.AREA.CALL({...})</code> with path, query and body fields in one object; on the
command line it is <code>weir venue AREA CALL --field value</code>.</p>
<p>Responses may have more fields than are listed. Errors are 400, 401, 404 or 500 with
<code>message</code> and, where there is one, a reason code; a method that a path does not have is
405, a body over 64 KiB 413. The token of a login is in the header <code>SSO_TOKEN</code>, both
ways.</p>
${areas}</body></html>
`.html;
}

function listRoutes(area: Area): readonly Route[] {
  return ROUTE_IDS.map((id): Route => ROUTES[id]).filter((route) => route.area === area);
}

function toCall(route: Route): Markup {
  const { id, method, path, aliases, summary, source, success } = route;
  const spellings = [path, ...aliases].map((one) => markup`<code>${one}</code> `);
  const taken = success.join(' or ');
  return markup`<details id="${id}">
<summary><b>${method}</b> <code>${path}</code> ${summary}</summary>
<p>${id} · ${spellings} · success ${taken} · source: ${source}</p>
${toTable(describeFields(route))}</details>
`;
}

function toTable(fields: readonly FieldDescription[]): Markup {
  if (fields.length === 0) return markup``;
  return markup`<table><tr><th>Field</th><th>In</th><th>Type</th><th></th><th>Meaning</th></tr>
${fields.map(toRow)}</table>`;
}

function toRow({ name, place, type, isRequired, text }: FieldDescription): Markup {
  return markup`<tr><td><code>${name}</code></td><td>${place}</td><td>${type}</td>
<td>${isRequired ? 'required' : ''}</td><td>${text}</td></tr>
`;
}
