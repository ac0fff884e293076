// The report in a real browser: it draws, zooms, answers the pointer, and needs no network.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Results, writeReport } from '../../src/report/index.js';
import { INFO, playTwap } from '../report/twap-session.js';
import { isBrowserMissing, launchBrowser } from './browser.js';

let browser: Browser;
let folder = '';

beforeAll(async () => {
  if (isBrowserMissing) return;
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'weir-report-'));
});
afterAll(async () => {
  if (folder === '') return;
  await browser.close();
  rmSync(folder, { recursive: true });
});

interface Opened {
  readonly page: Page;
  /** Console messages, page errors, dialogs, and requests for anything but the file. */
  readonly complaints: readonly string[];
}

async function open(
  results: Results,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<Opened> {
  const written = writeReport(folder, results);
  if (!written.ok) throw new Error(written.fault.message);
  const url = pathToFileURL(join(folder, 'report.html')).href;
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  page.on('request', (request) => {
    if (request.url() !== url) complaints.push(request.url());
  });
  await page.goto(url);
  return { page, complaints };
}

/** How many pixels of the canvas have about this colour. */
async function countPixels(page: Page, canvas: string, variable: string): Promise<number> {
  return page.evaluate(
    `(() => {
      const canvas = document.querySelector(${JSON.stringify(canvas)});
      const probe = document.createElement('i');
      probe.style.color = 'var(--${variable})';
      document.body.append(probe);
      const [red, green, blue] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d', { willReadFrequently: true });
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const distance = Math.abs(data[at] - red) + Math.abs(data[at + 1] - green);
        if (data[at + 3] > 200 && distance + Math.abs(data[at + 2] - blue) < 30) count += 1;
      }
      return count;
    })()`,
  );
}

describe.skipIf(isBrowserMissing)('report in a browser', () => {
  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'all charts are drawn at %s pixels in %s mode without an error',
    async (width, scheme) => {
      const { page, complaints } = await open(playTwap(), width, scheme);
      expect(await page.locator('figure canvas').count()).toBe(4);
      for (const color of ['bid', 'offer', 'sell', 'arrival']) {
        expect(await countPixels(page, '#price-charts canvas', color), color).toBeGreaterThan(20);
      }
      expect(await countPixels(page, '#price-charts canvas', 'buy')).toBe(0);
      expect(await countPixels(page, '#progress-charts canvas', 'bid')).toBeGreaterThan(300);
      expect(await countPixels(page, '#equity-charts canvas', 'bid')).toBeGreaterThan(300);
      const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(wide)).toBe(0);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it('price chart shows bid and offer under the pointer and zooms by buttons', async () => {
    const { page, complaints } = await open(playTwap(), 1280, 'light');
    const figure = page.locator('#price-charts figure');
    await figure.locator('.u-over').hover({ position: { x: 400, y: 150 } });
    await expect
      .poll(() => figure.locator('.readout').textContent())
      .toMatch(
        /^2026-07-13 12:0\d:\d\d\.\d{3}Z {3}bid 1\.14\d{3} {3}offer 1\.14\d{3} {3}spread \d ticks$/,
      );
    const before = await countPixels(page, '#price-charts canvas', 'sell');
    const zoomIn = figure.getByRole('button', { name: 'Zoom in: EUR/USD' });
    for (let times = 0; times < 5; times++) await zoomIn.click();
    await expect
      .poll(() => countPixels(page, '#price-charts canvas', 'sell'))
      .toBeLessThan(before / 2);
    await figure.getByRole('button', { name: 'Whole range: EUR/USD' }).click();
    await expect.poll(() => countPixels(page, '#price-charts canvas', 'sell')).toBe(before);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('script inside a text is not run', async () => {
    const evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>';
    const results = playTwap({ ...INFO, name: evil, notes: [{ label: evil, value: evil }] });
    const { page, complaints } = await open(results, 1280, 'light');
    expect(await page.locator('h1').textContent()).toBe(evil);
    expect(await page.locator('figure canvas').count()).toBe(4);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
