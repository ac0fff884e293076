// A worker thread for tests of the executor: answers, dies or does not start, as the job says.
import { parentPort, workerData } from 'node:worker_threads';

if (workerData.file === 'late') throw new Error('cannot start');
parentPort.on('message', ({ id }) => {
  if (id === 'exit') process.exit(7);
  if (id === 'throw') throw new RangeError('out of luck');
  if (id !== 'silent') parentPort.postMessage({ id, digest: `of ${id}` });
});
parentPort.postMessage(
  workerData.file === 'refused' ? { fault: { code: 'a.b', message: 'not this one' } } : {},
);
