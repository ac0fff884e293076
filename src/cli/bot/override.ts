// weir override CONFIG: an operator loosens one limit of a running bot for minutes, or ends that.
import { commandBot } from '../../control/index.js';
import { realPorts } from '../../host/index.js';
import { type BotArguments, formatStatus, locateBot } from './bot-command.js';
import { EXIT, printText, unwrap } from '../output.js';
import { parseNumber, usageError } from '../parser/usage.js';

export interface OverrideArguments extends BotArguments {
  readonly rule?: string | undefined;
  readonly scope?: string | undefined;
  readonly cap?: string | undefined;
  readonly minutes: string;
  readonly revoke?: string | undefined;
  readonly by: string;
  readonly second?: string | undefined;
  readonly reason: string;
  readonly json: boolean;
}

export async function override(options: OverrideArguments): Promise<number> {
  const request = toRequest(options);
  const found = unwrap(await commandBot(realPorts, locateBot(options), request));
  printText(options.json ? JSON.stringify(found, undefined, 2) : formatStatus(found));
  return EXIT.done;
}

function toRequest(options: OverrideArguments) {
  const { by, cap, minutes, reason, revoke: id, rule, scope, second } = options;
  if (id !== undefined) {
    const isAlone = (rule ?? scope ?? cap) === undefined;
    if (isAlone) return { do: 'revoke', id, by, reason } as const;
    throw usageError('expected --revoke ID without --rule, --scope and --cap, found both');
  }
  if (rule === undefined || scope === undefined || cap === undefined) {
    throw usageError('expected --rule ID, --scope SCOPE and --cap AMOUNT, or --revoke ID');
  }
  return {
    do: 'override' as const,
    rule,
    scope,
    by,
    reason,
    ...(second === undefined ? {} : { second }),
    cap: parseNumber('--cap', cap, 'a number above 0', (value) => value > 0 && value < Infinity),
    minutes: parseNumber('--minutes', minutes, 'a number', (value) => Number.isFinite(value)),
  };
}
