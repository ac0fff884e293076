// Types of patch.mjs, for its test.
export interface Patch {
  readonly id: string;
  readonly title: string;
  readonly name: string;
}

export interface ChangedText {
  readonly path: string;
  readonly text: string;
}

export class PatchError extends Error {}
export function listPatches(): readonly Patch[];
export function readSource(path: string): string;
export function parsePatch(text: string, name: string): Patch;
export function applyPatch(patch: Patch, read: (path: string) => string): readonly ChangedText[];
