import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import Module, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type V8 from 'node:v8';
import { Script } from 'node:vm';

/**
 * Caches the compiled code of the program's bundles on disk, so that the next start is faster. This matters because an agent may start the
 * command line after each file that it writes. Does nothing where Node itself caches compiled code, as in VS Code. V8 runs cached code unchecked,
 * so the cache is in a folder that only this user can write to. Without this folder, nothing is cached.
 *
 * @param folder the folder of the bundles
 * @param writes whether to add code to the cache; worker threads only read it
 */
export function cacheCompiledCode(folder: string, version: string, { writes = true } = {}): void {
  const isKept = (Module as { getCompileCacheDir?(): string | undefined }).getCompileCacheDir?.() !== undefined;
  const cache = isKept ? undefined : cacheFolder(`${version}-${process.version}-${process.arch}`);
  if (cache === undefined) return;
  const compiled: { script: Script; file: string }[] = [];
  const extensions = (Module as unknown as { _extensions: Record<string, Loader> })._extensions;
  const load = extensions['.js'];
  if (load && KEEPS_CODE in load) return;

  const loadKept: Loader = (module, filename) => {
    if (dirname(filename) !== folder) return load?.(module, filename);
    const code = readFileSync(filename, 'utf8');
    const { size, mtimeMs } = lstatSync(filename);
    const file = join(cache, `${filename.slice(folder.length + 1)}-${size}-${Math.floor(mtimeMs)}`);
    const cachedData = privateFile(file);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${code}\n})`, {
      filename,
      ...(cachedData && { cachedData }),
    });
    if (!cachedData || script.cachedDataRejected) compiled.push({ script, file });
    script.runInThisContext()(module.exports, createRequire(filename), module, filename, folder);
  };
  extensions['.js'] = Object.assign(loadKept, { [KEEPS_CODE]: true });

  // At exit the code also includes the functions that were compiled during the run.
  if (!writes) return;
  process.once('exit', () => {
    if (compiled.length === 0) return;
    // V8 takes no code that was compiled under other flags than those at a start, and the thread of the index sets this one.
    const { setFlagsFromString } = createRequire(__filename)('node:v8') as typeof V8;
    if (!process.versions['electron']) setFlagsFromString('--heap-growing-percent=0');
    write(cache, compiled);
  });
}

/** Marks the loader: the command line and the server that it starts both ask for it, each with its own copy of this module. */
const KEEPS_CODE = Symbol.for('agentEnvelopes.keepsCode');

type Loader = (module: NodeJS.Module, filename: string) => void;

/** Returns the folder of the compiled code, which only this user can write to; undefined if there is none. */
function cacheFolder(name: string): string | undefined {
  const { env, platform } = process;
  if (env['NODE_DISABLE_COMPILE_CACHE'] || env['NODE_V8_COVERAGE']) return undefined;
  const given = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  try {
    const base = given && isAbsolute(given) ? given : join(homedir(), '.cache');
    if (!isAbsolute(base)) return undefined;
    const all = join(base, PROGRAM_FOLDER);
    const folder = join(all, name);
    if (!isPrivate(folder)) {
      // Leaves an existing folder that is not private unchanged.
      if (isThere(folder) || (isThere(all) && !isPrivate(all))) return undefined;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    return isPrivate(all) && isPrivate(folder) && isOutOfReach(base) ? folder : undefined;
  } catch {
    return undefined;
  }
}

const PROGRAM_FOLDER = 'agent-envelopes';

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns whether a folder belongs to this user, and no other user may enter it. On Windows the folder of local data is private. */
function isPrivate(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return false;
  return process.platform === 'win32' || (stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0);
}

/** Returns whether no other user can replace a folder on the path. */
function isOutOfReach(folder: string): boolean {
  if (process.platform === 'win32') return true;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const { uid, mode } = lstatSync(at);
    const isShared = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
    if (isShared || (uid !== 0 && uid !== process.getuid?.())) return false;
    if (at === dirname(at)) return true;
  }
}

/** Returns the content of a regular file of this user that nobody else can write; undefined for any other. */
function privateFile(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    const isOwn = process.platform === 'win32' || (stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0);
    return stat.isFile() && isOwn && stat.size <= LARGEST ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const LARGEST = 32 * 1024 * 1024;

/** Writes the compiled code, each file atomically, and removes old code: of other builds of these files, and of other versions. */
function write(cache: string, compiled: readonly { script: Script; file: string }[]): void {
  try {
    for (const { script, file } of compiled) {
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, file);
      const bundle = basename(file).replace(/-[^-]*-[^-]*$/, '-');
      keepNewest(cache, MOST_OTHERS + 1, name => name.startsWith(bundle));
    }
    keepNewest(dirname(cache), MOST_OTHERS + 1, () => true);
  } catch {
    // A full or read-only disk: the next start compiles again.
  }
}

/** Removes the oldest of the entries of a folder that have a name like this. */
function keepNewest(folder: string, count: number, isNamed: (name: string) => boolean): void {
  const entries = readdirSync(folder)
    .filter(isNamed)
    .map(name => join(folder, name));
  const oldest = entries.sort((one, other) => lstatSync(other).mtimeMs - lstatSync(one).mtimeMs).slice(count);
  for (const entry of oldest) rmSync(entry, { recursive: true, force: true });
}

/** The number of kept caches of other builds and versions of this program and of Node, which may be used in turns. */
const MOST_OTHERS = 3;
