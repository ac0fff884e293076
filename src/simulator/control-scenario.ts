// Control API of the scenario: adds, lists and clears injected faults.
import { z } from 'zod';
import type { Instant } from '../domain/index.js';
import { type SimulatorResponse, answer, refuse } from './response.js';
import type { HandlerContext } from './handler.js';
import { describeProblem, type HttpRequest, readJson } from './http/read-request.js';
import { type FaultConfig, scenarioSchema } from './scenario/schema.js';

/** Lists the injected faults with their counts of matches and hits. */
export function listFaults({ scenario }: HandlerContext): SimulatorResponse {
  const faults = scenario.list().map((report) => ({ ...report, fault: encode(report.fault) }));
  return answer(200, JSON.stringify({ faults }));
}

/** Adds faults in the form of the scenario file; their times count from `at`. */
export function addFaults(
  host: HandlerContext,
  at: Instant,
  { body }: HttpRequest,
): SimulatorResponse {
  const read = readJson(body);
  if ('problem' in read) return refuse(400, read.problem);
  const parsed = scenarioSchema.safeParse(read.value);
  if (!parsed.success) return refuse(400, describeProblem('body', scenarioSchema, read.value));
  const problem = host.scenario.add(at, parsed.data);
  if (problem !== undefined) return refuse(400, `body.${problem}`);
  host.inputs?.addFaults(at, z.encode(scenarioSchema, parsed.data));
  return listFaults(host);
}

/** Removes all faults; the response lists their final counts. */
export function clearFaults(host: HandlerContext, at: Instant): SimulatorResponse {
  const faults = listFaults(host);
  host.scenario.clear(at);
  host.inputs?.clearFaults(at);
  return faults;
}

function encode(fault: FaultConfig): unknown {
  return z.encode(scenarioSchema, { seed: 1, faults: [fault] }).faults[0];
}
