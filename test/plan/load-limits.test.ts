// Limits as a session loads them: ceilings, and what a live configuration must state.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadRegistry } from '../../src/cli/registry.js';
import { formatFault } from '../../src/domain/index.js';
import { loadPlan } from '../../src/plan/load-plan.js';

const CONFIG = fileURLToPath(new URL('../../config/', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-limits-'));
  cpSync(CONFIG, folder, { recursive: true });
});

/** Writes the hash of the strategy into the live template, as `load` asks for it. */
async function pin(): Promise<void> {
  const [, hash = ''] = /: twap: sha256: ([0-9a-f]{64}) /.exec(await load()) ?? [];
  change('live.yaml', '- strategy: twap\n', `- strategy: twap\n    sha256: ${hash}\n`);
}

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Changes a text of a file of the folder. */
function change(name: string, from: string | RegExp, to: string): void {
  const text = read(name).replace(from, to);
  expect(text).not.toBe(read(name));
  writeFileSync(join(folder, name), text);
}

/** What loading a session file of the folder says; empty when it is right. */
async function load(name = 'live.yaml'): Promise<string> {
  const plan = await loadPlan(join(folder, name), await loadRegistry());
  return plan.ok ? '' : formatFault(plan.fault).replaceAll(`${folder}/`, 'DIR/');
}

describe('live configuration', () => {
  beforeEach(pin);

  it('of the template is complete except for the hashes of its strategies', async () => {
    expect(await load()).toBe('');
  });

  it('without a required limit names it, its place, and what to write', async () => {
    change('limits/live.yaml', /^maxOrderNotional: .*\n.*\n/m, '');
    expect(await load()).toBe(
      'DIR/limits/live.yaml:5:1: maxOrderNotional: Max order notional: live ' +
        'must state max, found nothing\nwrite into DIR/limits/live.yaml:\n\n' +
        'maxOrderNotional: # Max order notional\n  max: 2000000\n (config.live-limits)',
    );
  });

  it('without a figure names the line of its rule', async () => {
    change('limits/live.yaml', '  EM: 500000\n', '');
    expect(await load()).toMatch(
      /^DIR\/limits\/live\.yaml:11:1: maxOrderSize: Max order size: .* state EM,/,
    );
  });

  it('cannot switch required limits off, by line', async () => {
    change('limits/live.yaml', /$/, 'duplicateOrder: off\n');
    const text = await load();
    expect(text).toMatch(
      /^DIR\/limits\/live\.yaml:\d+:17: duplicateOrder: expected limits, .* found `off`/,
    );
    expect(text).not.toContain('write into');
  });

  it('names everything that is wrong at once', async () => {
    change('limits/live.yaml', /^maxOrderNotional: .*\n.*\n/m, '');
    change('limits/live.yaml', 'priceCollar: #', 'fatFinger: off\npriceCollar: #');
    const text = await load();
    expect(text).toContain('found 2 problems:');
    expect(text).toContain('maxOrderNotional: Max order notional');
    expect(text).toContain('fatFinger: expected limits');
  });

  it('without a limits file gets all of it to paste, which makes it whole', async () => {
    change('live.yaml', 'limits: limits/live.yaml\n', '');
    const text = await load();
    expect(text).toMatch(/^DIR\/live\.yaml:1?\d:1: limits: expected a file of limits/);
    const [, block = ''] = text.split('in `limits`:\n\n');
    writeFileSync(
      join(folder, 'limits/pasted.yaml'),
      block.replace(/ \(config\.live-limits\)$/, ''),
    );
    change('live.yaml', 'strategies:', 'limits: limits/pasted.yaml\nstrategies:');
    expect(await load()).toBe('');
  });

  it('names strategies and symbols that its limits do not know', async () => {
    change('live.yaml', '  - strategy: twap\n', '  - strategy: twap\n    name: other\n');
    change('live.yaml', 'EUR/USD', 'GBP/USD');
    const text = await load();
    expect(text).toContain('state byStrategy of other, found');
    expect(text).toContain('state absoluteBands of GBP/USD, found');
    expect(text).toContain('absoluteBands: { GBP/USD: [0.9, 2.2], EUR/USD: [0.7, 1.8] }');
  });
});

describe('other configuration', () => {
  it('needs no limits, and may have them off', async () => {
    change('backtest.yaml', 'limits: limits/backtest.yaml\n', '');
    expect(await load('backtest.yaml')).toBe('');
    change('limits/paper.yaml', /$/, 'duplicateOrder: off\n');
    expect(await load('paper.yaml')).toBe('');
  });

  it('with an unknown type, time in force or symbol names it and the nearest', async () => {
    change(
      'limits/paper.yaml',
      '[Limit/IOC, Limit/GTT]',
      '[Limit/GTX, Foo/BAR]\nallowedSymbols: { forbidden: [EURUSD] }',
    );
    const text = await load('paper.yaml');
    expect(text).toContain('allowedOrderTypes.types[0]: expected TYPE/TIME, such as Limit/GTC');
    expect(text).toContain('found "Limit/GTX" (did you mean "Limit/GTC"?)');
    expect(text).toMatch(/allowedOrderTypes.types\[1\].* found "Foo\/BAR"\n/);
    expect(text).toContain('allowedSymbols.forbidden[0]: expected a symbol such as EUR/USD');
    expect(text).toContain('(did you mean EUR/USD?), found "EURUSD"');
    change('limits/paper.yaml', 'accountCurrency: USD', 'accountCurrency: usd');
    expect(await load('paper.yaml')).toContain(
      'expected a currency or asset such as USD, found "usd"',
    );
  });

  it('with a control number as key is refused with the control’s name', async () => {
    change('limits/paper.yaml', /$/, 'RC23: { G10: 5 }\n');
    expect(await load('paper.yaml')).toMatch(
      /:\d+:7: RC23: expected the name of the control, positionLimit, found its number/,
    );
  });

  it('with two inconsistent parameters reports the one in the file', async () => {
    const hours = 'frozenRate: { activeFromHourUtc: 20, activeToHourUtc: 3 }\n';
    change('limits/paper.yaml', /$/, hours);
    expect(await load('paper.yaml')).toMatch(/:\d+:\d+: frozenRate.*activeToHourUtc|frozenRate: /);
  });

  it('is refused with three zeros too many, by line', async () => {
    change('limits/paper.yaml', 'G10: 1000000\n', 'G10: 1000000000\n');
    expect(await load('paper.yaml')).toMatch(
      /^DIR\/limits\/paper\.yaml:9:8: maxOrderSize\.G10: expected at most 100000000, a fixed/,
    );
  });
});
