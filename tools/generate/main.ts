// Writes every generated file of the checkout in which it runs: `npm run generate`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { listGenerated } from './generate.js';

for (const { path, text } of await listGenerated()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`${path}\n`);
}
