// Effect `revoke-tokens`: tokens expire early.
import { defineEffect } from '../effect.js';
import { findNobody, findUsers, userParam } from '../users.js';

export const revokeTokens = defineEffect({
  id: 'revoke-tokens',
  on: 'machine',
  summary: 'login tokens expire early',
  params: { user: userParam },
  create: ({ user }) => ({
    findMissing: (stage) => findNobody(stage, user),
    begin: (stage) => {
      for (const account of findUsers(stage, user)) stage.venue.logins.revoke(account);
      return undefined;
    },
  }),
});
