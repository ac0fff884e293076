// Environment variables of child processes: never the secrets of the parent.

/** Program paths, locale and time zone. */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'TZ'];

export function toCleanEnvironment(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
