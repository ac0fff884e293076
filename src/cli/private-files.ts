// Makes files of a bot and its commands private to their user, whatever the shell's umask (S31).

/** Sets mode 0600 for new files and 0700 for new directories, also in child processes. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
