// node --import crash-at.mjs FILE: the process kills itself at one of its effects on disk or wire.
//
// CRASH_AT=17 is the 17th effect of all, CRASH_AT='rename state/control/halt:2' the second of that
// name. CRASH_CUT says when: `before` it, `half` of it (writes to files only), or `after` it.
// CRASH_LOG names a file that gets a line for each effect. Nothing of Weir knows of this file: it
// wraps what Node gives to everybody.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { relative } from 'node:path';

const { CRASH_AT = '', CRASH_CUT = 'before', CRASH_LOG } = process.env;
const log = CRASH_LOG === undefined ? undefined : fs.openSync(CRASH_LOG, 'a');
const writeLog = fs.writeSync;
const counts = new Map();
let all = 0;

/** Whether this effect is the one to crash at. */
function isDue(name) {
  all += 1;
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  if (log !== undefined) writeLog(log, `${name}\n`);
  return CRASH_AT === String(all) || CRASH_AT === `${name}:${String(count)}`;
}

function crash() {
  process.kill(process.pid, 'SIGKILL');
  // The signal is there before anything else can happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Does an effect; `half` does a part of it. */
function act(name, whole, half = () => undefined) {
  if (!isDue(name)) return whole();
  if (CRASH_CUT === 'half') half();
  if (CRASH_CUT === 'after') whole();
  return crash();
}

/** Runs of digits stand for any number: names are alike in every run. */
function toName(verb, path) {
  return `${verb} ${relative(process.cwd(), String(path)).replaceAll(/\d+/g, 'N')}`;
}

const paths = new Map();
const { openSync, writeSync } = fs;
fs.openSync = (path, flags, mode) => {
  const creates = typeof flags === 'number' && (flags & fs.constants.O_CREAT) !== 0;
  const open = () => openSync(path, flags, mode);
  const fd = creates ? act(toName('create', path), open) : open();
  paths.set(fd, path);
  return fd;
};
fs.writeSync = (fd, bytes, from = 0, length = bytes.length, at = null) =>
  act(
    toName('write', paths.get(fd)),
    () => writeSync(fd, bytes, from, length, at),
    () => writeSync(fd, bytes, from, Math.floor(length / 2), at),
  );
for (const name of ['fsyncSync', 'fdatasyncSync', 'ftruncateSync']) {
  const original = fs[name];
  fs[name] = (fd, ...rest) =>
    act(toName(name.slice(0, -4), paths.get(fd)), () => original(fd, ...rest));
}
for (const name of ['mkdirSync', 'renameSync', 'linkSync', 'rmSync']) {
  const original = fs[name];
  fs[name] = (path, ...rest) => act(toName(name.slice(0, -4), path), () => original(path, ...rest));
}
syncBuiltinESMExports();

/** What each connection was last asked. */
const asked = new WeakMap();
const socket = net.Socket.prototype;
const { _writeGeneric: send, push } = socket;
socket._writeGeneric = function (isMany, data, ...rest) {
  const first = isMany ? data[0]?.chunk : data;
  const request = /^[A-Z]+ \/[\w/.-]*/.exec(String(first).slice(0, 200))?.[0];
  const whole = () => send.call(this, isMany, data, ...rest);
  // Until it is connected this only waits, and comes again.
  if (this.connecting || request === undefined) return whole();
  const name = request.replaceAll(/\d+/g, 'N');
  asked.set(this, name);
  return act(`send ${name}`, whole);
};
socket.push = function (chunk, ...rest) {
  const whole = () => push.call(this, chunk, ...rest);
  const name = asked.get(this);
  return name === undefined || chunk === null ? whole() : act(`answer ${name}`, whole);
};
