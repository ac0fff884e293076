// Engine flags: set only where this Node knows them and their values were measured.
import { execFileSync } from 'node:child_process';
import { versions } from 'node:process';
import { expect, it } from 'vitest';
import { findEngineFlags } from '../../src/host/engine.js';

const MAJORS = ['20', '22', '24'];

it('engine compiles large pieces in both uses, and early for a bot only', () => {
  for (const major of MAJORS) {
    const [large, early, ...others] = findEngineFlags('bot', major);
    expect(findEngineFlags('backtest', major)).toEqual([large]);
    expect(early).toBeDefined();
    expect(others).toEqual([]);
  }
});

it('engine is unchanged where no values were measured', () => {
  for (const major of ['18', '21', '26', '']) {
    expect(findEngineFlags('bot', major)).toEqual([]);
    expect(findEngineFlags('backtest', major)).toEqual([]);
  }
});

it('engine flags set for this version differ from its defaults', () => {
  const [major = ''] = versions.node.split('.');
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  for (const flag of findEngineFlags('bot', major)) {
    const [name = '', value = ''] = flag.split('=');
    const own = new RegExp(`default: ${name}=(\\d+)$`, 'm').exec(known)?.[1];
    expect(own).toMatch(/^\d+$/);
    expect(own).not.toBe(value);
  }
});
