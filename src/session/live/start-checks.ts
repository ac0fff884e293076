// Checks the process before a session may reach a venue; names everything that is unsafe.
import { fail, ok, type Result } from '../../domain/index.js';
import type { Environment } from '../../plan/index.js';

export interface ProcessFacts {
  /** Options of Node itself, from the command line. */
  readonly execArgv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A debugger is attached, or could attach. */
  readonly isInspected: boolean;
}

/** Node options that a live session requires: no code from strings, no native addons. */
const LIVE_OPTIONS = ['--disallow-code-generation-from-strings', '--no-addons'];

/** Fault code `session.unsafe-start`, with every finding. */
export function checkStart(environment: Environment, facts: ProcessFacts): Result<void> {
  const findings = [
    ...findTrustFaults(environment, facts.environment),
    ...(environment === 'live' ? findLiveFaults(facts) : []),
  ];
  if (findings.length === 0) return ok(undefined);
  return fail('session.unsafe-start', `this process may not trade: ${findings.join('; ')}`);
}

/** Check for commands that only read. Fault code `session.unsafe-start`. */
export function checkTrust(
  environment: Environment,
  variables: ProcessFacts['environment'],
): Result<void> {
  const [found] = findTrustFaults(environment, variables);
  if (found === undefined) return ok(undefined);
  return fail('session.unsafe-start', `this process may not connect to a venue: ${found}`);
}

/**
 * Connections verify certificates in any case; this variable shows that somebody expects otherwise.
 */
function findTrustFaults(
  environment: Environment,
  variables: ProcessFacts['environment'],
): string[] {
  const setting = variables['NODE_TLS_REJECT_UNAUTHORIZED'];
  const isOff = environment === 'live' ? setting !== undefined : setting === '0';
  return isOff ? ['NODE_TLS_REJECT_UNAUTHORIZED is set: unset it'] : [];
}

function findLiveFaults({ execArgv, environment, isInspected }: ProcessFacts): string[] {
  const found: string[] = [];
  if ((environment['NODE_OPTIONS'] ?? '') !== '') {
    found.push('NODE_OPTIONS is set: unset it');
  }
  if (isInspected || execArgv.some((option) => option.startsWith('--inspect'))) {
    found.push('a debugger is attached or enabled: start without --inspect');
  }
  const missing = LIVE_OPTIONS.filter((option) => !execArgv.includes(option));
  if (missing.length > 0) found.push(`node was started without ${missing.join(' ')}`);
  return found;
}
