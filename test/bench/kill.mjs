// Time of `weir kill` from the first line of its entry file until its latch is durable.
// node kill.mjs [ROUNDS=20]   prints one JSON line; needs a built dist
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteStart } from '../../dist/src/state/index.js';
import { realPorts } from '../../dist/src/host/index.js';
import { KEEP_LOW, printResult, toMedian, withDirectory } from './measure.mjs';

const ENTRY = fileURLToPath(new URL('../../dist/src/cli/start.cjs', import.meta.url));

// A port that nobody listens on, and a secret that is not set: nothing is sent.
const identity = { environment: 'paper', baseUrl: 'http://127.0.0.1:9', login: 'bench@Bench' };
const password = { env: 'WEIR_BENCH_NONE' };
const venue = { baseUrl: identity.baseUrl, user: 'bench', org: 'Bench', password };
const text = JSON.stringify({ name: 'bench', venue });

const [rounds = 20] = process.argv.slice(2).map(Number);
await withDirectory((directory) => {
  process.env.XDG_STATE_HOME = directory;
  const { disk, host } = realPorts;
  const ports = { disk, host: { stateHome: host.stateHome, processId: host.processId } };
  const config = join(directory, 'run.yaml');
  const state = join(directory, 'state');
  writeFileSync(config, text);
  const latched = [];
  for (let round = -1; round < rounds; round++) {
    rmSync(state, { recursive: true, force: true });
    mkdirSync(join(state, 'control'), { recursive: true, mode: 0o700 });
    mkdirSync(join(state, 'journal'), { mode: 0o700 });
    writeFileSync(join(state, 'identity.json'), JSON.stringify({ v: 1, ...identity }));
    assert.equal(noteStart(ports, config, { text, state, identity }), undefined);
    const { stdout } = spawnSync(process.execPath, [ENTRY, 'kill', config, '--json']);
    const { by, latchMs } = JSON.parse(stdout.toString());
    assert.equal(by, 'outside');
    assert.ok(latchMs > 0);
    if (round >= 0) latched.push(latchMs); // -1 warms the caches of the disk
  }
  const what = 'weir kill: latch durable, ms of its own clock';
  const goals = [{ id: 'P21', what, value: toMedian(latched), ...KEEP_LOW }];
  printResult('kill', goals, { rounds, least: Math.min(...latched), most: Math.max(...latched) });
});
