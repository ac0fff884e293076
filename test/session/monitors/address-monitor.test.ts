// A new address of the venue is reported once; rotation among known addresses is not.
import { expect, it } from 'vitest';
import { watchAddresses } from '../../../src/session/monitors/address-monitor.js';

it('address monitor reports each address that no earlier connection had, except the first', () => {
  const messages: string[] = [];
  const see = watchAddresses('https://venue.example:8443/api', (message) => messages.push(message));
  for (const last of [1, 1, 2, 1, 2, 3]) see(`192.0.2.${String(last)}`);
  expect(messages).toEqual([
    'venue.example has a new address: 192.0.2.2, before 192.0.2.1; its certificate is valid, ' +
      'the session continues',
    expect.stringContaining(': 192.0.2.3, before 192.0.2.2;'),
  ]);
});
