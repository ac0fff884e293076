// docs/risk-controls.md: the inventory as a page.
import { listControls } from '../risk/index.js';
import { formatTable } from './markdown-table.js';

const HEAD = `# Risk controls

What \`weir assess\` prints, made from the code by \`weir generate\`. _Class_: **L** limits and
blocks, **T** acts on the system, **A** alerts. _Live_: **M** a live configuration has to state it,
**D** its default holds, **F** fixed in code. Rules stand in a limits file by their id; policy rows
are decided by the policy file. What a breach does:

- REFUSE: this intent, with control, limit, value and inputs.
- PAUSE(scope): no new risk until the condition is gone, or a person resumes.
- HALT(scope): latched; a person has to clear it. Own orders in its scope are cancelled (+CXL).
- REDUCE_ONLY: only orders that make the worst case smaller.
`;

export function formatControlsPage(): string {
  const controls = listControls();
  const rows = controls.map((row) => {
    const { id, summary, kind, stage, live, mitigates, limit, action } = row;
    return [id, summary, kind, stage, row.class, live, mitigates, `\`${limit}\``, action];
  });
  const head = ['Id', 'Control', 'Kind', 'Stage', 'Class', 'Live', 'Against', 'Limit', 'On breach'];
  const tests = controls.map(({ id, tests: files }) => [id, files.join(', ')]);
  return [
    HEAD,
    '## Controls\n',
    `${formatTable([head, ...rows])}\n`,
    '## Tests that fire them\n',
    `${formatTable([['Id', 'Files'], ...tests])}\n`,
  ].join('\n');
}
