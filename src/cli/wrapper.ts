// npx and npm run a command behind a shell: who kills them leaves both running. What they started
// ends with them.
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;
const SHELL = /^(?:ba|da|k|z|a)?sh$/;

/** Calls back once the npm that runs this process is gone; gives what stops the looking. */
export function onWrapperGone(action: () => void, env = process.env): () => void {
  if (env['npm_command'] === undefined) return () => undefined;
  const first = readWrapper();
  const timer = setInterval(() => {
    if (readWrapper() === first) return;
    clearInterval(timer);
    action();
  }, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** Ids of the parent, and of its parent where that is a shell: orphans get another one. */
function readWrapper(): string {
  const { ppid } = process;
  const { name, parent } = readParent(ppid);
  return SHELL.test(name) ? `${String(ppid)} ${parent}` : String(ppid);
}

/** Name and parent of a process, where the system has a file of them. */
function readParent(pid: number): { readonly name: string; readonly parent: string } {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [, name = '', parent = ''] = /\((.*)\) \S (\d+)/s.exec(text) ?? [];
    return { name, parent };
  } catch {
    return { name: '', parent: '' };
  }
}
