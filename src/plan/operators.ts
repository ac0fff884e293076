// Operators who may command a bot: names in its configuration. A name is recorded, not
// authenticated.
import { fail, ok, type Result } from '../domain/index.js';
import type { SessionConfig } from './config-schema.js';

/** Operators in a configuration. */
export type Operators = Pick<SessionConfig, 'dual' | 'operators' | 'venue'>;

/** Operator who gives a command, and the second one who confirms it. */
export interface Signature {
  readonly by: string;
  readonly second?: string | undefined;
}

/** Why the operators of a configuration are invalid, or undefined. */
export function findListFault({ dual, operators, venue }: Operators): string | undefined {
  if (operators === undefined) {
    if (venue?.environment === 'live') return `expected a list in a live session: ${LIST}`;
    return dual === 'on' ? `expected a list with dual: on: ${LIST}` : undefined;
  }
  if (dual !== 'on' || operators.length > 1) return undefined;
  return 'expected two names or more with dual: on, found one';
}

const LIST = 'the names of those who may command the bot; found none';

/**
 * Names under a command, as its record has them. Fault code `control.operator`: a name that is not
 * in `operators:`, or a second one that is missing or the same.
 */
export function signBy(
  config: Operators,
  { by, second }: Signature,
  needsSecond = false,
): Result<string> {
  const { dual, operators } = config;
  const wrong = findListFault(config);
  if (wrong !== undefined) return fail('control.operator', `operators: ${wrong}`);
  const names = [by, second].flatMap((name) => (name === undefined ? [] : [name.trim()]));
  const stranger = names.find((name) => operators?.includes(name) === false);
  if (stranger !== undefined) {
    const known = (operators ?? []).join(', ');
    return fail('control.operator', `expected a name of operators: (${known}), found ${stranger}`);
  }
  const [first = '', other] = names;
  if (other === first) {
    return fail(
      'control.operator',
      `--second must name another operator than --by, not ${first} again`,
    );
  }
  if (other === undefined && needsSecond && dual === 'on') {
    return fail('control.operator', 'dual: on requires a second operator: add --second NAME');
  }
  return ok(other === undefined ? by : `${first}, second ${other}`);
}
