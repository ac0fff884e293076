// Serves the simulator's OpenAPI document and the HTML page generated from it.
import { readFileSync } from 'node:fs';
import { type SimulatorResponse, answer } from '../response.js';
import { refusePath } from '../dispatch.js';
import { type HttpRequest, splitTarget } from './read-request.js';

const PAGES: ReadonlyMap<string, readonly [file: string, contentType: string]> = new Map([
  ['/openapi.json', ['openapi.json', 'application/json']],
  ['/docs', ['docs.html', 'text/html; charset=utf-8']],
]);

/** Allows nothing but the page's own content. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const read = new Map<string, string>();

/** Response of a page's path; undefined for other paths. */
export function answerPage({ method, target }: HttpRequest): SimulatorResponse | undefined {
  const [path] = splitTarget(target);
  const page = PAGES.get(path);
  if (page === undefined) return undefined;
  if (method !== 'GET') return refusePath(path, ['GET']);
  const [file, contentType] = page;
  const headers = ['Content-Security-Policy', POLICY];
  return { ...answer(200, readAsset(file), headers), contentType };
}

function readAsset(file: string): string {
  const known = read.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../assets/${file}`, import.meta.url), 'utf8');
  read.set(file, text);
  return text;
}
