// Compiler of strategies: one process per text, with an empty environment.
import type { TransformOptions, TransformResult } from 'esbuild';
import { toCleanEnvironment } from './environment.js';

/** Throws the errors of esbuild. */
export async function compileText(
  text: string,
  options: TransformOptions,
): Promise<TransformResult> {
  // Otherwise a thread of esbuild keeps a process alive as long as this one.
  process.env['ESBUILD_WORKER_THREADS'] = '0';
  // Uses esbuild's own binary, whose hash is known, and none that a variable names.
  delete process.env['ESBUILD_BINARY_PATH'];
  const { transformSync } = await import('esbuild');
  const own = process.env;
  // esbuild accepts no other environment; no other code runs before it is restored.
  process.env = toCleanEnvironment();
  try {
    return transformSync(text, options);
  } finally {
    process.env = own;
  }
}
