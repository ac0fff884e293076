// Faults by request: added, listed with what they have done, and cleared.
import { z } from 'zod';
import type { Instant } from '../domain/index.js';
import { type SimulatorResponse, answer, refuse } from './response.js';
import type { HandlerContext } from './handler.js';
import { describeProblem, type HttpRequest, readJson } from './http/read-request.js';
import { type FaultConfig, scenarioSchema } from './scenario/schema.js';

/** Every fault, with how often it could come and came. */
export function listFaults({ scenario }: HandlerContext): SimulatorResponse {
  const faults = scenario.list().map((report) => ({ ...report, fault: encode(report.fault) }));
  return answer(200, JSON.stringify({ faults }));
}

/** Adds faults in the form of the scenario file; their times count from now. */
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

/** Forgets all faults, and tells what they had done. */
export function clearFaults(host: HandlerContext, at: Instant): SimulatorResponse {
  const told = listFaults(host);
  host.scenario.clear(at);
  host.inputs?.clearFaults(at);
  return told;
}

function encode(fault: FaultConfig): unknown {
  return z.encode(scenarioSchema, { seed: 1, faults: [fault] }).faults[0];
}
