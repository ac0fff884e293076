// Detects the end of npm or npx: they run a command behind a shell, and killing them leaves both
// running, so the command ends itself.
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;
const SHELL = /^(?:ba|da|k|z|a)?sh$/;

/**
 * Calls `action` once the npm that runs this process is gone; returns a function that stops the
 * checks.
 */
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

/**
 * Ids of the parent, and of its parent if the parent is a shell: both change when it is orphaned.
 */
function readWrapper(): string {
  const { ppid } = process;
  const { name, parent } = readParent(ppid);
  return SHELL.test(name) ? `${String(ppid)} ${parent}` : String(ppid);
}

/** Name and parent of a process, from /proc if the system has it. */
function readParent(pid: number): { readonly name: string; readonly parent: string } {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const [, name = '', parent = ''] = /\((.*)\) \S (\d+)/s.exec(text) ?? [];
    return { name, parent };
  } catch {
    return { name: '', parent: '' };
  }
}
