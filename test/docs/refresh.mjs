// node test/docs/refresh.mjs: pastes the output of exact commands (backtest, check, sweep) into the pages again.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist', 'src', 'cli', 'main.js');
const OWN = /```\w+\n((?:\/\/|#) (own\/\S+)\n[\s\S]*?)```/g;
const RESULT = /(```sh\nnpx weir ((?:backtest|check|sweep) \S+)\n```\n\n```text\n)([\s\S]*?)(```)/g;
/** Label of a row of a table. */
const LABEL = /^│ ([^│]*?) *│/gm;

const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...docs.map((name) => join('docs', name))];
const folder = mkdtempSync(join(tmpdir(), 'weir-refresh-'));
cpSync(join(ROOT, 'config'), join(folder, 'config'), { recursive: true });
for (const page of pages) {
  for (const [, text, file] of readFileSync(join(ROOT, page), 'utf8').matchAll(OWN)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
for (const page of pages) {
  const old = readFileSync(join(ROOT, page), 'utf8');
  const text = old.replaceAll(RESULT, (_, head, command, shown, end) => {
    const args = [MAIN, ...command.split(' ')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder });
    if (status !== 0) throw new Error(`${page}: weir ${command}: ${String(stderr)}`);
    return `${head}${cut(String(stdout), shown)}${end}`;
  });
  if (text === old) continue;
  writeFileSync(join(ROOT, page), text);
  console.log(page);
}

/** All of an output; where the page shows rows of its table without the frame, as many of the same labels. */
function cut(output, shown) {
  if (!shown.startsWith('│')) return output;
  const left = new Map();
  for (const [, label] of shown.matchAll(LABEL)) left.set(label, (left.get(label) ?? 0) + 1);
  const rows = output.split('\n').filter((line) => {
    const [[, label] = []] = line.matchAll(LABEL);
    const count = left.get(label) ?? 0;
    if (count > 0) left.set(label, count - 1);
    return count > 0;
  });
  return `${rows.join('\n')}\n`;
}
