// weir limits suggest CONFIG: suggests a limits file under which a session runs unhindered.
import { stringify } from 'yaml';
import { type SuggestedControl, suggestLimits } from '../../../backtest/index.js';
import { toLine } from '../../report/index.js';
import { RULES, toFileParams, toLimitName } from '../../risk/index.js';
import { EXIT, printText, printNote, unwrap } from '../output.js';
import { readPlan } from '../read-plan.js';
import { loadRegistry } from '../registry.js';

interface LimitsArguments {
  readonly config: string;
  readonly json: boolean;
}

export async function suggest({ config, json }: LimitsArguments): Promise<number> {
  const plan = await readPlan(config, await loadRegistry(), {});
  printNote('running the session with research limits, then with the limits that it needs');
  const controls = unwrap(suggestLimits(plan));
  if (json) printText(JSON.stringify(controls, undefined, 2));
  else printText(formatLimits(controls, plan.config.name).trimEnd());
  return EXIT.done;
}

/** Text of a limits file, with the reason for each rule as a comment. */
export function formatLimits(controls: readonly SuggestedControl[], name: string): string {
  const head = [
    `# Limits that refuse no order of ${name}, from a backtest over its recording.`,
    '# Limits that are not listed have their defaults. Check every figure before you trade.',
  ];
  if (controls.length === 0) return [...head, '{}', ''].join('\n');
  const blocks = controls.map(({ rule, stated, why }) => {
    const summary = RULES.find(({ id }) => id === rule)?.summary ?? rule;
    // Removes line breaks, which would end the comment.
    const control = { [toLimitName(rule)]: toFileParams(rule, stated) };
    return `# ${summary}: ${toLine(why)}\n${stringify(control)}`;
  });
  return `${head.join('\n')}\n${blocks.join('')}`;
}
