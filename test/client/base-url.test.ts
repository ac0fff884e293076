// Base URLs: a venue on this machine, or a remote one by https and host name.
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

describe('base URL', () => {
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
    'https://venue.example',
    'https://VENUE.Example.:8443/api/',
    'https://venue',
    'https://xn--lcalhost-.example',
    'https://127.0.0.1.example',
  ])('is accepted: %s', (baseUrl) => {
    expect(create(baseUrl).ok).toBe(true);
  });

  it.each([
    ['', 'an http or https URL'],
    ['127.0.0.1:8080', 'an http or https URL'],
    ['ftp://127.0.0.1', 'an http or https URL'],
    ['ftp://algo1:canary@127.0.0.1', 'an http or https URL as base URL, found [hidden]'],
    ['https://algo1:canary@venue.example:99999', 'an http or https URL'],
    ['https:algo1:canary@venue.example', 'host, port and path only'],
    ['http://l\u043ecalhost', 'found http://xn--lcalhost-'],
    ['http://127.0.0.1.nip.io', 'found http://127.0.0.1.nip.io'],
    ['http://127.0.0.1@venue.example', 'host, port and path only'],
    ['http://venue.example', 'found http://venue.example'],
    ['https://localhost..', 'found localhost.'],
    ['https://venue..example', 'the name of a host, found venue..example'],
    ['https://.', 'the name of a host'],
    ['https://canary@127.0.0.1', 'host, port and path only'],
    ['https://canary@venue.example', 'host, port and path only'],
    ['http://10.0.0.1', 'found 10.0.0.1: use the name of the host, as a certificate names hosts'],
    ['https://10.0.0.1', 'found 10.0.0.1: use the name'],
    ['https://0x0a.1', 'found 10.0.0.1: use the name'],
    ['https://167772161:8443', 'found 10.0.0.1: use the name'],
    ['http://128.0.0.1', 'found 128.0.0.1'],
    ['https://0.0.0.0', 'found 0.0.0.0'],
    ['http://127.0.0.1.example', 'found http://127.0.0.1.example'],
    ['http://localhost.example', 'found http://localhost.example'],
    ['http://venue.localhost', 'https for a venue beyond this machine'],
    ['https://[::ffff:127.0.0.1]', 'found [::ffff:7f00:1]'],
    ['https://[fe80::1]', 'found [fe80::1]'],
    ['https://[2001:db8::1]:8443', 'found [2001:db8::1]: use the name'],
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

describe('login of the demo user', () => {
  const LOGINS = {
    password: { user: 'demo', password: 'demo-password', org: 'DemoOrg' },
    key: { hmac: { id: 'demo-hmac', secret: 'demo-hmac-secret' } },
  };

  it.each(['password', 'key'] as const)('is refused beyond this machine: %s', (kind) => {
    const options = { ...LOGINS[kind], findInstrument: () => undefined, now: () => 0 };
    const open = (baseUrl: string) => createVenueClient({ ...options, baseUrl });
    expect(open('https://localhost:8443').ok).toBe(true);
    const far = open('https://venue.example');
    expect(far).toMatchObject({ ok: false, fault: { code: 'client.base-url' } });
    expect(JSON.stringify(far)).toContain('a login of your own beyond this machine');
    expect(JSON.stringify(far)).not.toMatch(/demo-(?:password|hmac)/);
  });
});

describe('base URLs of one place', () => {
  it.each([
    ['HTTPS://LocalHost:443', 'https://localhost'],
    ['https://localhost.', 'https://localhost'],
    ['https://localhost.:8443/Venue//', 'https://localhost:8443/Venue'],
    ['https://\uff4cocalhost', 'https://localhost'],
    ['HTTPS://Venue.EXAMPLE.:443/', 'https://venue.example'],
    ['https://\uff56enue.example', 'https://venue.example'],
    ['http://127.1:80', 'http://127.0.0.1'],
    ['http://[0:0:0:0:0:0:0:1]:8080/', 'http://[::1]:8080'],
  ])('have one spelling: %s', (text, spelled) => {
    expect(spellBaseUrl(text)).toBe(spelled);
    expect(isLoopbackUrl(text)).toBe(!spelled.includes('example'));
  });
});
