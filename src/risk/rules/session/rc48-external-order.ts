// RC48: halts when the login has an active order that the journal does not know.
import { z } from 'zod';
import type { RiskRule } from '../../rule.js';

const params = z.strictObject({});

export const rc48: RiskRule<typeof params> = {
  id: 'RC48',
  name: 'externalOrder',
  summary: 'External order',
  stage: 'post',
  alsoChecks: [],
  class: 'T',
  research: 'enforced',
  live: 'D',
  mitigates: 'a lost journal, or another user of this login',
  action: 'HALT(all); orders of others pass with loginUse: shared',
  params,
  create: (_, { act, coIdPrefix, sharesLogin }) => ({
    onExternalOrder: (coId, symbol) => {
      if (coId.startsWith(coIdPrefix)) {
        act.halt('RC48', {}, `own order ${coId} in ${symbol} is not in the journal`);
      } else if (!sharesLogin) {
        const reason = `order ${coId} in ${symbol} is not of this bot`;
        act.halt(
          'RC48',
          {},
          `${reason}: find its sender, or state loginUse: shared if others use this login`,
        );
      }
    },
  }),
};
