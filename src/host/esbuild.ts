// The compiler of strategies: a process for each text that ends with it, and that inherits nothing.
import type { TransformOptions, TransformResult } from 'esbuild';
import { toCleanEnvironment } from './environment.js';

/** Throws what esbuild throws. */
export async function compileText(
  text: string,
  options: TransformOptions,
): Promise<TransformResult> {
  // Otherwise a thread of esbuild keeps a process that lives as long as this one.
  process.env['ESBUILD_WORKER_THREADS'] = '0';
  // Its own program, whose hash is known, and no other that somebody names.
  delete process.env['ESBUILD_BINARY_PATH'];
  const { transformSync } = await import('esbuild');
  const own = process.env;
  // It can be told no other environment; nobody else runs before it is put back.
  process.env = toCleanEnvironment();
  try {
    return transformSync(text, options);
  } finally {
    process.env = own;
  }
}
