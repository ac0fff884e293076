// weir venue conformance: which assumptions of the profile hold at a venue, and what to change.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  type ConformanceResult,
  formatReport,
  runConformance,
  toProfileFile,
  toRows,
} from '../conformance/index.js';
import { formatInstant } from '../domain/index.js';
import {
  createFolder,
  findProfile,
  loadPlan,
  openClock,
  type Plan,
  readLogin,
} from '../session/index.js';
import { EXIT, print, tell, unwrap } from './output.js';
import { loadRegistry } from './registry.js';
import { usageError } from './usage.js';
import type { VenueArguments } from './venue.js';
import { printValue } from './venue-show.js';

export async function conformance(options: VenueArguments): Promise<number> {
  const { config, json, out } = options;
  if (config === undefined) throw usageError('expected --config FILE, found none');
  const plan = unwrap(await loadPlan(config, await loadRegistry()));
  const { baseUrl, ...credentials } = unwrap(readLogin(plan, process.env));
  const clock = unwrap(await openClock(plan, baseUrl));
  const folder = unwrap(createFolder(out, 'conformance'));
  const venue = { baseUrl, credentials, instruments: plan.instruments, now: () => clock.now() };
  const result = unwrap(
    await runConformance(venue, { profile: findProfile(plan), sets: [], writes: [], tell }),
  );
  write(folder, plan, result, baseUrl, formatInstant(clock.now()));
  if (json) print(JSON.stringify({ ...result, profile: toFile(plan, result), folder }));
  else {
    printValue(toRows(result));
    print(`report ${join(folder, 'conformance.md')}`);
    print(`profile ${join(folder, 'profile.yaml')}`);
  }
  const isRight = result.points.every(({ verdict }) => verdict !== 'differs');
  return isRight ? EXIT.done : EXIT.fault;
}

function toFile({ venue }: Plan, { changes }: ConformanceResult) {
  return toProfileFile([venue.changes, ...changes]);
}

function write(
  folder: string,
  plan: Plan,
  result: ConformanceResult,
  baseUrl: string,
  at: string,
): void {
  const file = toFile(plan, result);
  const text = Object.keys(file).length === 0 ? '{}\n' : stringify(file);
  writeFileSync(join(folder, 'profile.yaml'), `# What ${baseUrl} does otherwise, ${at}.\n${text}`);
  writeFileSync(join(folder, 'conformance.md'), formatReport(result, baseUrl, at));
}
