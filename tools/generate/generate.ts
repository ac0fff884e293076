// Lists every file generated from schemas and route table: pages, JSON Schemas, OpenAPI, help.
import type { z } from 'zod';
import { toJsonSchema } from '../../src/config/index.js';
import { calendarsSchema } from '../../src/validation/index.js';
import { toOpenApi } from '../../src/protocol/index.js';
import { profileSchema } from '../../src/protocol/profile/index.js';
import { limitsFileSchema } from '../../src/risk/index.js';
import { policySchema } from '../../src/policy/index.js';
import { sweepSchema } from '../../backtest/index.js';
import { sessionSchema } from '../../src/plan/index.js';
import { scenarioSchema, simulatorSchema } from '../../src/simulator/index.js';
import { formatCallsHtml } from './calls-html.js';
import { type JsonSchema, listConfigurationPages } from './configuration-page.js';
import { renderHelp } from '../../src/cli/parser/parser.js';
import { formatProfilePage } from './profile-page.js';
import { loadRegistry } from '../../src/cli/registry.js';

/** A file of the repository that is never edited by hand. */
export interface GeneratedFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

interface ShippedKind {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly schema: z.ZodType;
}

const KINDS: readonly ShippedKind[] = [
  {
    name: 'session',
    title: 'Session file',
    text:
      'What `weir paper`, `weir backtest`, `weir run` and `weir check` read, such as\n' +
      '[config/paper.yaml](../../config/paper.yaml). Keys that a command does not use are\n' +
      'checked all the same.',
    schema: sessionSchema,
  },
  {
    name: 'sweep',
    title: 'Sweep file',
    text:
      'What `weir sweep` reads, such as [config/sweep.yaml](../../config/sweep.yaml):\n' +
      '[Sweeps](../sweeps.md) shows it at work. `<range>` stands for `STRATEGY.PARAMETER`,\n' +
      '`models.KEY`, `polling.KEY` or `seed`.',
    schema: sweepSchema,
  },
  {
    name: 'limits',
    title: 'Limits file',
    text:
      'What `limits` of a session file names, such as\n' +
      '[config/limits/paper.yaml](../../config/limits/paper.yaml). What each control does is on\n' +
      '[Risk and stop rules](../risk-and-stop-rules.md).',
    schema: limitsFileSchema,
  },
  {
    name: 'calendars',
    title: 'Calendars file',
    text:
      'What `calendars` of a session file and of a simulator file names, such as\n' +
      '[config/calendars.yaml](../../config/calendars.yaml): holidays by currency, as\n' +
      '[Value dates](../value-dates.md) explains.',
    schema: calendarsSchema,
  },
  {
    name: 'profile',
    title: 'Profile file',
    text:
      'What `profile` of a session file and of a simulator file names: where a venue\n' +
      'differs from the published interface. [Venue profile](../venue-profile.md) lists the\n' +
      'defaults.',
    schema: profileSchema,
  },
  {
    name: 'simulator',
    title: 'Simulator file',
    text:
      'What `weir simulate` reads and `simulator` of a session file names, such as\n' +
      '[config/simulator.yaml](../../config/simulator.yaml). For `weir paper` recording,\n' +
      'models, seed, calendars and profile are those of the session file.',
    schema: simulatorSchema,
  },
  {
    name: 'scenario',
    title: 'Scenario file',
    text:
      'What `scenario` of a simulator file and `weir simulate --scenario` name, such as\n' +
      '[config/scenarios/flaky-network.yaml](../../config/scenarios/flaky-network.yaml).\n' +
      '[Scenarios](../scenarios.md) shows each of its parts at work and lists the effects.',
    schema: scenarioSchema,
  },
];

/** For editors only: a table of its keys would repeat each action some thirty times. */
const POLICY = { name: 'policy', title: 'Policy file', schema: policySchema };

/** Every generated file, with the text that the schemas yield now. */
export async function listGenerated(): Promise<readonly GeneratedFile[]> {
  const registry = await loadRegistry();
  const files = [...KINDS, POLICY].map(({ name, title, schema }) => ({
    path: `config/schema/${name}.schema.json`,
    text: toText(toJsonSchema(schema, `Weir: ${title.toLowerCase()}`, reusedIn(name))),
  }));
  const strategies = [...registry.values()].map(({ definition: { id, summary, params } }) => ({
    name: `strategy-${id}`,
    title: id,
    text: `${summary} These keys stand under \`params\` of a session file.`,
    schema: toPlainSchema(params, id),
  }));
  const kinds = KINDS.map(({ name, title, text, schema }) => {
    return { name, title, text, schema: toPlainSchema(schema, name) };
  });
  return [
    ...files,
    ...listConfigurationPages(kinds, strategies),
    { path: 'src/simulator/assets/docs.html', text: formatCallsHtml() },
    { path: 'src/simulator/assets/openapi.json', text: toText(toOpenApi(), 1) },
    { path: 'docs/venue-profile.md', text: formatProfilePage() },
    { path: 'src/cli/assets/help.txt', text: `${await renderHelp()}\n` },
  ];
}

/** Each of the policy's actions would stand there some thirty times. */
const reusedIn = (name: string) => (name === POLICY.name ? 'ref' : 'inline');

function toPlainSchema(schema: z.ZodType, title: string): JsonSchema {
  return toJsonSchema(schema, title);
}

function toText(document: unknown, indent = 2): string {
  return `${JSON.stringify(document, undefined, indent)}\n`;
}
