// Option names by command, to suggest the nearest name for an unknown option.
import { DATA_OPTIONS } from '../data/data-options.js';
import { extras } from './options.js';
import { TORTURE_OPTIONS } from '../dev/torture-options.js';

export const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  paper: ['out', 'resume', 'json'],
  backtest: ['out', 'cache', 'events', 'json'],
  sweep: ['out', 'resume', 'workers', 'cache', 'json'],
  run: [
    'out',
    'state',
    'live',
    'accept-limit-increase',
    'accept-lost-journal',
    'by',
    'reason',
    'json',
  ],
  record: ['out', 'part'],
  simulate: ['rates', 'port', 'speed', 'origin', 'scenario', 'save', 'restore'],
  check: ['policy', 'explain', 'state', 'approve', 'by', 'reason', 'json'],
  journal: ['json'],
  replay: ['out', 'json'],
  report: ['out', 'json'],
  parity: ['models', 'price', 'time', 'out', 'json'],
  torture: Object.keys(TORTURE_OPTIONS),
  drill: ['records', 'log', 'json'],
  doctor: ['state', 'json'],
  data: [...Object.keys(DATA_OPTIONS), 'json'],
  strategies: ['json'],
  limits: [],
  glossary: ['json'],
  kill: ['state', 'reason', 'by', 'json'],
  watchdog: ['state'],
  status: ['state', 'json'],
  resume: ['state', 'by', 'second', 'reason', 'halt', 'support', 'accept-positions'],
  flatten: ['state', 'out', 'by', 'reason', 'support'],
  resolve: ['state', 'as', 'by', 'reason', 'venue-confirmed'],
  override: ['state', 'rule', 'scope', 'cap', 'minutes', 'revoke', 'by', 'second', 'reason'],
  state: ['state', 'json'],
  controls: ['state', 'drills', 'json'],
  venue: ['config', 'out', 'state', 'confirm', ...Object.keys(extras), 'json'],
};
