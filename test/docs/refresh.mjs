// node test/docs/refresh.mjs: pastes the output of exact commands (backtest, check, sweep) into the pages again.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist', 'src', 'cli', 'main.js');
const OWN = /```\w+\n((?:\/\/|#) (own\/\S+)\n[\s\S]*?)```/g;
const RESULT = /(```sh\nnpx weir ((?:backtest|check|sweep) \S+)\n```\n\n```text\n)[\s\S]*?(```)/g;

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
  const text = old.replaceAll(RESULT, (_, head, command, end) => {
    const args = [MAIN, ...command.split(' ')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder });
    if (status !== 0) throw new Error(`${page}: weir ${command}: ${String(stderr)}`);
    return `${head}${String(stdout)}${end}`;
  });
  if (text === old) continue;
  writeFileSync(join(ROOT, page), text);
  console.log(page);
}
