// weir assess: the inventory of risk controls, one row each.
import { defaultLimits, type Limits, listControls } from '../risk/index.js';
import { EXIT, print, unwrap } from './output.js';

export interface AssessArguments {
  readonly config?: string | undefined;
  readonly json: boolean;
}

export async function assess({ config, json }: AssessArguments): Promise<number> {
  const controls = listControls(config === undefined ? defaultLimits() : await readLimits(config));
  if (json) {
    print(JSON.stringify(controls, undefined, 2));
    return EXIT.done;
  }
  for (const {
    id,
    summary,
    kind,
    stage,
    live,
    mitigates,
    limit,
    action,
    tests,
    ...row
  } of controls) {
    print(`${id}  ${summary} (${kind}, ${stage}, ${row.class}/${live})`);
    print(`      against  ${mitigates}`);
    print(`      limit    ${limit}`);
    print(`      action   ${action}`);
    print(`      tests    ${tests.join(', ') || 'none: (later)'}`);
  }
  return EXIT.done;
}

/** Those that hold in a session of the configuration. */
async function readLimits(config: string): Promise<Limits> {
  const { loadPlan } = await import('../session/index.js');
  const { loadRegistry } = await import('./registry.js');
  return unwrap(await loadPlan(config, await loadRegistry(), 'off')).limits;
}
