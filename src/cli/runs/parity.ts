// weir parity SESSION: compares a session with a backtest of its rates, and explains differences.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { type ParityOptions, runParity, toParityView } from '../../../backtest/index.js';
import { parseConfig, readText } from '../../config/index.js';
import { parseDuration } from '../../domain/index.js';
import {
  formatParity,
  formatParityCsv,
  type ParityView,
  renderParity,
} from '../../report/index.js';
import { createFolder, removeFolder } from '../../session/index.js';
import { modelsSchema } from '../../plan/index.js';
import { CommandError, EXIT, print, printText, toCommandError, unwrap } from '../output.js';
import { checkSessionFolder } from './session-folder.js';
import { usageError } from '../parser/usage.js';

export interface ParityArguments {
  readonly session: string;
  readonly models?: string | undefined;
  /** Tolerances as typed: pips, and a duration. */
  readonly price: string;
  readonly time: string;
  readonly out?: string | undefined;
  readonly json: boolean;
}

export async function parity(options: ParityArguments): Promise<number> {
  const { json, out, session } = options;
  checkSession(session);
  const tolerance = readTolerance(options);
  const models = options.models === undefined ? undefined : readModels(options.models);
  const folder = unwrap(createFolder(out, 'parity'));
  const outcome = await runParity(session, { tolerance, models });
  if (!outcome.ok) {
    removeFolder(folder);
    throw toCommandError(outcome.fault);
  }
  const view = toParityView(relative('.', resolve(session)) || '.', outcome.value);
  const document = `${JSON.stringify(view, undefined, 2)}\n`;
  writeFiles(folder, document, view);
  if (json) printText(document.trimEnd());
  else {
    printText(formatParity(view));
    print(`report ${relative('.', resolve(folder)) || '.'}/parity.html`);
  }
  return view.agrees ? EXIT.done : EXIT.fault;
}

/** Refuses a folder without a journal: a backtest keeps none. */
function checkSession(session: string): void {
  if (existsSync(join(session, 'journal'))) return;
  if (!existsSync(session) || !statSync(session).isDirectory()) checkSessionFolder(session);
  const mode = readMode(session);
  const found = typeof mode === 'string' ? `a ${mode}` : 'none';
  const message = `${session}: expected a session with a journal, found ${found}`;
  throw new CommandError(`${message} (parity.no-journal)`, EXIT.usage);
}

/** Mode in the folder's summary; undefined without a summary. */
function readMode(session: string): unknown {
  try {
    const text = readFileSync(join(session, 'summary.json'), 'utf8');
    return (JSON.parse(text) as Partial<Record<string, unknown>>)['mode'];
  } catch {
    return undefined;
  }
}

function readTolerance({ price, time }: ParityArguments): ParityOptions['tolerance'] {
  const pips = Number(price);
  if (!(pips >= 0) || price.trim() === '') {
    throw usageError(`expected pips of at least 0 after --price, found ${price}`);
  }
  const span = parseDuration(time);
  if (!span.ok) throw usageError(`--time: ${span.fault.message}`);
  return { pips, time: span.value };
}

const fileSchema = z.strictObject({ models: modelsSchema });

/** Only the models that the file states replace those of the session. */
function readModels(file: string): ParityOptions['models'] {
  const source = unwrap(readText(file));
  const { models } = unwrap(parseConfig(source, fileSchema));
  const raw = unwrap(parseConfig(source, z.object({ models: z.record(z.string(), z.unknown()) })));
  const stated = Object.entries(models).filter(([name]) => Object.hasOwn(raw.models, name));
  return Object.fromEntries(stated);
}

function writeFiles(folder: string, document: string, view: ParityView): void {
  const files: readonly (readonly [name: string, text: string])[] = [
    ['parity.json', document],
    ['parity.csv', formatParityCsv(view.rows)],
    ['models.yaml', view.calibrated.yaml],
    ['parity.html', renderParity(view)],
  ];
  for (const [name, text] of files) {
    const path = join(folder, name);
    try {
      writeFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error);
      const message = `cannot write the report ${path}: ${found} (report.write)`;
      throw new CommandError(message, EXIT.fault);
    }
  }
}
