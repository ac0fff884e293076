// The page of a sweep in a real browser: it draws, fits the screen and the paper, needs no network.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderSweep } from '../../src/report/index.js';
import { VIEW } from '../report/sweep/view.js';
import { isBrowserMissing, launchBrowser } from './browser.js';

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'weir-sweep-page-'));
const file = join(folder, 'report.html');

beforeAll(async () => {
  if (isBrowserMissing) return;
  browser = await launchBrowser();
  writeFileSync(file, renderSweep(VIEW));
});
afterAll(async () => {
  if (!isBrowserMissing) await browser.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(isBrowserMissing)('page of a sweep in a browser', () => {
  it.each([
    [1280, 'light', 'screen'],
    [1280, 'dark', 'screen'],
    [390, 'light', 'screen'],
    [794, 'light', 'print'],
  ] as const)('page is drawn at %i pixels, %s, on %s', async (width, colorScheme, media) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    await page.emulateMedia({ media });
    const complaints: string[] = [];
    const url = pathToFileURL(file).href;
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (request.url() !== url) complaints.push(request.url());
    });
    await page.goto(url);
    expect(await page.locator('svg.heat rect').count()).toBe(9);
    expect(await page.locator('#best tbody tr').count()).toBe(9);
    expect(await page.locator('#walk-forward tbody tr').count()).toBe(2);
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(wide)).toBe(0);
    const [gain, loss] = await Promise.all(
      ['gain', 'loss'].map((kind) =>
        page.evaluate(`getComputedStyle(document.querySelector('svg.heat .${kind}')).fill`),
      ),
    );
    expect(gain).not.toBe(loss);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
