// Characters that HTTP/1.1 can carry: Latin-1 without control characters.
import { describe, expect, it } from 'vitest';
import { findUnwritable, isHeaderValue } from '../../../src/client/transport/writable.js';

describe('findUnwritable', () => {
  it('accepts what a client writes', () => {
    const headers = { 'X-Request-ID': 'weir-1.1', accept: 'application/json', empty: '' };
    expect(findUnwritable({ path: '/v2/orders?coId=%D0%B1', headers })).toBeUndefined();
  });

  it('names the header and the kind of fault, never the value', () => {
    const headers = { SSO_TOKEN: 'secret\u0100' };
    expect(findUnwritable({ path: '/', headers })).toBe(
      'cannot write the request: header SSO_TOKEN has a character that a header cannot have',
    );
    expect(findUnwritable({ path: '/', headers: { 'a b': 'x' } })).toContain(
      '"a b" is not a valid header name',
    );
    for (const path of ['', 'v2', '/a b', '/\u00e9', '/a\r\nb']) {
      expect(findUnwritable({ path, headers: {} })).toContain('its path');
    }
  });

  it('accepts every byte but control characters in a value', () => {
    for (let code = 0; code < 0x180; code += 1) {
      const isWritable = (code >= 0x20 && code !== 0x7f && code <= 0xff) || code === 9;
      expect(isHeaderValue(`a${String.fromCharCode(code)}b`), `code ${String(code)}`).toBe(
        isWritable,
      );
    }
  });
});
