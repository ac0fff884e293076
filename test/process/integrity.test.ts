// Half of a deployment: files of another build beside those of this one do not trade (H07, RC61).
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startVenue, writeRun } from './venue.js';
import { cleanUp, makeSession, PASSWORD } from './workspace.js';

afterAll(cleanUp);

const fromRoot = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

describe('a deployment', () => {
  it('of files of two builds is refused, and names them; of one build it runs', async () => {
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
});
