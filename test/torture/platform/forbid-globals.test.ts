// Platform functions that worlds forbid, and their restoration.
import { connect } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { interval } from 'rxjs';
import { expect, it } from 'vitest';
import { realClock } from '../../../src/host/clock.js';
import { localDisk } from '../../../src/journal/disk.js';
import { banGlobals } from '../../../src/torture/platform/forbid-globals.js';

it('worlds refuse real time to code of Weir, by name', () => {
  const messages: string[] = [];
  const lift = banGlobals((name) => messages.push(name));
  try {
    expect(() => realClock.wallMillis()).toThrow('Date.now was used within a world');
    expect(() => realClock.monoMicros()).toThrow('performance.now was used');
    expect(() => realClock.setTimer(1, () => undefined)).toThrow('setTimeout was used');
    expect(() => interval(1).subscribe()).toThrow('was used within a world');
  } finally {
    lift();
  }
  expect(messages.slice(0, 3)).toEqual(['Date.now', 'performance.now', 'setTimeout']);
  expect(realClock.wallMillis()).toBeGreaterThan(0);
});

it('worlds leave the test runner and dates with arguments alone', () => {
  const before = [Date, setTimeout, Math.random];
  const lift = banGlobals(() => undefined);
  const lift2 = banGlobals(() => undefined);
  try {
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(new Date(0) instanceof Date).toBe(true);
    expect(Date.parse('1970-01-01T00:00:01Z')).toBe(1_000);
    expect(Math.random()).toBeLessThan(1);
    lift();
    expect(() => realClock.wallMillis()).toThrow('Date.now');
  } finally {
    lift2();
  }
  expect([Date, setTimeout, Math.random]).toEqual(before);
});

it('worlds refuse the disk to code of Weir, and connections to everyone', () => {
  const messages: string[] = [];
  const before = [existsSync, readFileSync, connect];
  const lift = banGlobals((name) => messages.push(name));
  try {
    expect(() => localDisk.list('test')).toThrow(/^fs\.\w+ was used within a world/);
    expect(() => connect(9)).toThrow('net.connect was used within a world');
    // Who runs tests around worlds reads files.
    expect(existsSync('test')).toBe(true);
  } finally {
    lift();
  }
  expect(messages).toEqual(['fs.readdirSync', 'net.connect']);
  expect([existsSync, readFileSync, connect]).toEqual(before);
  expect(localDisk.list('test')).toContain('torture');
});
