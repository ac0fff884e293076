// Routes of login and renewal.
import { DEFAULT_PROFILE } from '../profile/profile.js';
import { defineRoutes, LOGIN } from './route.js';
import { loginRequestSchema, loginSchema, renewSchema } from '../schemas/auth.js';

const [renewPath = '', ...renewAliases] = DEFAULT_PROFILE.renewPaths;

export const AUTH_ROUTES = defineRoutes('auth', {
  login: {
    ...LOGIN,
    method: 'POST',
    path: '/v2/sso/login',
    summary: 'Opens a login: the token comes in the headers of the response.',
    source: 'spec Authentication; wire facts 2.1',
    auth: 'none',
    rawBody: true,
    body: loginRequestSchema,
    response: loginSchema,
  },
  renewToken: {
    ...LOGIN,
    method: 'GET',
    path: renewPath,
    aliases: renewAliases,
    summary: 'Renews the token of a login.',
    source: 'spec Authentication; wire facts 2.2',
    auth: 'token',
    response: renewSchema,
  },
});
