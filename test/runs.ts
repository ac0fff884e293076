// How many cases a property takes. `PROPERTY_SHARE=0.15` takes so much of them: mutants are judged
// by that, each of which has to pass them all.

const SHARE = Number(process.env['PROPERTY_SHARE'] ?? 1);

export function countRuns(whole: number): number {
  return Math.ceil(whole * SHARE);
}
