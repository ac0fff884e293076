// weir assess: the inventory of risk controls, one row each.
import { listControls } from '../risk/index.js';
import { EXIT, print } from './output.js';

export function assess({ json }: { readonly json: boolean }): Promise<number> {
  const controls = listControls();
  if (json) {
    print(JSON.stringify(controls, undefined, 2));
    return Promise.resolve(EXIT.done);
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
  return Promise.resolve(EXIT.done);
}
