// RC50: pauses a symbol when the venue busts or changes a trade.
import { z } from 'zod';
import type { BustKind, RiskRule } from '../../rule.js';

const params = z.strictObject({});

export const rc50: RiskRule<typeof params> = {
  id: 'RC50',
  name: 'tradeBust',
  summary: 'Bust or amendment',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'enforced',
  live: 'D',
  mitigates: 'counting a trade that the venue has busted',
  action: 'PAUSE(symbol), alert',
  params,
  create: (_, { act }) => ({
    onBust: ({ terms }, tradeId, bustKind) => {
      const scope = { symbol: terms.symbol.instrument.symbol };
      const reason = describe(terms.coId, tradeId, bustKind);
      act.pause('RC50', scope, reason, 'resume');
      act.alert('page', 'RC50', scope, reason);
    },
  }),
};

function describe(coId: string, tradeId: string, bustKind: BustKind): string {
  if (bustKind === 'resolved') {
    return `an operator resolved ${coId} as lost: its provisional fill was no fill`;
  }
  const what = bustKind === 'denied' ? 'a fill that it had reported' : `trade ${tradeId}`;
  return `the venue ${bustKind} ${what} of ${coId}`;
}
