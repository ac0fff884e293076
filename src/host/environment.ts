// What processes that Weir starts inherit: never the secrets of the one that starts them.

/** Where programs are, and how to write texts and times. */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'TZ'];

export function toCleanEnvironment(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
