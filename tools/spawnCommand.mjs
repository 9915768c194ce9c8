// How a program is started: a pure function of the system, so that all systems are tested on one.
// Node built-ins only, like all that runs before `npm ci`.

/**
 * What `spawn` takes to start a program. On Windows npm, the tools of node_modules/.bin and the starters of editors are batch files,
 * which only the system's shell can start: names, folders and arguments with blanks or signs that mean something there are kept as they are.
 * @param {string} program a path, or a name on PATH
 * @param {readonly string[]} args
 * @param {{ platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>> }} system
 * @returns {{ file: string, args: string[], options: { windowsVerbatimArguments?: true } }}
 */
export function spawnCommand(program, args, { platform, env }) {
  if (platform !== 'win32' || /\.(exe|com)$/i.test(program)) return { file: program, args: [...args], options: {} };
  // A batch file has its arguments read once more when it passes them on.
  const line = [escaped(program), ...args.map(arg => escaped(escaped(quoted(arg))))].join(' ');
  return {
    file: env.ComSpec ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    options: { windowsVerbatimArguments: true },
  };
}

/** One argument, as programs on Windows take their command line apart: quotes inside have a backslash, which is doubled before one. */
function quoted(arg) {
  const inside = arg.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&');
  return `"${inside}"`;
}

/** Takes from each sign what it means to the shell. */
function escaped(text) {
  return text.replace(/[()[\]%!^"`<>&|;, *?]/g, '^$&');
}
