// A session without an order says why, as far as it can tell: in summary, terminal and page.
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/index.js';
import { renderHtml } from '../../../src/report/html/html.js';
import {
  type Collector,
  createCollector,
  formatSummary,
  summarise,
} from '../../../src/report/index.js';
import { INFO, makeOrder, makeRefusal, START } from '../../report/twap-session.js';

function play(events: (collector: Collector) => void) {
  const collector = createCollector(INFO);
  events(collector);
  const results = collector.finish(START + SECOND, '');
  const summary = summarise(results);
  const [remark] = summary.remarks;
  return { remark, text: formatSummary(summary), page: renderHtml(results, summary) };
}

const halt = (collector: Collector): void => {
  const reason = 'beyond the loss of a day';
  collector.halted({ at: START, scope: 'all', strategy: '', rule: 'RC27', reason });
};
const refuse = (collector: Collector): void => {
  collector.refused(makeRefusal({ rule: 'RC04' }));
  collector.refused(makeRefusal({ rule: 'RC04' }));
  collector.refused(makeRefusal({ rule: 'RC33' }));
};
const see = (collector: Collector): void => {
  collector.rate(START, 0, 114_000, 114_010);
};

describe('session without an order', () => {
  it.each([
    ['no rate arrived', () => undefined, 'no rate was seen'],
    ['the strategy sent no intent', see, 'no strategy placed one, though 1 rate was seen'],
    [
      'the session was halted',
      halt,
      'RC27 halted before the first order: beyond the loss of a day',
    ],
    [
      'all orders were refused',
      refuse,
      'the risk gate refused every order, RC04 2 times, RC33 once',
    ],
    [
      'all orders were refused and the session was halted',
      (collector: Collector) => {
        refuse(collector);
        halt(collector);
      },
      'the risk gate refused every order, RC04 2 times, RC33 once',
    ],
  ])('says so where %s', (_, events, why) => {
    const { remark, text, page } = play(events);
    expect(remark).toMatchObject({ id: 'no-orders' });
    expect(remark?.text.startsWith(`no order: ${why}`)).toBe(true);
    expect(text.replaceAll(/[\s│]+/g, ' ')).toContain(`Remark no order: ${why}`);
    expect(page).toContain(`<li>no order: ${why}`);
  });

  it('says nothing of the kind once it had one', () => {
    const { text, page } = play((collector) => {
      see(collector);
      refuse(collector);
      collector.order(makeOrder({ parent: '' }));
    });
    for (const told of [text, page]) expect(told).not.toContain('no order: ');
  });
});
