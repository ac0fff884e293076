// The browser that pages are tried in, where this machine has one.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

const executablePath = PLACES.find((path) => existsSync(path));

/** Without one, tests of pages are skipped: `apt-get install -y chromium`. */
export const isBrowserMissing = executablePath === undefined;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath ?? '', args: [...FLAGS, ...QUIET] });
}
