// Conformance against simulators with each open point of the profile changed, one at a time.
import { describe, expect, it } from 'vitest';
import { EXTRA_FLIPS, type Flip, READ_FLIPS, WRITE_FLIPS } from './flips.js';
import { listPoints, startSpoken, walk } from './venue.js';

describe('conformance by reads only', () => {
  it('agrees everywhere with a venue that follows the profile', async () => {
    const venue = await startSpoken({});
    const result = await walk(venue);
    expect(listPoints(result, 'differs')).toEqual([]);
    expect(listPoints(result, 'held')).toEqual([1, 3, 4, 5, 6, 11, 13, 15, 19, 20, 21, 22]);
    expect(result.changes).toEqual([]);
    expect(listPoints(await walk(venue, [], { signs: true }), 'held')).toContain(2);
  });

  it.each(READ_FLIPS.map((one) => [one.point, one.what, one] as const))(
    'names point %i and no other: %s; its proposed profile then agrees',
    async (point, _, { file, signs = false }) => {
      await expectOnly(point, file, { signs });
    },
  );
});

describe('conformance with orders and quote requests', () => {
  it('agrees everywhere too, and leaves no order and no position behind', async () => {
    const venue = await startSpoken({});
    const result = await walk(venue, [], { extras: ['orders'] });
    expect(listDifferences(result)).toEqual([]);
    expect(listPoints(result, 'untested')).toEqual([2, 14, 16, 23, 24]);
    await venue.http.login();
    expect((await venue.http.get('/v2/orders')).body).toEqual([]);
    const { body } = await venue.http.get('/v2/positions');
    expect(body).toMatchObject([{ symbol: 'EUR/USD', netOpenBase: 100_000 }]);
  });

  it('sends nothing but reads and logins without the operator’s consent', async () => {
    const venue = await startSpoken({});
    const { points } = await walk(venue);
    const lines = points.flatMap(({ findings }) => findings.map(({ evidence }) => evidence));
    const writes = lines.filter((line) => /^(POST|PUT|DELETE) /.test(line));
    expect(writes.filter((line) => !line.startsWith('POST /v2/sso/login'))).toEqual([]);
    for (const point of [7, 8, 10, 17, 18]) expect(points[point - 1]?.verdict).toBe('untested');
  });

  it.each(WRITE_FLIPS.map((one) => [one.point, one.what, one] as const))(
    'names point %i and no other: %s; its proposed profile then agrees',
    async (point, _, { file }) => {
      await expectOnly(point, file, { extras: ['orders'] });
    },
  );
});

describe('conformance with all that the operator can allow', () => {
  const extras = ['orders', 'back-office', 'stp', 'limits'] as const;

  it('tests every point, once with a password and once by signatures', async () => {
    const venue = await startSpoken({});
    const byPassword = await walk(venue, [], { extras });
    expect(listDifferences(byPassword)).toEqual([]);
    expect(listPoints(byPassword, 'untested')).toEqual([2]);
    const bySignature = await walk(venue, [], { extras, signs: true });
    expect(listDifferences(bySignature)).toEqual([]);
    expect(listPoints(bySignature, 'untested')).toEqual([]);
  });

  it('leaves no trade of its own behind, and keeps what it downloads', async () => {
    const venue = await startSpoken({});
    const kept: string[] = [];
    const result = await walk(venue, [], { extras, kept });
    expect(kept.map((text) => JSON.parse(text) as unknown)).toEqual([
      [expect.objectContaining({ coId: 'before', event: 'NEW' })],
    ]);
    const booked = JSON.stringify(result.points).match(/POST \/v2\/trades: 200/g) ?? [];
    expect(booked.length).toBeGreaterThan(2);
    await venue.forget();
    await venue.http.login();
    expect((await venue.http.get('/v2/orders')).body).toEqual([]);
    const { body } = await venue.http.get('/v2/positions');
    expect(body).toMatchObject([{ symbol: 'EUR/USD', netOpenBase: 100_000 }]);
  });

  it('has a change of each of the 24 points', () => {
    const points = [...READ_FLIPS, ...WRITE_FLIPS, ...EXTRA_FLIPS].map(({ point }) => point);
    const all = Array.from({ length: 24 }, (_, index) => index + 1);
    expect([...new Set(points)].sort((a, b) => a - b)).toEqual(all);
  });

  it.each(EXTRA_FLIPS.map((one) => [one.point, one.what, one] as const))(
    'names point %i and no other: %s; its proposed profile then agrees',
    async (point, _, { file, extras: allowed = [] }) => {
      await expectOnly(point, file, { extras: allowed });
    },
  );
});

function listDifferences({ points }: Awaited<ReturnType<typeof walk>>) {
  return points.flatMap(({ findings }) => findings.filter(({ verdict }) => verdict === 'differs'));
}

async function expectOnly(point: number, file: Flip['file'], way: Parameters<typeof walk>[2]) {
  const venue = await startSpoken(file);
  const found = await walk(venue, [], way);
  const wrong = JSON.stringify(listDifferences(found));
  expect(listPoints(found, 'differs'), wrong).toEqual([point]);
  await venue.forget();
  const again = await walk(venue, found.changes, way);
  expect(listDifferences(again)).toEqual([]);
  expect(listPoints(again, 'held')).toContain(point);
}
