import { describe, expect, test } from 'vitest';
import { readCheckRequest } from '../../server/src/cli/commands/checkRequest';
import { readArguments } from '../../server/src/cli/readArguments';
import { nearestWord } from '../../server/src/text/similarNames';
import { folder, run } from './run';

const known = {
  format: { value: 'FORMAT', choices: ['pretty', 'json'], about: '' },
  limit: { value: 'N', about: '' },
  quiet: { about: '', short: 'q' },
};

describe('readArguments', () => {
  test.each([
    { args: [], options: {}, operands: [] },
    { args: ['a', '--format', 'json', '-'], options: { format: 'json' }, operands: ['a', '-'] },
    { args: ['--format=json', '--format=pretty', '-q'], options: { format: 'pretty', quiet: '' }, operands: [] },
    { args: ['--limit', '-1'], options: { limit: '-1' }, operands: [] },
    { args: ['-qf timeout', 'a', '-q'], options: { quiet: '' }, operands: ['-qf timeout', 'a'] },
    { args: ['--limit=--x', '--', '--format'], options: { limit: '--x' }, operands: ['--format'] },
  ])('reads $args', ({ args, options, operands }) => {
    const read = readArguments(args, known);
    expect({ options: Object.fromEntries(read.options), operands: read.operands }).toEqual({ options, operands });
  });

  test.each([
    [['--fromat', 'json'], 'unknown option "--fromat"; did you mean "--format"?'],
    [['--constructor'], 'unknown option "--constructor".'],
    [['-x'], 'unknown option "-x".'],
    [['-retry'], 'unknown option "-retry". If it is no option, write "--" before it.'],
    [['--quiet=1'], '"--quiet" takes no value; leave out "=1".'],
    [['--format'], '"--format" needs a value: one of pretty, json.'],
    [['--limit', '--quiet'], '"--limit" needs a value: N.'],
    [['--format', 'jsn'], '"--format" takes one of pretty, json; "jsn" is not one of these; did you mean "json"?'],
    [['--format='], '"--format" needs a value: one of pretty, json.'],
  ])('refuses %j', (args, message) => {
    expect(() => readArguments(args, known)).toThrow(message);
  });
});

describe('an option that is the name of a file, too', () => {
  const names = [
    '--config=evil.json',
    '--no-config',
    '--rule=*=off',
    '--help',
    '-h',
    '--format=json',
    '--watch',
    '--fix',
  ];

  test.each(names)('%s is refused, and after "--" a name', async name => {
    const cwd = folder({ [name]: '{}', 'a.json': '{"bad": 1}' });
    expect(await run(['check', name, 'a.json'], { cwd })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`"${name}" is an option, and a file of that name is here, too; write "--" before`),
    });
    const { code, out } = await run(['check', '--', name, 'a.json'], { cwd });
    expect(code).toBeOneOf([1, 2]);
    expect(out).toContain('a.json:1:3 error');
  });
});

describe('readCheckRequest', () => {
  const request = (options: Record<string, string>, ...operands: string[]) =>
    readCheckRequest({ options: new Map(Object.entries(options)), operands });

  test('without arguments the current folder is checked, for people', () => {
    expect(request({})).toEqual({
      paths: ['.'],
      format: 'pretty',
      quiet: false,
      maxWarnings: Number.POSITIVE_INFINITY,
      fix: false,
      watch: false,
    });
  });

  test('standard input of a given kind has a name by itself', () => {
    expect(request({ as: 'a/b' }, '-')).toMatchObject({ as: 'a/b', stdinName: 'output.json' });
    expect(request({ as: 'a/b', 'stdin-name': 'calls.jsonl' }, '-')).toMatchObject({ stdinName: 'calls.jsonl' });
  });

  test.each([
    [() => request({ as: 'a/b', watch: '' }, '-'), '"--watch" prints text until it is interrupted'],
    [() => request({ as: 'a/b', fix: '' }, '-'), '"--fix" changes files and cannot be used with standard input'],
    [() => request({}, '-'), '"-" needs --stdin-name NAME'],
    [() => request({ 'stdin-name': 'a.json' }, 'b.json'), '"--stdin-name" is for standard input'],
    [() => request({ 'stdin-name': 'a.txt' }, '-'), '"--stdin-name" must end in one of .json .jsonc'],
    [
      () => request({ fix: '', 'stdin-name': 'a.json' }, '-'),
      '"--fix" changes files and cannot be used with standard input',
    ],
    [() => request({ 'max-warnings': '-1' }), '"--max-warnings" takes a whole number from 0 on; "-1" is not one.'],
    [() => request({ 'max-warnings': '1e3' }), '"--max-warnings" takes a whole number'],
  ])('refuses %s', (read, message) => {
    expect(read).toThrow(message);
  });
});

test.each([
  ['chekc', 'check'],
  ['CHECK', 'check'],
  ['chck', 'check'],
  ['rnus', 'runs'],
  ['xyz', undefined],
  ['', undefined],
])('nearest to "%s" is %s', (word, meant) => {
  expect(nearestWord(word, ['check', 'runs'])).toBe(meant);
});

describe('the program', () => {
  test.each([
    [['chekc'], 'agent-envelopes: unknown command "chekc"; did you mean "check"?\nUsage: agent-envelopes <command>'],
    [['a.json'], 'agent-envelopes: unknown command "a.json"; did you mean "check a.json"?\n'],
    [[], 'agent-envelopes: no command was given; the commands are check.\n'],
    [['--verison'], 'agent-envelopes: unknown option "--verison"; did you mean "--version"?\n'],
    [['check', '--formt'], 'unknown option "--formt"; did you mean "--format"?\nUsage: agent-envelopes check [paths…]'],
    [['check', '--a\u001b[31mb'], 'unknown option "--a\\u001b[31mb".\n'],
  ])('wrong usage %j ends with 2 and the way out on standard error', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/Run "agent-envelopes.* --help" for more\.\n$/);
  });

  test.each([[['--help']], [['-h']], [['help']]])('%j lists the commands', async argv => {
    const { code, out } = await run(argv);
    expect(code).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "Checks the JSON envelopes that agents exchange, in JSON, JSONL, YAML and Markdown files.

      Usage: agent-envelopes <command> [options]

      Commands:
        check  Check files and folders for faulty envelopes

      Options:
        -h, --help     show this help
        -v, --version  show the version

      Run "agent-envelopes <command> --help" for more on a command.
      "
    `);
  });

  test('check --help says what it does', async () => {
    expect((await run(['check', '--help'])).out).toMatchInlineSnapshot(`
      "Usage: agent-envelopes check [paths…] [--format pretty|json|github|sarif] [--max-warnings N] [--quiet] [--fix] [--stdin-name NAME] [--as KIND] [--rule ID=SEVERITY] [--config FILE] [--no-config] [--changed-since REV] [--threads N] [--watch] [--source NAME] [--sources FILE] [--since TIME] [--filter FILTER] [--limit N]

      Check files and folders for faulty envelopes.

      Options:
            --format pretty|json|github|sarif  output format (default: pretty)
            --max-warnings N                   fail if there are more than N warnings
        -q, --quiet                            print errors only, and nothing if there are none
            --fix                              apply the fixes that are beyond doubt, then check the files
            --stdin-name NAME                  the file name to assume for standard input, such as message.json (with --as: output.json)
            --as KIND                          the kind of standard input, such as agent-protocol/output (default: recognised by its content)
            --rule ID=SEVERITY                 the severity of a rule: error, warning, info or off
            --config FILE                      the settings file to use instead of the nearest .agent-envelopes.json
            --no-config                        ignore settings files
            --changed-since REV                check only files that differ from this git revision
            --threads N                        check many files in at most N threads (default: half as many as there are cores)
            --watch                            keep running, and print new and resolved problems
            --source NAME                      runs of this store instead of files
            --sources FILE                     the file that lists your stores
            --since TIME                       with --source: runs that started since then, such as 1h or 7d
            --filter FILTER                    with --source: runs that match, such as status:failed
            --limit N                          with --source: the maximum number of runs
            --color auto|always|never          colours; auto heeds NO_COLOR, FORCE_COLOR and the terminal
        -h, --help                             show this help

      Paths are files (.json .jsonc .jsonl .ndjson .sse .traj .eval .yaml .yml .md .markdown), folders, or "-" for standard input; without any,
      the current folder. In a folder, all such files are checked, including those in dot folders; node_modules and .git are
      skipped unless they are named. Links in it are not followed.

      The kind of "-" is recognised by its content, or given by --as: then it must be one object of that kind, or one
      array of them (for *.jsonl, one object on each line), with nothing around it, whatever its own "$schema" says,
      and nothing in it ("$ignore", comments) suppresses a rule. Paths outside the folder, and JSON that parsers read
      differently, are errors then.

      Settings are read from .agent-envelopes.json in the current folder, or the nearest folder above that has one;
      for a file outside of that project, in the nearest folder above the file. Paths and globs in it are relative to
      its folder. Its "include" and "exclude" apply to folders that are searched, not to paths that are named. Protocols
      and tool catalogues are found in all of that folder; without a settings file, in the named paths and the folders
      above them. --rule can be repeated; the last one wins, and one for a family (agent-io/*=off) overrides its rules
      that were given before.

      --fix applies the fixes that need no decision: a misspelling with one correction, a renamed property. It never
      invents or removes anything, and leaves the examples in documents alone. What was fixed is reported on standard
      error; a second run changes nothing.

      --changed-since checks, among the given paths, the files that differ from REV (HEAD, main, a tag) according to git: as
      they are on disk, committed or not, including new files that git doesn't ignore, submodules and nested repositories.
      Other files are read where needed, but not reported.

      --quiet prints only errors; warnings still count for --max-warnings.

      The sarif format lists at most 25000 problems, GitHub's limit for a run: the most severe ones, and the number of
      those left out.

      --source checks the runs of a store, the newest first (1000 without --limit), by rules of their own: runs that failed
      (trace/failed), calls repeated without an effect (trace/repeated-call), calls without an end (trace/open-call).
      Stores are listed in a file of your own: $XDG_CONFIG_HOME/agent-envelopes/sources.json (else in ~/.config), or the one
      that --sources names, never one of a folder that is checked. It is a list:
      [{ "name": "prod", "kind": "tempo", "address": "http://tempo:3200" }], of kind jaeger, tempo, clickhouse or langfuse.
      The credential of a store is the value of AGENT_ENVELOPES_<NAME>_CREDENTIAL, its name in capitals with _ for all else:
      user:password, or a token.

      --watch prints each new and each resolved problem when a file, or one that it names, changes. Ctrl+C ends it.

      Exit code: 0 no errors; 1 errors, or too many warnings; 2 wrong usage, or something could not be read or
      written, or the settings file has errors or names missing files, or a protocol or catalogue that was used, but
      not checked itself, has errors.
      "
    `);
  });

  test('--version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });
});

describe('check', () => {
  const files = { 'good.json': '{}', 'warn.json': '{"odd":"odd"}', 'fail.json': '{"bad":1}', 'note.json': '{"hm":1}' };

  test.each([
    [['good.json'], 0],
    [['note.json'], 0],
    [['warn.json'], 0],
    [['warn.json', '--max-warnings', '2'], 0],
    [['warn.json', '--max-warnings', '1'], 1],
    [['fail.json'], 1],
    [['.'], 1],
    [[], 1],
    [['fail.json', 'gone.json'], 2],
  ])('%j ends with %i', async (args, code) => {
    expect((await run(['check', ...args], { cwd: folder(files) })).code).toBe(code);
  });

  test('what can not be read is named, in a line, and the rest is checked', async () => {
    const cwd = folder({ ...files, 'x.txt': '' });
    const { out, err } = await run(['check', 'gone\n.json', 'good.json', 'x.txt'], { cwd });
    expect(out).toBe('1 file, 1 envelope: no problems, 2 not checked\n');
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^agent-envelopes: gone\\n\.json: does not exist/),
      expect.stringMatching(/^agent-envelopes: x\.txt: "\.txt" is not a supported file extension; .*\.markdown/),
      '',
    ]);
  });

  test('of nothing that could be read there is no verdict', async () => {
    const { out, code } = await run(['check', 'gone.json'], { cwd: folder(files) });
    expect({ out, code }).toEqual({ out: '', code: 2 });
  });

  test('too many warnings are explained', async () => {
    const { err } = await run(['check', 'warn.json', '--max-warnings=0'], { cwd: folder(files) });
    expect(err).toBe('agent-envelopes: 2 warnings, where --max-warnings allows 0.\n');
  });

  test('standard input has the name it is given', async () => {
    const { out, code } = await run(['check', '-', '--stdin-name', 'dir/m.json'], { stdin: '\uFEFF{"bad":1}' });
    expect(out).toContain('dir/m.json:1:3 error');
    expect(code).toBe(1);
  });

  test('a check that fails on a file leaves the others checked', async () => {
    const check = ({ path }: { path: string }) => {
      if (path === 'fail.json') throw new Error('no luck');
      return { file: path, parts: [], problems: [] };
    };
    const { code, out, err } = await run(['check'], { cwd: folder(files), check });
    expect({ code, out }).toEqual({ code: 2, out: '3 files, 0 envelopes: no problems, 1 not checked\n' });
    expect(err).toMatch(/^agent-envelopes: fail\.json: could not be checked \(no luck\); .*\n$/);
  });

  test.each([
    [0, []],
    [40, ['2 files checked, now note.json', '']],
    [
      200,
      [
        '0 files checked, now fail.json',
        '1 file checked, now good.json',
        '2 files checked, now note.json',
        '3 files checked, now warn.json',
        '',
      ],
    ],
  ])('on a terminal progress is shown at most every 100 ms, and erased (%i ms a file)', async (tick, shown) => {
    const { err } = await run(['check'], { cwd: folder(files), tty: true, tick });
    expect(err).toBe(shown.map(line => `\r\u001b[2K${line}`).join(''));
  });

  test('no progress where standard error is no terminal', async () => {
    expect((await run(['check'], { cwd: folder(files), tick: 200 })).err).toBe('');
  });

  test.each([
    [{ tty: false }, false],
    [{ tty: true }, true],
    [{ tty: true, env: { NO_COLOR: '1' } }, false],
    [{ tty: true, env: { NO_COLOR: '' } }, true],
    [{ tty: true, env: { TERM: 'dumb' } }, false],
    [{ tty: false, env: { FORCE_COLOR: '1' } }, true],
    [{ tty: true, env: { FORCE_COLOR: '0' } }, false],
  ])('%j: colour %s', async (surroundings, coloured) => {
    const { out } = await run(['check'], { cwd: folder(files), ...surroundings });
    expect(out.includes('\u001b[31m')).toBe(coloured);
  });
});
