// The page on the venue's calls, written from the route table.
import {
  AREAS,
  type Area,
  describeFields,
  type Route,
  ROUTE_IDS,
  ROUTES,
} from '../../src/protocol/index.js';
import { formatTable } from '../../src/cli/markdown-table.js';

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  auth: 'Authentication',
  market: 'Market data',
  orders: 'Orders',
  trades: 'Trades',
  rfs: 'Requests for stream and for quote',
  positions: 'Positions',
  custody: 'Custody and balances',
  reference: 'Reference data',
  stp: 'STP download',
};

const OPENING = `# The venue's calls

<!-- Written by \`npm run generate\` from the route table: change that, not this page. -->

Every call of the venue's interface as Weir's [client](client.md) and its
[simulator](simulator.md) speak it. In the client a call is \`client.api.AREA.CALL({...})\` with
path, query and body fields in one flat object, for calls that move trades or money that of
\`weir/client\`; on the command line it is
\`weir venue AREA CALL --field value\`. The simulator serves the same table as a page (\`/docs\`)
and as OpenAPI 3.1 (\`/openapi.json\`).

Answers may hold more fields than are listed: those are kept. Errors are answered as \`400\`,
\`401\`, \`404\` or \`500\` with \`message\` and, where there is one, a reason code; a method that a
path does not have is \`405\`, a body over 64 KiB \`413\`. A login carries its token in the header
\`SSO_TOKEN\`, both ways; how requests are signed instead is on [Simulator](simulator.md).
`;

/** docs/venue-calls.md. */
export function formatCallsPage(): string {
  const areas = AREAS.map((area) => {
    const calls = listRoutes(area).map(formatCall);
    return [`## ${AREA_TITLES[area]}\n`, ...calls].join('\n');
  });
  return [OPENING, ...areas].join('\n');
}

export function listRoutes(area: Area): readonly Route[] {
  return ROUTE_IDS.map((id): Route => ROUTES[id]).filter((route) => route.area === area);
}

function formatCall(route: Route): string {
  const { id, method, path, aliases, summary, source, success } = route;
  const spellings = [path, ...aliases].map((one) => `\`${method} ${one}\``).join(', also ');
  const statuses = success.join(' or ');
  const head = `### ${id}\n\n${summary} ${spellings}; success is ${statuses}. Source: ${source}.\n`;
  const fields = describeFields(route);
  if (fields.length === 0) return head;
  const rows = fields.map(({ name, place, type, isRequired, text }) => [
    `\`${name}\``,
    place,
    escapePipes(type),
    isRequired ? 'yes' : '',
    escapePipes(text),
  ]);
  return `${head}\n${formatTable([['Field', 'In', 'Type', 'Required', 'Meaning'], ...rows])}\n`;
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|');
}
