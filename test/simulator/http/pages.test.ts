// The simulator's own description: the OpenAPI document and the page, open to everyone who asks.
import { describe, expect, it } from 'vitest';
import { ROUTE_IDS, ROUTES, toOpenApi } from '../../../src/protocol/index.js';
import { start } from '../harness.js';

describe('OpenAPI document', () => {
  it('is that of the route table, and needs no login', async () => {
    const client = await start();
    const { status, body } = await client.get('/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(toOpenApi())));
  });
});

describe('page of the simulator', () => {
  it('lists every call and loads nothing from elsewhere', async () => {
    const client = await start();
    const answer = await fetch(`${client.simulator.url}/docs`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const html = await answer.text();
    for (const id of ROUTE_IDS) {
      expect(html).toContain(`id="${id}"`);
      expect(html).toContain(ROUTES[id].path);
    }
    expect(html).not.toMatch(/<script|https?:|src=/);
  });

  it.each(['/docs', '/openapi.json'])('at %s is read-only', async (path) => {
    const client = await start();
    expect((await client.ask('POST', path, { body: {} })).status).toBe(405);
  });
});
