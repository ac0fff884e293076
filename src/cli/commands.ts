// The commands with what they take, in the order of the help.

export const COMMANDS = {
  paper: '<config>',
  backtest: '<config>',
  run: '<config>',
  kill: '<config>',
  guard: '<config>',
  status: '<config>',
  resume: '<config>',
  flatten: '<config>',
  resolve: '<coId> <config>',
  simulate: '[config]',
  check: '<config>',
  journal: '<action> <folder>',
  replay: '<session>',
  report: '<sessions..>',
  torture: '',
  drill: '<path>',
  data: '<action> <file>',
  strategies: '',
  assess: '',
  venue: '[area] [call]',
} as const;
