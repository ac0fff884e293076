// weir resume CONFIG --by NAME --reason TEXT: an operator clears halts after their checks.
import { commandBot, hasKillFile, MIN_REASON, toCauses } from '../../control/index.js';
import { realPorts } from '../../host/index.js';
import { signBy } from '../../plan/index.js';
import { type BotArguments, formatHalts, locateBot, readLine } from './bot-command.js';
import { CommandError, EXIT, print, printText, printNote, unwrap } from '../output.js';

export interface ResumeArguments extends BotArguments {
  readonly by: string;
  readonly second?: string | undefined;
  readonly reason: string;
  readonly halt?: string | undefined;
  readonly support?: string | undefined;
  readonly acceptPositions: boolean;
  readonly json: boolean;
}

export async function resume(options: ResumeArguments): Promise<number> {
  const { acceptPositions, by, halt, reason, second, support = '' } = options;
  if (reason.trim().length < MIN_REASON) {
    const message = `--reason: expected at least ${String(MIN_REASON)} characters`;
    throw new CommandError(`${message}, found "${reason}"`, EXIT.usage);
  }
  const place = locateBot(options);
  const signature = second === undefined ? { by } : { by, second };
  unwrap(signBy(place.plan.config, signature, true));
  const asked = halt === undefined ? [] : halt.split(',');
  const view = unwrap(await commandBot(realPorts, place, { do: 'checks', halts: asked, support }));
  const { checks, halts, killFile, pauses, shown } = view;
  for (const one of halts) printNote(formatHalts(one));
  for (const pause of pauses) printNote(`this pause ends as well: ${pause}`);
  if (killFile !== '') printNote(`control/KILL: ${killFile}`);
  let accepted = '';
  for (const { canAccept, found, hasPassed, name } of checks) {
    if (acceptPositions && canAccept === true) accepted = found;
    const hint = canAccept === true && accepted === '' ? ' (--accept-positions)' : '';
    const word = hasPassed ? 'ok ' : found === accepted ? 'ACCEPT' : 'FAILED';
    printNote(`${word} ${name}: ${found}${hint}`);
  }
  if (checks.some(({ found, hasPassed }) => !hasPassed && found !== accepted)) {
    throw new CommandError(
      'the halt was not cleared: fix what FAILED, then resume again (control.checks)',
      EXIT.fault,
    );
  }
  if (accepted !== '') printNote("from now on the journal has the venue's positions");
  const which = halts.length > 1 ? `these ${String(halts.length)} halts` : 'the halt';
  printNote(`type the cause code ${toCauses(halts)} to end ${which}:`);
  const cause = await readLine();
  const ids = halts.map(({ id }) => id);
  const terms = { ...signature, reason, cause, support, accepted };
  unwrap(await commandBot(realPorts, place, { do: 'resume', ...terms, halts: ids, shown }));
  const tradesOn = halts.every(({ wallAt }) => wallAt === 0);
  const keepsFile = killFile !== '' && hasKillFile(realPorts.disk, place.state.control);
  if (options.json) {
    printText(JSON.stringify({ ended: ids, killFile, keepsFile, tradesOn }, undefined, 2));
    return EXIT.done;
  }
  const next = tradesOn
    ? 'a running bot continues to trade'
    : 'a running bot ends now; then the bot can be started';
  print(`ended: ${ids.join(' ')}; ${next}`);
  if (keepsFile)
    print('control/KILL stays: it is of another kill, and the next start halts for it');
  else if (killFile !== '') print('control/KILL was removed');
  return EXIT.done;
}
