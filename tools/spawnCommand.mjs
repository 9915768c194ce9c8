// Computes the arguments that start a program on a given system. A pure function, so that all systems are tested on one.
// Uses only built-in modules of Node, like every script that runs before `npm ci`.

/**
 * The arguments of `spawn` for a program. On Windows npm, the tools of node_modules/.bin and editor launchers are batch
 * files, which only the system's shell can start: names, folders and arguments with blanks or shell characters are
 * escaped.
 * @param {string} program a path, or a name on PATH
 * @param {readonly string[]} args
 * @param {{ platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>> }} system
 * @returns {{ file: string, args: string[], options: { windowsVerbatimArguments?: true } }}
 */
export function spawnCommand(program, args, { platform, env }) {
  if (platform !== 'win32' || /\.(exe|com)$/i.test(program)) return { file: program, args: [...args], options: {} };
  // A batch file's arguments are parsed again when it passes them on.
  const line = [escapeForShell(program), ...args.map(arg => escapeForShell(escapeForShell(quoteArgument(arg))))].join(
    ' ',
  );
  return {
    file: env.ComSpec ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    options: { windowsVerbatimArguments: true },
  };
}

/**
 * Quotes an argument for Windows command lines: inner quotes get a backslash, and backslashes before a quote are
 * doubled.
 */
function quoteArgument(arg) {
  const inside = arg.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&');
  return `"${inside}"`;
}

/** Escapes shell characters. */
function escapeForShell(text) {
  return text.replace(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
}
