// Commands and options that were renamed: the former spelling still works, and a note names the
// present one.

const COMMANDS: Readonly<Record<string, string>> = { guard: 'watchdog', assess: 'controls' };

const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  resolve: { '--venue-word': '--venue-confirmed' },
  venue: { '--desk': '--back-office' },
};

/** The command line with present names; `notify` gets a note for each former one. */
export function replaceFormerNames(
  words: readonly string[],
  notify: (note: string) => void,
): readonly string[] {
  const [command = '', ...rest] = words;
  const options = Object.hasOwn(OPTIONS, command) ? OPTIONS[command] : undefined;
  const first = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (first === undefined && options === undefined) return words;
  if (first !== undefined) notify(`weir ${command} is now called weir ${first}; both work`);
  const after = rest.map((word) => {
    const [name = ''] = word.split('=', 1);
    const present = options !== undefined && Object.hasOwn(options, name) ? options[name] : name;
    if (present === undefined || present === name) return word;
    notify(`${name} is now called ${present}; both work`);
    return `${present}${word.slice(name.length)}`;
  });
  return [first ?? command, ...after];
}
