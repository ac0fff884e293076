// A stopwatch at the sockets: from the read of a rate to the write of the order it causes.
import { Socket } from 'node:net';

/** As in the floor. */
export const TICK_GAPS = [
  { gap: 'hot', gapMs: 0, settleCycles: 100, cycles: 5_000 },
  { gap: '1 ms', gapMs: 1, settleCycles: 100, cycles: 3_000 },
  { gap: '20 ms', gapMs: 20, settleCycles: 20, cycles: 500 },
];

/** Microseconds from the last read of a rate to each write of an order: begun, and done. */
export function watchSockets(orderStart) {
  const samples = [];
  let readAt = 0;
  const { push, _write, _writev } = Socket.prototype;
  Socket.prototype.push = function (chunk, ...rest) {
    const now = performance.now();
    if (chunk?.includes('"bid"')) readAt = now;
    return push.call(this, chunk, ...rest);
  };
  const timed = (text, write) => {
    if (!String(text).startsWith(orderStart)) return write();
    const writeAt = performance.now();
    write();
    const written = performance.now() - readAt;
    samples.push({ toWrite: (writeAt - readAt) * 1_000, written: written * 1_000 });
  };
  Socket.prototype._write = function (chunk, ...rest) {
    timed(chunk, () => _write.call(this, chunk, ...rest));
  };
  Socket.prototype._writev = function (chunks, ...rest) {
    timed(chunks[0].chunk, () => _writev.call(this, chunks, ...rest));
  };
  return { samples };
}
