// Loads own strategies: checked, compiled, pinned.
export {
  APPROVAL_HINT,
  compiledSchema,
  hashCompiled,
  pickCompiled,
  type CompiledTexts,
} from './compiled-texts.js';
export { loadStrategy, type LoadedStrategy } from './load-strategy.js';
export type { CompiledText } from './compile.js';
export { findFolderFault, findPinFault } from './pins.js';
