// Rejects requests that a foreign web page may have made a browser send: a foreign Host header, or
// a body that needs no CORS preflight.
import { type SimulatorResponse, refuse } from '../response.js';
import type { HttpRequest } from './read-request.js';

/** The Host's port is ignored, because a port forwarder on this host may change it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const PORT = /:\d{1,5}$/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** 421 for a Host that is not the simulator's, 415 for a body without a JSON content type. */
export function refuseForeign(
  { body, headers }: Pick<HttpRequest, 'body' | 'headers'>,
  hosts: readonly string[],
): SimulatorResponse | undefined {
  const { host, 'content-type': given } = headers;
  const name = typeof host === 'string' ? host.toLowerCase().replace(PORT, '') : undefined;
  const isOwn =
    name === undefined || LOOPBACK.test(name) || hosts.some((one) => one.toLowerCase() === name);
  if (!isOwn) {
    const found = name.slice(0, 100);
    return refuse(421, `header host: expected a name of this simulator, found ${found}.`);
  }
  const type = typeof given === 'string' ? given : '';
  if (body.length === 0 || JSON_TYPE.test(type)) return undefined;
  const found = type === '' ? 'none' : type.slice(0, 100);
  return refuse(415, `header content-type: expected application/json, found ${found}.`);
}
