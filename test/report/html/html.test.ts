// The page as text: nothing from outside, nothing unescaped, and every section that has content.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/report/html/html.js';
import {
  createCollector,
  type Results,
  type SessionInfo,
  summarise,
} from '../../../src/report/index.js';
import {
  INFO,
  makeFill,
  makeOrder,
  makeParent,
  makeRefusal,
  playTwap,
  START,
} from '../twap-session.js';

const EVIL = `</script><img src=x onerror="alert('1')">&`;

function render(results: Results): string {
  return renderHtml(results, summarise(results));
}

type ChartJson = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

function readData(page: string): ChartJson {
  return JSON.parse(/id="data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '') as ChartJson;
}

/** A session in which every text that comes from outside is hostile. */
function playEvil(): Results {
  const info: SessionInfo = {
    ...INFO,
    mode: EVIL,
    name: EVIL,
    version: EVIL,
    strategies: [{ name: EVIL, id: EVIL, params: { [EVIL]: EVIL, list: [EVIL, 5_000_000] } }],
    controlsOff: [EVIL],
    notes: [{ label: EVIL, value: EVIL }],
  };
  const collector = createCollector(info);
  const texts = { strategy: EVIL, coId: EVIL, orderId: EVIL, reason: EVIL };
  collector.rate(START, 0, 114_000, 114_004);
  collector.parent(makeParent({ ...texts, key: EVIL, algorithm: EVIL }));
  collector.order(makeOrder({ ...texts, type: EVIL, timeInForce: EVIL, parent: EVIL }));
  collector.fill(makeFill({ ...texts, tradeId: EVIL }));
  collector.refused(makeRefusal({ strategy: EVIL, rule: EVIL, message: EVIL, limit: EVIL }));
  collector.halted({ at: START, scope: 'strategy', strategy: EVIL, rule: EVIL, reason: EVIL });
  collector.note({ at: START, strategy: EVIL, text: EVIL, fields: { [EVIL]: EVIL } });
  return collector.finish(START, EVIL);
}

describe('page of a TWAP', () => {
  const page = render(playTwap());

  it('never breaks a number in print, where other words break anywhere', () => {
    const results = playTwap();
    const page = renderHtml(results, summarise(results));
    const print = /@media print \{([\s\S]*?\n)\}/.exec(page)?.[1] ?? '';
    expect(print).toMatch(/overflow-wrap: anywhere/);
    expect(print).toMatch(/\.number \{\s+white-space: nowrap;\s+overflow-wrap: normal;/);
  });

  it('has the sections of what happened, in order, and no others', () => {
    const ids = [...page.matchAll(/<section id="(\w+)">/g)].map(([, id]) => id);
    expect(ids).toEqual([
      'result',
      'session',
      'performance',
      'prices',
      'progress',
      'costs',
      'parents',
      'orders',
      'fills',
      'refusals',
      'notes',
    ]);
  });

  it('shows grouped figures, UTC times, controls that are off, digest and seed', () => {
    for (const text of [
      '<p class="value ">4,900,000</p>',
      '98.0 % of 5,000,000',
      '2026-07-13T12:15:00.000Z',
      '<code>RC35</code>',
      'orders 20 ms, replies 20 ms, rates 0 ms',
      '<code>9f86d081884c7d659a2feaa0c55ad015</code>',
      '<dt>Seed</dt><dd><code>7</code></dd>',
      'IOC remainder canceled',
      '<td class="number">1.14267694</td>',
      'expected a rate younger than 2,000 ms, found one of 2,310 ms',
    ]) {
      expect(page).toContain(text);
    }
  });

  it('loads nothing: no address outside of comments and namespaces', () => {
    expect(page).not.toMatch(/<(script|img|link|iframe|a)\b[^>]*\b(src|href)=/);
    expect(page).not.toMatch(/@import|url\(/);
  });

  it('allows only its own scripts and styles, by their hashes', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
    const inline = [...page.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(
      ([, , text]) => text,
    );
    expect(inline).toHaveLength(7);
    for (const text of inline) {
      const hash = createHash('sha256')
        .update(text ?? '')
        .digest('base64');
      expect(policy.replaceAll('&#39;', "'")).toContain(`'sha256-${hash}'`);
    }
    expect(policy).toContain('default-src &#39;none&#39;');
  });

  it('carries the chart data: prices, fills, levels and the pace', () => {
    const data = readData(page);
    expect(data['origin']).toBe(1_783_944_000_121);
    const [price] = data['prices'] ?? [];
    expect(price).toMatchObject({ symbol: 'EUR/USD', decimals: 5 });
    expect(price?.['levels']).toMatchObject([
      { kind: 'arrival' },
      { kind: 'limit', ticks: 114_150 },
    ]);
    expect(price?.['fills']).toMatchObject({ sign: Array.from({ length: 20 }, () => -1) });
    const [progress] = data['progress'] ?? [];
    expect(progress).toMatchObject({ kind: 'parent', total: 5_000_000 });
    expect((progress?.['filled'] as number[]).at(-1)).toBe(4_900_000);
    const [from, to] = progress?.['pace'] as [number, number];
    expect(Math.round((to - from) / 1000)).toBe(480);
  });
});

describe('page of orders without a parent', () => {
  it('carries position and P&L, and the lives of resting orders', () => {
    const collector = createCollector(INFO);
    const units = 100_000_000;
    collector.rate(START, 0, 114_000, 114_004);
    const resting = makeOrder({ parent: '', timeInForce: 'GTC', units, priceTicks: 114_004 });
    collector.order(resting);
    collector.order(makeOrder({ parent: '', coId: 'ioc' }));
    const at = START + 2_000;
    collector.fill(makeFill({ at, units, priceTicks: 114_004 }));
    collector.order({ ...resting, at, state: 'FILLED', isTerminal: true });
    collector.rate(START + 3_000, 0, 113_994, 113_998);
    const data = readData(render(collector.finish(START + 5_000, '')));
    expect(data['prices']?.[0]?.['orders']).toEqual({
      t: [0, 0],
      end: [2, 5],
      ticks: [114_004, 0],
      sign: [-1, -1],
    });
    expect(data['progress']).toEqual([
      {
        kind: 'ledger',
        title: 'sell-eur: EUR/USD',
        currency: 'USD',
        base: 'EUR',
        t: [2, 5],
        position: [-1_000_000, -1_000_000],
        pnl: [20, 80],
      },
    ]);
  });
});

describe('page of hostile texts', () => {
  it('escapes every one of them', () => {
    const page = render(playEvil());
    expect(page).not.toContain('<img');
    expect(page.match(/<\/script>/g)).toHaveLength(5);
    expect(page.split('&lt;/script&gt;&lt;img src=x').length).toBeGreaterThan(25);
  });
});

describe('page of an empty session', () => {
  it('shows the configuration and that nothing happened', () => {
    const results = createCollector({ ...INFO, controlsOff: [] }).finish(START, 'abc');
    const page = render(results);
    expect([...page.matchAll(/<section id="(\w+)">/g)].map(([, id]) => id)).toEqual([
      'result',
      'session',
    ]);
    expect(page).toContain('All risk rules are on.');
    expect(page).not.toContain('NaN');
  });
});

describe('page of many rows', () => {
  it('cuts tables and shows how many rows there were', () => {
    const collector = createCollector(INFO);
    for (let index = 0; index < 10_050; index++) {
      collector.note({ at: START, strategy: 's', text: `note ${String(index)}.`, fields: {} });
      collector.order(makeOrder({ coId: `w1-${String(index)}`, parent: '' }));
    }
    const page = render(collector.finish(START, ''));
    expect(page).toContain('note 499.');
    expect(page).not.toContain('note 500.');
    expect(page).toContain('The first 500 of 10,050. orders.csv has all.');
  });
});
