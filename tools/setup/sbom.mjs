// Writes sbom.cdx.json, the CycloneDX list of the packages that Weir runs with, before npm packs it.
//
//   node tools/setup/sbom.mjs
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];

// `npm sbom --omit dev` also omits what a development package needs too (rxjs, yaml, esbuild), so
// npm reads copies that name no development packages.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'weir-sbom-'));
try {
  copyJson('package.json', (manifest) => delete manifest.devDependencies);
  copyJson('package-lock.json', (lock) => delete lock.packages[''].devDependencies);
  const shell = process.platform === 'win32';
  const text = execFileSync('npm', COMMAND, { cwd: folder, encoding: 'utf8', shell });
  fs.writeFileSync(path.join(ROOT, 'sbom.cdx.json'), text);
} finally {
  fs.rmSync(folder, { recursive: true });
}

function copyJson(name, change) {
  const content = JSON.parse(fs.readFileSync(path.join(ROOT, name), 'utf8'));
  change(content);
  fs.writeFileSync(path.join(folder, name), JSON.stringify(content));
}
