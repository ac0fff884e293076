// Writes dist/THIRD-PARTY.txt: the licences of the packages whose code the bundle holds.
//
//   writeThirdParty(DIST, INPUTS)    paths of what was bundled, as esbuild's metafile has them
import * as fs from 'node:fs';
import * as path from 'node:path';

const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** The folder of the package that a bundled file is of. */
const PACKAGE = /^([^:]*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

const HEAD = `Weir's own licence is in LICENSE. Its bundle holds code of these packages, each under its own terms.
`;

export function writeThirdParty(dist, inputs) {
  const folders = inputs.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []);
  const texts = new Set([...new Set(folders)].map((folder) => describe(path.join(dist, folder))));
  fs.writeFileSync(path.join(dist, 'THIRD-PARTY.txt'), [HEAD, ...[...texts].sort()].join('\n'));
}

function describe(folder) {
  const { name, version, license } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const files = fs.readdirSync(folder).filter((file) => LICENCE.test(file));
  if (files.length === 0) throw new Error(`expected a licence in ${folder}, found none`);
  const texts = files.sort().map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim());
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
