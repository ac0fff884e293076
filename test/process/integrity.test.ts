// Half of a deployment: files of another build beside those of this one do not trade (H07, RC61).
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startVenue, writeRun } from './venue.js';
import { cleanUp, makeSession, PASSWORD } from './workspace.js';

afterAll(cleanUp);

const fromRoot = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

describe('installed Weir', () => {
  it('files of two builds are refused by name; files of one build run', async () => {
    const workspace = makeSession();
    const venue = await startVenue(workspace);
    writeRun(workspace, venue.url);
    cpSync(fromRoot('dist'), workspace.path('weir/dist'), { recursive: true });
    for (const name of ['node_modules', 'config', 'package.json']) {
      symlinkSync(fromRoot(name), workspace.path(`weir/${name}`));
    }
    const main = workspace.path('weir/dist/src/cli/main.js');
    const run = () =>
      spawnSync(process.execPath, [main, 'run', 'run.yaml', '--out', 'out'], {
        ...{ cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } },
      });
    const help = 'dist/src/cli/assets/help.txt';
    appendFileSync(workspace.path(`weir/${help}`), 'of another build');
    const refused = run();
    expect(refused.stderr.toString()).toContain('found other ones: src/cli/assets/help.txt');
    expect(refused.stderr.toString()).toContain('(session.integrity)');
    expect([refused.status, existsSync(workspace.path('out'))]).toEqual([1, false]);
    cpSync(fromRoot(help), workspace.path(`weir/${help}`));
    expect(run().status).toBe(0);
    venue.process.signal('SIGTERM');
  });

  it('changed package is refused by name before its code runs', () => {
    const workspace = makeSession();
    cpSync(fromRoot('dist'), workspace.path('weir/dist'), { recursive: true });
    for (const name of ['config', 'package.json']) {
      symlinkSync(fromRoot(name), workspace.path(`weir/${name}`));
    }
    const installed = workspace.path('weir/node_modules');
    mkdirSync(installed);
    for (const name of readdirSync(fromRoot('node_modules'))) {
      symlinkSync(fromRoot(`node_modules/${name}`), `${installed}/${name}`);
    }
    const weir = (...words: string[]) => {
      const main = workspace.path('weir/dist/src/cli/main.js');
      const options = { cwd: workspace.dir, env: { WEIR_PASSWORD: PASSWORD } };
      const { status, stderr } = spawnSync(process.execPath, [main, ...words], options);
      return `${String(status)}: ${stderr.toString()}`;
    };
    const approve = ['check', 'session.yaml', '--approve', '--by', 'Ada'];
    const commands = [
      ['run', 'session.yaml', '--out', 'out'],
      [...approve, '--reason', 'reviewed by two'],
    ];
    // A copy: what is linked belongs to this checkout.
    for (const file of ['esbuild/lib/main.js', 'pino/pino.js', 'undici/index.js']) {
      const [name = ''] = file.split('/');
      rmSync(`${installed}/${name}`);
      cpSync(fromRoot(`node_modules/${name}`), `${installed}/${name}`, { recursive: true });
      const ran = workspace.path('ran');
      appendFileSync(`${installed}/${file}`, `;require('fs').writeFileSync('${ran}', '');`);
      for (const words of commands) {
        expect(weir(...words)).toMatch(
          new RegExp(`^1: .*found node_modules/${file} changed, .*\\(session\\.integrity\\)`),
        );
      }
      expect(['ran', 'out'].map((one) => existsSync(workspace.path(one)))).toEqual([false, false]);
      rmSync(`${installed}/${name}`, { recursive: true });
      symlinkSync(fromRoot(`node_modules/${name}`), `${installed}/${name}`);
    }
    expect(weir(...(commands[1] ?? []))).toMatch(/^0: /);
  });
});
