// The security checklist, row by row: which test shows that each threat is met.

export interface Row {
  readonly id: string;
  readonly threat: string;
  /** Test file, and words of a test's title or of the text that the test is. */
  readonly tests: readonly (readonly [file: string, words: string])[];
}

function row(id: string, threat: string, ...tests: Row['tests']): Row {
  return { id, threat, tests };
}

/** S11 to S20 are of the dashboard, which this version does not have. */
export const ROWS: readonly Row[] = [
  row(
    'S01',
    'a secret in a repository, an argument, or a child',
    ['test/config/secret.test.ts', 'refuses a file of mode %o'],
    ['test/config/secret.test.ts', 'refuses a file in a repository'],
    ['test/plan/read-login.test.ts', 'is refused for %s'],
    ['test/process/secrets.test.ts', 'process list and simulator process have no secret'],
  ),
  row(
    'S02',
    'a secret in an output',
    ['test/process/secrets.test.ts', 'search for secrets'],
    ['test/process/workspace.ts', 'a secret stands in'],
    ['test/leaks.ts', 'a secret stands in'],
    ['test/leaks.test.ts', 'search for secrets finds one in printed output'],
    ['test/scenarios/client/secrets.test.ts', 'is in no outcome of status %d'],
    ['test/journal/record.test.ts', 'never has a key named %s'],
    ['src/torture/invariants/proof/no-secret.ts', 'BOT_LOGIN.password'],
  ),
  row('S03', 'a line break at the end of a secret', [
    'test/config/secret.test.ts',
    'warns of the line end that it removes',
  ]),
  row(
    'S04',
    'calls that move trades or money',
    ['test/process/venue-call.test.ts', 'call must be allowed by the configuration'],
    ['test/client/back-office.test.ts', 'is not imported by'],
    ['test/client/back-office.test.ts', 'has no call that moves trades or money: %s'],
    ['test/strategy-loader/lint.test.ts', 'keep the rules that users keep'],
  ),
  row(
    'S05',
    'a token sent elsewhere',
    ['test/scenarios/client/place-order.test.ts', 'never follows a redirect'],
    [
      'test/scenarios/client/destination-of-secrets.test.ts',
      'asks no resolver for the name of this machine',
    ],
    ['test/process/tls.test.ts', 'ignores the proxy of the environment'],
    ['src/torture/invariants/proof/boundary.ts', 'origin'],
  ),
  row(
    'S06',
    'a debugger or a dump',
    ['test/session/live/start-checks.test.ts', '--inspect-wait'],
    ['test/process/stop.test.ts', 'opens no debugger'],
    ['test/security/rows.test.ts', 'has a unit file whose service writes no dump'],
  ),
  row(
    'S07',
    'an open connection',
    ['test/plan/check-venue.test.ts', 'plain http on another machine'],
    ['test/plan/check-venue.test.ts', 'live over plain http on this machine'],
    ['test/client/transport/transport.test.ts', 'whatever the environment says'],
    ['test/client/transport/transport.test.ts', 'a certificate of an unknown authority'],
    ['test/client/transport/transport.test.ts', 'TLS 1.1 at most'],
    ['test/process/tls.test.ts', 'prevents the login (N04)'],
  ),
  row(
    'S08',
    'an answer as a weapon',
    ['test/security/answers.test.ts', 'with endless levels is refused'],
    ['test/security/answers.test.ts', 'is checked by the schema of its call without a throw'],
    ['test/client/transport/transport.test.ts', 'too-large'],
  ),
  row(
    'S09',
    'signatures that prove too little',
    ['test/protocol/hmac.test.ts', 'are of three kinds, all of which are tested here'],
    ['test/protocol/hmac.test.ts', 'changes with any one character of'],
    ['test/simulator/access/signature-check.test.ts', 'with altered body, target or method'],
  ),
  row(
    'S10',
    'headers and paths made of ids',
    ['test/security/answers.test.ts', 'cannot leave its place, whatever characters it has'],
    ['test/security/answers.test.ts', 'is no id of an order: %j'],
  ),
  row('S21', 'strategies are code', [
    'test/security/rows.test.ts',
    'states that strategies are trusted code',
  ]),
  row(
    'S22',
    'another strategy than the one that was meant',
    ['test/strategy-loader/pins.test.ts', 'of another file is refused with its line'],
    ['test/session/approval.test.ts', 'session.integrity'],
    ['test/process/replay.test.ts', 'names the strategy whose text in the header was changed'],
    ['test/strategy-loader/pins.test.ts', 'does not run to be refused: %s'],
    ['test/strategy-loader/pins.test.ts', 'does not run: %s'],
    ['test/strategy-loader/load-strategy.test.ts', 'with a forbidden construct names its place'],
  ),
  row(
    'S23',
    'a strategy past the gate',
    ['test/strategy-loader/lint.test.ts', 'keep the rules that users keep'],
    ['test/process/broken-strategy.test.ts', 'strategy that %s is halted'],
  ),
  row(
    'S24',
    'a strategy that hangs or floods',
    ['test/process/control.test.ts', 'kill of a hanging bot cancels its orders'],
    ['test/process/guard.test.ts', 'watchdog latches and cancels for a hanging bot'],
    [
      'test/scenarios/kernel/strategies.test.ts',
      'accepts a thousand intents and halts the strategy of the next',
    ],
    ['test/risk/health/actions.test.ts', 'or a heap that is filled to 80 % pauses'],
  ),
  row(
    'S25',
    'parameters as code',
    ['test/process/run.test.ts', '--disallow-code-generation-from-strings'],
    ['test/session/live/start-checks.test.ts', '--disallow-code-generation-from-strings'],
  ),
  row(
    'S26',
    'a package that means harm',
    ['test/security/packages.test.ts', 'are those of the reviewed list, at exact versions'],
    ['test/security/packages.test.ts', 'are in no other list'],
    ['test/security/packages.test.ts', 'with an install script, which setup does not run'],
    ['test/setup.deep.test.ts', 'npm ci --ignore-scripts'],
  ),
  row('S27', 'proof of origin as false comfort', [
    'test/security/packages.test.ts',
    'is proven by its checksum, wherever it came from',
  ]),
  row(
    'S28',
    'another build than the tested one',
    ['test/setup.deep.test.ts', 'build makes equal files wherever it runs'],
    ['test/process/integrity.test.ts', 'files of two builds are refused'],
    ['test/security/packages.test.ts', 'has no script that runs when it is installed'],
  ),
  row(
    'S29',
    'tokens of the build machine',
    ['test/security/packages.test.ts', 'pins what its workflows run'],
    ['test/security/packages.test.ts', 'would be reported in a workflow'],
  ),
  row(
    'S30',
    'native code of packages',
    ['test/process/run.test.ts', '--no-addons'],
    ['test/session/live/start-checks.test.ts', '--no-addons'],
  ),
  row(
    'S31',
    'another user of the machine',
    ['test/state/directory.test.ts', 'below a world-writable parent'],
    ['test/state/directory.test.ts', 'is created with its parts, for its owner only'],
    ['test/state/directory.test.ts', 'is refused below a directory of another user'],
    ['test/host/local.test.ts', 'is for its owner only, and answers a line'],
    ['test/journal/create-journal.test.ts', 'is readable by its owner only'],
    ['test/process/permissions.test.ts', 'only the owner can read a live session’s files'],
  ),
  row(
    'S32',
    'an edited journal',
    ['test/journal/record.test.ts', 'is refused when any one byte of it is changed'],
    ['test/process/journal.test.ts', 'journal verify names the changed record'],
  ),
  row(
    'S33',
    'a latch or lock that is deleted',
    ['test/state/halt-latch.test.ts', 'are those of the journal when the file is missing'],
    ['test/state/instance-lock.test.ts', 'does not depend on its file'],
    ['test/process/recovery.test.ts', 'halt survives restarts (RC69), also with its file deleted'],
  ),
  row(
    'S34',
    'links in place of files',
    ['test/process/run.test.ts', 'leads nowhere (S34)'],
    [
      'test/scenarios/journal/local-disk.test.ts',
      "localDisk.create(folder, 'link')).toThrow('EEXIST')",
    ],
    ['test/state/directory.test.ts', 'whose journal is a link'],
    ['test/config/secret.test.ts', 'refuses a symbolic link'],
  ),
  row(
    'S35',
    'texts that steer a terminal or a log',
    ['test/report/terminal/format.test.ts', 'nor lets a text steer the terminal'],
    ['test/protocol/codecs/decode-order.test.ts', 'cleans control characters from the reason'],
    ['test/config/parse.test.ts', 'cannot garble a terminal'],
  ),
  row(
    'S36',
    'a race on the kill file',
    ['test/control/kill/kill-switch.test.ts', 'counts as existing when its folder cannot be read'],
    ['test/process/kill-file.test.ts', 'with any content stops a bot'],
    ['test/manual-calls/bot-state.test.ts', 'is refused while the kill file exists'],
  ),
  row(
    'S37',
    'a support pack that leaks',
    ['test/process/support-pack.test.ts', 'has request and response, alerts, and has no secret'],
    ['test/process/support-pack.test.ts', 'bundle of a refused login has no credentials'],
    [
      'test/scenarios/client/secrets.test.ts',
      'contains no password, token or signature in any form',
    ],
    ['test/process/workspace.ts', 'a secret stands in'],
  ),
  row(
    'S38',
    'somebody who says resume',
    ['test/process/control.test.ts', 'stays up until the operator resumes'],
    ['test/recovery/open-bot.test.ts', 'until the operator resumes it by its id'],
  ),
  row(
    'S39',
    'paper and live mixed up',
    ['test/plan/secret-environment.test.ts', 'is refused at a %s venue, and is not shown'],
    ['test/process/run.test.ts', 'start needs an unchanged approval, --live and the account typed'],
    ['test/state/directory.test.ts', 'is refused to another %s'],
    ['test/process/recovery.test.ts', 'of another login or environment is refused'],
  ),
  row(
    'S40',
    'an old state put back',
    ['test/recovery/recover.test.ts', 'over a live order %s, with login use %s, halts'],
    ['test/scenarios/risk/venue-view-rules.test.ts', 'is not in the journal'],
    ['src/torture/faults/disks.ts', 'the journal is gone'],
    ['src/torture/invariants/orders/one-order.ts', 'coId'],
  ),
];
