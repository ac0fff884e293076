// P&L of several sessions in one picture.
import { describe, expect, it } from 'vitest';
import { renderEquities } from '../../../../src/report/html/svg/equity-chart.js';

const A = { name: 'a', points: [0, 50, -50].map((pnl, i) => ({ afterMs: i * 60_000, pnl })) };
const B = { name: 'b', points: [{ afterMs: 300_000, pnl: 100 }] };

/** Points of each line. */
function readLines(html: string): readonly (readonly number[])[][] {
  return [...html.matchAll(/<polyline points="([^"]*)"/g)].map(([, text = '']) =>
    text.split(' ').map((point) => point.split(',').map(Number)),
  );
}

describe('P&L of several sessions', () => {
  it('is drawn on one scale, from the start of each', () => {
    const html = renderEquities([A, B])?.html ?? '';
    const [a = [], b = []] = readLines(html);
    // From -50 at the foot to 100 at the top, and 5 minutes across.
    expect(a).toEqual([
      [84, 183.3],
      [247.2, 96.7],
      [410.4, 270],
    ]);
    expect(b).toEqual([[900, 10]]);
    expect(html).toContain('>5 min</text>');
    expect(html).toContain('class="run run-1"/></svg>b</li>');
  });

  it('keeps the line of one without a fill empty, and draws nothing where none has any', () => {
    const idle = { name: 'idle', points: [] };
    expect(renderEquities([idle, A])?.html).toContain('<polyline points="" class="run run-0">');
    expect(renderEquities([idle])).toBeUndefined();
  });

  it('draws a session that only lost, and one whose P&L never moved', () => {
    const lost = { name: 'lost', points: [{ afterMs: 0, pnl: -30 }] };
    const flat = { name: 'flat', points: [{ afterMs: 0, pnl: 0 }] };
    expect(readLines(renderEquities([lost])?.html ?? '')).toEqual([[[84, 270]]]);
    expect(readLines(renderEquities([flat])?.html ?? '')).toEqual([[[84, 270]]]);
  });
});
