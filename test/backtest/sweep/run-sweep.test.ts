// Running sweeps: each run is the backtest of a file with its values, in any executor.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resumeJournal } from '../../../backtest/index.js';
import { unwrap } from '../../../src/domain/index.js';
import { GRID, identify, loadWell, makeFolder } from './case.js';
import { begin, newFile, run } from './running.js';

const folder = makeFolder();

describe('interrupted sweep', () => {
  it('repeats runs that threw or died, and no other failed ones', async () => {
    const sweep = await loadWell(folder, GRID);
    const file = newFile();
    const first = begin(sweep, file);
    const crashed = { code: 'sweep.crash', message: 'the run crashed: Error: x' };
    first.append({ id: 'all/1', fault: crashed });
    first.append({ id: 'all/2', fault: { code: 'params.invalid', message: 'expected another' } });
    first.close();
    const again = unwrap(resumeJournal(file, identify(sweep)));
    const { rows } = unwrap((await run(sweep, again)).ran);
    again.close();
    expect([rows[0]?.fault, rows[1]?.fault?.message]).toEqual([undefined, 'expected another']);
    expect(rows[0]?.digest).toMatch(/^[0-9a-f]{32}$/);
    expect(unwrap(resumeJournal(file, identify(sweep))).outcomes.get('all/1')).toMatchObject({
      digest: rows[0]?.digest,
    });
  });

  it.each([
    ['sweep', (text: string) => text, `${GRID}\n`],
    ['session', (text: string) => text.replace('"seed": 7', '"seed": 8'), GRID],
    ['session file text', (text: string) => `${text}\n# a remark`, GRID],
  ])('is not continued with another %s', async (_, changeSession, text) => {
    const sweep = await loadWell(folder, GRID);
    const file = newFile();
    begin(sweep, file).close();
    const session = join(folder, 'session.yaml');
    const before = readFileSync(session, 'utf8');
    writeFileSync(session, changeSession(before));
    const other = await loadWell(folder, text);
    writeFileSync(session, before);
    expect(resumeJournal(file, identify(other))).toMatchObject({
      fault: { code: 'sweep.changed', where: file },
    });
  });

  it('is continued with limits of another text and equal values', async () => {
    const own = makeFolder(100);
    const before = identify(await loadWell(own, GRID));
    const limits = join(own, 'limits.yaml');
    const text = readFileSync(limits, 'utf8');
    writeFileSync(limits, `# a remark\n${text}`);
    expect(identify(await loadWell(own, GRID))).toEqual(before);
    writeFileSync(limits, `${text}maxOrderSize: { G10: 500000, EM: 500000, DA: 500000 }\n`);
    expect(identify(await loadWell(own, GRID)).session).not.toBe(before.session);
  });

  it('is not continued with other rates', async () => {
    const sweep = await loadWell(folder, GRID);
    const file = newFile();
    begin(sweep, file).close();
    const shorter = await loadWell(makeFolder(2_000), GRID);
    const identity = identify(shorter);
    const rates = { ...identify(sweep), rates: identity.rates };
    const fault = resumeJournal(file, rates);
    expect(fault).toMatchObject({ fault: { code: 'sweep.changed' } });
    expect(JSON.stringify(fault)).toContain('expected the recording');
  });

  it('reports the line of an unreadable row', async () => {
    const sweep = await loadWell(folder, GRID);
    const file = newFile();
    begin(sweep, file).close();
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"id": 4}\n`);
    const identity = identify(sweep);
    expect(resumeJournal(file, identity)).toMatchObject({
      fault: { code: 'sweep.journal', where: `${file}:2` },
    });
    expect(resumeJournal(`${file}x`, identity)).toMatchObject({ fault: { code: 'sweep.journal' } });
  });
});
