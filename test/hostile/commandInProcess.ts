import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Script } from 'node:vm';
import { serverPath } from '../kit/lspClient';

interface Start {
  cwd: string;
  stdin?: string | Buffer;
  /** All variables that it has. */
  env?: Readonly<Record<string, string>>;
}

interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** What `cli.js` starts: that one keeps compiled code, which a call in this process has no use for. */
const path = join(dirname(serverPath), 'commands.js');
/** What it shares with others that looks at the process. */
const PROGRAM = './program.js';

/**
 * The built command line as a function: its bundle is run anew for each call, under a process of its own that has only what is
 * given. A real start takes a tenth of a second, and there are hundreds.
 */
export function commandInProcess(): (args: readonly string[], start: Start) => Promise<Outcome> {
  const [run, runProgram] = [compiled(path), compiled(join(dirname(path), PROGRAM))];
  return (args, { cwd, stdin = '', env = {} }) =>
    new Promise(resolve => {
      const [out, err]: [string[], string[]] = [[], []];
      const ended = (code: number) => setImmediate(() => resolve({ code, out: out.join(''), err: err.join('') }));
      const own = Object.create(process, {
        argv: { value: [process.execPath, path, ...args] },
        cwd: { value: () => cwd },
        env: { value: env },
        stdin: { value: Readable.from([Buffer.from(stdin)]) },
        stdout: { value: collecting(out) },
        stderr: { value: collecting(err) },
        exitCode: { set: ended },
        exit: { value: ended },
      });
      const [module, program] = [{ exports: {} }, { exports: {} }];
      const load = createRequire(path);
      runProgram(program.exports, load, program, path, dirname(path), own);
      const loadOwn = (name: string) => (name === PROGRAM ? program.exports : load(name));
      run(module.exports, loadOwn, module, path, dirname(path), own);
    });
}

function compiled(file: string): (...given: unknown[]) => void {
  const source = readFileSync(file, 'utf8').replace(/^#!.*/, '');
  const text = `(function (exports, require, module, __filename, __dirname, process) {${source}\n})`;
  return new Script(text, { filename: file }).runInThisContext() as (...given: unknown[]) => void;
}

function collecting(chunks: string[]): Writable {
  return new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk));
      done();
    },
  });
}
