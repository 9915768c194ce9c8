import { extname } from 'node:path';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { type Arguments, UsageError } from '../readArguments';

/** The output formats of the command `check`. */
export const FORMATS = ['pretty', 'json', 'github', 'sarif'] as const;
export type Format = (typeof FORMATS)[number];

/** The options of the command `check`, as the user gave them. */
export interface CheckRequest {
  paths: readonly string[];
  format: Format;
  maxWarnings: number;
  /** Prints errors only, and nothing if there are none. */
  quiet: boolean;
  /** Fixes files before it checks them. */
  fix: boolean;
  /** The file name of standard input, which is read if `-` is among the paths. Always set beside `as`. */
  stdinName?: string;
  /** The kind of envelope in standard input. */
  as?: string;
  /** The git revision: only files that differ from it are checked. */
  since?: string;
  watch: boolean;
  /** The maximum number of threads. */
  threads?: number;
}

/** The assumed file name of standard input, if the user names its kind with `--as` but gives no file name. */
export const GIVEN_KIND_NAME = 'output.json';

/** Throws a UsageError if an option is missing, contradicts another or is out of range. */
export function readCheckRequest({ options, operands }: Arguments): CheckRequest {
  const stdin = operands.includes('-');
  const as = options.get('as');
  const stdinName = options.get('stdin-name') ?? (stdin && as !== undefined ? GIVEN_KIND_NAME : undefined);
  if (stdin && stdinName === undefined) {
    throw new UsageError('"-" needs --stdin-name NAME, such as message.json: the name says what kind of file it is.');
  }
  if (stdin && options.has('fix')) {
    throw new UsageError('"--fix" changes files and cannot be used with standard input; leave out "--fix" or "-".');
  }
  if (!stdin && stdinName !== undefined) {
    throw new UsageError('"--stdin-name" is for standard input; add "-" to the paths or leave it out.');
  }
  if (!stdin && as !== undefined) {
    throw new UsageError('"--as" is for standard input; for files, a settings file has "associations".');
  }
  if (stdinName !== undefined && !FILE_EXTENSIONS.some(ending => ending === extname(stdinName).toLowerCase())) {
    throw new UsageError(`"--stdin-name" must end in one of ${FILE_EXTENSIONS.join(' ')}; "${stdinName}" does not.`);
  }
  const since = options.get('changed-since');
  if (stdin && since !== undefined) {
    throw new UsageError(
      '"--changed-since" checks files and cannot be used with standard input; leave out one of them.',
    );
  }
  if (options.has('watch')) refuseBesideWatch(options);
  const limit = options.get('max-warnings');
  if (limit !== undefined && !/^\d+$/.test(limit)) {
    throw new UsageError(`"--max-warnings" takes a whole number from 0 on; "${limit}" is not one.`);
  }
  const threads = options.get('threads');
  if (threads !== undefined && !/^[1-9]\d{0,3}$/.test(threads)) {
    throw new UsageError(`"--threads" takes a whole number from 1 on; "${threads}" is not one.`);
  }
  return {
    paths: operands.length > 0 ? operands : ['.'],
    format: FORMATS.find(format => format === options.get('format')) ?? 'pretty',
    maxWarnings: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
    quiet: options.has('quiet'),
    fix: options.has('fix'),
    watch: options.has('watch'),
    ...(stdinName !== undefined && { stdinName }),
    ...(as !== undefined && { as }),
    ...(since !== undefined && { since }),
    ...(threads !== undefined && { threads: Number(threads) }),
  };
}

const NEVER_WATCHED = ['format', 'max-warnings', 'quiet', 'fix', 'changed-since', 'stdin-name', 'as', 'threads'];

function refuseBesideWatch(options: Arguments['options']): void {
  const other = NEVER_WATCHED.find(one => options.has(one));
  if (!other) return;
  throw new UsageError(
    `"--watch" prints text until it is interrupted and can't be used with "--${other}"; leave out one of them.`,
  );
}
