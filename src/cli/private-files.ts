// What a bot and its commands write is for their user alone, whatever the shell allows (S31).

/** Every file 0600 and every directory 0700 from now on, also of processes that are started. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
