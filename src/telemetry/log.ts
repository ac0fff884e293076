// The log: lines for operators and programs, written synchronously and never read back by Weir.
import { isatty } from 'node:tty';

import { pino } from 'pino';

import { escapeText } from '../domain/index.js';
import { formatPretty } from './pretty.js';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured data of a message; an Error is stored under `err`. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log that adds these fields to each line. */
  with(fields: LogFields): Log;
}

export interface LogOptions {
  /** Minimum level that is written; default `info`. */
  readonly level?: LogLevel;
  /** A file descriptor, by default 2 (standard error), or a receiver of complete lines. */
  readonly stream?: number | { write(line: string): void };
  /** `json`, or one line of plain text; by default plain text on a terminal only. */
  readonly format?: 'json' | 'pretty';
}

const SECRET_KEYS = [
  'password',
  'pass',
  'token',
  'SSO_TOKEN',
  'authorization',
  'Authorization',
  'secret',
];
/** The keys at depths 1 to 4, in maps and lists. */
const SECRET_PATHS = SECRET_KEYS.flatMap((key) =>
  ['', '*.', '*.*.', '*.*.*.'].map((at) => at + key),
);

/**
 * Creates a log whose calls write their line before they return. Values of secret keys are printed
 * as `[secret]` down to depth 4; messages are not searched, so they must not contain secrets.
 */
export function createLog(options: LogOptions = {}): Log {
  const { level = 'info', stream = 2 } = options;
  const isTerminal = typeof stream === 'number' && isatty(stream);
  const sink = typeof stream === 'number' ? openSink(stream) : stream;
  const { format = isTerminal ? 'pretty' : 'json' } = options;
  const write = (line: string) => {
    sink.write(format === 'json' ? escapeText(line) : formatPretty(line));
  };
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
    },
    { write },
  );
  return toLog(logger);
}

function openSink(fd: number): { write(line: string): void } {
  const sink = pino.destination({ fd, sync: true });
  // A full disk or a closed terminal may lose log lines, but must not stop the bot.
  sink.on('error', () => undefined);
  return {
    write: (line) => {
      sink.write(line);
    },
  };
}

function toLog(logger: pino.Logger): Log {
  return {
    debug: (message, fields = {}) => {
      logger.debug(fields, message);
    },
    info: (message, fields = {}) => {
      logger.info(fields, message);
    },
    warn: (message, fields = {}) => {
      logger.warn(fields, message);
    },
    error: (message, fields = {}) => {
      logger.error(fields, message);
    },
    with: (fields) => toLog(logger.child(fields)),
  };
}
