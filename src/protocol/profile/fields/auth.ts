// Profile fields of login, signatures and errors.
import { z } from 'zod';
import { durationText } from '../../../validation/index.js';
import { HMAC_ALGORITHMS } from '../../hmac.js';
import { VENUE_REASONS } from '../profile.js';
import { field, namesOf, part, status, word, words } from './field.js';

const RENEW_PATHS = ['/v2/sso/token/renew', '/sso/tokens/renew'] as const;

export const AUTH_FIELDS = {
  tokenHeader: field(word, {
    point: 1,
    section: '2.1',
    mark: 'spec',
    text: 'header with the token, in requests and responses',
    others: 'another header',
  }),
  tokenCookie: field(word, {
    point: 1,
    section: '2.1',
    mark: 'example',
    text: 'cookie with the token if the header is missing',
    others: 'another cookie',
  }),
  renewPaths: field(z.array(z.enum(RENEW_PATHS)).min(1), {
    point: 1,
    section: '2.2',
    mark: 'doc',
    text: 'paths of the renewal, the first tried first; the simulator answers on these',
    others: 'the two spellings in the other order, or one of them',
  }),
  loginOk: field(word, {
    point: 1,
    section: '2.1',
    mark: 'example',
    text: '`status` of a login or renewal that succeeded',
    others: 'another word',
  }),
  loginRefusedStatus: field(status, {
    point: 1,
    section: '2.1',
    mark: 'open',
    text: 'status of a login with wrong credentials',
    others: '400, 403, 404',
  }),
  renewal: field(z.enum(['token', 'life']), {
    point: 1,
    section: '2.2',
    mark: 'open',
    text: 'what a renewal returns: a new token in the headers, or a longer life of the old token',
    others: 'life',
  }),
  hmac: part(
    {
      idKey: field(z.enum(['username', 'userId']), {
        point: 2,
        section: '2.3',
        mark: 'spec',
        text: 'key of the id in the header Authorization',
        others: 'userId',
      }),
      algorithm: field(z.enum(HMAC_ALGORITHMS), {
        point: 2,
        section: '2.3',
        mark: 'spec',
        text: 'how the text is signed',
        others: 'hmac-sha384, hmac-sha512',
      }),
      signedHeaders: field(
        z.array(z.string().regex(/^[a-z0-9-]+$/, 'expected a header name in lower case')).min(1),
        {
          point: 2,
          section: '2.3',
          mark: 'inferred',
          text: 'lower-case names of what is signed, in this order',
          others: 'more headers, or another order',
        },
      ),
      httpVersion: field(word, {
        point: 2,
        section: '2.3',
        mark: 'inferred',
        text: 'end of the signed request line',
        others: 'HTTP/1.0, HTTP/2',
      }),
      signsBasePath: field(z.boolean(), {
        point: 2,
        section: '2.3',
        mark: 'inferred',
        text: "whether the base URL's path is part of the signed request line",
        others: 'false',
      }),
      maxClockSkew: field(durationText, {
        point: 2,
        section: '2.3',
        mark: 'inferred',
        text: "how far Date may be from the venue's time, either way",
        others: 'another limit, or none',
      }),
    },
    'requests signed by HMAC',
  ),
  codeFields: field(words, {
    point: 13,
    section: '11.2',
    mark: 'open',
    text: "fields that may hold an error's code; the first that is present counts",
    others: 'another order, or another name',
  }),
  codeFieldsSent: field(words, {
    point: 13,
    section: '11.2',
    mark: 'open',
    text: "fields under which the simulator sends an error's code",
    others: 'one of `codeFields` alone',
  }),
  businessCodes: field(words, {
    point: 12,
    section: '4.8',
    mark: 'open',
    text: 'codes outside the validation list that prove the rejection of an order',
    others: 'codes of the venue',
  }),
  reasonNames: field(namesOf(VENUE_REASONS), {
    point: 12,
    section: '4.8',
    mark: 'open',
    text: "the venue's code for each of its reasons; each is read as a business code too",
    others: 'other words',
  }),
  seriousWords: field(words, {
    point: 12,
    section: '4.8',
    mark: 'open',
    text: 'parts of a reason or message, in any letter case, that mean a serious error',
    others: 'further words',
  }),
};
