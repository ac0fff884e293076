// Effect `disable-trading`: orders are rejected with tradingDisabled.
import { defineEffect } from '../effect.js';
import { findNobody, findUsers, userParam } from '../users.js';

export const disableTrading = defineEffect({
  id: 'disable-trading',
  on: 'machine',
  summary: 'orders are rejected with tradingDisabled',
  params: { user: userParam },
  create: ({ user }) => ({
    findMissing: (stage) => findNobody(stage, user),
    begin: (stage) => {
      const accounts = findUsers(stage, user);
      for (const account of accounts) account.disable();
      return () => {
        for (const account of accounts) account.enable();
      };
    },
  }),
});
