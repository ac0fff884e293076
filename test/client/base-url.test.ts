// Base URLs: a venue on this machine and nothing else.
import { describe, expect, it } from 'vitest';
import { createVenueClient, isLoopbackUrl, spellBaseUrl } from '../../src/client/index.js';

function create(baseUrl: string) {
  return createVenueClient({
    baseUrl,
    user: 'algo1',
    password: 'canary',
    org: 'DeskOrg',
    findInstrument: () => undefined,
    now: () => 0,
  });
}

describe('a base URL', () => {
  it.each([
    'http://127.0.0.1:8080',
    'http://127.8.9.10',
    'http://127.1:80/',
    'http://0x7f.0.0.1/api',
    'http://[::1]:8080',
    'http://localhost:8080/venue/',
    'http://LOCALHOST',
    'https://127.0.0.1',
    'https://localhost.:8443',
  ])('is taken: %s', (baseUrl) => {
    expect(create(baseUrl).ok).toBe(true);
  });

  it.each([
    ['', 'an http or https URL'],
    ['127.0.0.1:8080', 'an http or https URL'],
    ['ftp://127.0.0.1', 'an http or https URL'],
    ['http://venue.example', 'found venue.example'],
    ['https://venue.example', 'found venue.example'],
    ['https://VENUE.Example.', 'found venue.example'],
    ['https://l\u043ecalhost', 'found xn--lcalhost-'],
    ['https://localhost..', 'found localhost.'],
    ['https://canary@127.0.0.1', 'host, port and path only'],
    ['http://10.0.0.1', 'found 10.0.0.1'],
    ['http://128.0.0.1', 'found 128.0.0.1'],
    ['http://0.0.0.0', 'found 0.0.0.0'],
    ['http://127.0.0.1.example', 'found 127.0.0.1.example'],
    ['http://localhost.example', 'found localhost.example'],
    ['http://[::ffff:127.0.0.1]', 'found [::ffff:7f00:1]'],
    ['http://[fe80::1]', 'found [fe80::1]'],
    ['http://algo1:canary@127.0.0.1', 'host, port and path only'],
    ['http://127.0.0.1/?token=canary', 'host, port and path only'],
    ['http://127.0.0.1/#canary', 'host, port and path only'],
  ])('is refused: %s', (baseUrl, words) => {
    const result = create(baseUrl);
    expect(result).toMatchObject({ ok: false, fault: { code: 'client.base-url' } });
    const message = result.ok ? '' : result.fault.message;
    expect(message).toContain(words);
    expect(message).not.toContain('canary');
  });
});

describe('one place', () => {
  it.each([
    ['HTTPS://LocalHost:443', 'https://localhost'],
    ['https://localhost.', 'https://localhost'],
    ['https://localhost.:8443/Venue//', 'https://localhost:8443/Venue'],
    ['https://\uff4cocalhost', 'https://localhost'],
    ['http://127.1:80', 'http://127.0.0.1'],
    ['http://[0:0:0:0:0:0:0:1]:8080/', 'http://[::1]:8080'],
  ])('has one spelling: %s', (text, spelled) => {
    expect(spellBaseUrl(text)).toBe(spelled);
    expect(isLoopbackUrl(text)).toBe(true);
  });
});
