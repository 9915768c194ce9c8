import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { bin } from '../../package.json';
import { FILE_EXTENSIONS } from '../../server/src/text/fileLanguage';
import { everyFourth, runsEverything } from '../kit/amount';
import { ACTION, git, runAction, runBash } from '../kit/ciSteps';
import { projectRoot } from '../kit/corpus';
import { temporaryFolder } from '../kit/temporaryFolder';

const ELIDED = `{ "success": true, "summary": "Done.", "recommendation": "proceed",
  "artifacts": [{ "path": "specs/012/spec.md", "operation": "create", "content": "<full spec>" }] }
`;
const WHOLE = ELIDED.replace('<full spec>', '# Invoice export');
const UNZONED = `{ "status": "success", "result": 1, "metadata": { "trace_id": "t" }, "timestamp": "2026-06-01T10:00:00" }
`;

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder({
    'elided.json': ELIDED,
    'fine/whole.json': WHOLE,
    'fine/a b.json': WHOLE,
    'unzoned.json': UNZONED,
    // As an installed package has it on the PATH.
    '.bin/agent-envelopes': `#!/bin/sh\nexec "${process.execPath}" "${join(projectRoot, bin['agent-envelopes'])}" "$@"\n`,
  });
  spawnSync('chmod', ['+x', folder.pathOf('.bin/agent-envelopes')]);
});

afterEach(() => folder.dispose());

function bash(script: string, { input = '' } = {}) {
  return runBash(script, { cwd: folder.path, env: { PATH: `${folder.pathOf('.bin')}:${process.env.PATH}` }, input });
}

describe.skipIf(process.platform === 'win32')('the action', () => {
  const [step] = ACTION.runs.steps;
  const act = (inputs: Record<string, string>) => runAction(inputs, { cwd: folder.path });

  test('is one step, whose script holds no input', () => {
    expect(ACTION).toMatchObject({ name: 'Agent Envelopes', runs: { using: 'composite', steps: [{ shell: 'bash' }] } });
    expect(ACTION.runs.steps).toHaveLength(1);
    expect(step.run).not.toContain('${{');
  });

  test('annotates, and fails where there are errors', () => {
    const { status, stdout } = act({});
    expect(stdout).toContain('::error file=elided.json,line=2,');
    expect(stdout).toContain('title=envelope/elided-content::');
    expect(stdout).toContain('::warning file=unzoned.json');
    expect(status).toBe(1);
  });

  test.runIf(runsEverything)('checks the paths it is given, one a line', () => {
    expect(act({ paths: 'fine/a b.json\nfine/whole.json\n' })).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(act({ paths: 'unzoned.json' }).status).toBe(0);
    expect(act({ paths: 'unzoned.json', 'max-warnings': '0' }).status).toBe(1);
    expect(act({ paths: '--help; touch x' }).status).toBe(2);
  });

  test('checks only what has changed since a revision', () => {
    git(folder.path, ['init', '-q', '-b', 'main']);
    git(folder.path, ['add', '-A']);
    git(folder.path, ['commit', '-q', '-m', 'first']);
    expect(act({ 'changed-since': 'main' })).toEqual({ status: 0, stdout: '', stderr: '' });
    folder.write('fine/a b.json', ELIDED);
    folder.write('new.json', UNZONED);
    const { status, stdout, stderr } = act({ 'changed-since': 'main' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect([...stdout.matchAll(/^::(\w+) file=([^,]+),/gm)].map(([, level, file]) => `${level} ${file}`)).toEqual([
      'warning new.json',
      'error fine/a b.json',
    ]);
    expect(act({ 'changed-since': 'main', paths: 'new.json' }).status).toBe(0);
    for (const revision of ['nowhere', '--fix', '$(touch x)']) {
      const refused = act({ 'changed-since': revision });
      expect(refused).toMatchObject({ status: 2, stdout: '' });
      expect(refused.stderr).toContain('--changed-since');
    }
    expect(() => readFileSync(folder.pathOf('x'))).toThrow();
  });

  test('writes a SARIF log to a file', () => {
    expect(act({ format: 'sarif', output: 'out.sarif' })).toMatchObject({ status: 1, stdout: '' });
    expect(JSON.parse(readFileSync(folder.pathOf('out.sarif'), 'utf8')).runs[0].results).toHaveLength(2);
  });

  test.runIf(runsEverything)('in a folder that is not there, which it makes', () => {
    expect(act({ format: 'json', output: 'out/a b/x.json', paths: 'fine' })).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(JSON.parse(readFileSync(folder.pathOf('out/a b/x.json'), 'utf8')).summary.files).toBe(2);
    expect(act({ output: '-x.txt', paths: 'fine' })).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(folder.pathOf('-x.txt'), 'utf8')).toBe('');
  });

  test('not through a link that a branch may have brought along', () => {
    const home = temporaryFolder({ '.bashrc': 'mine' });
    onTestFinished(home.dispose);
    symlinkSync(home.pathOf('.bashrc'), folder.pathOf('linked.sarif'));
    symlinkSync(home.pathOf('new'), folder.pathOf('dangling.sarif'));
    symlinkSync(home.path, folder.pathOf('reports'));
    for (const output of [
      'linked.sarif',
      './dangling.sarif',
      'reports/x.sarif',
      'reports/new/x.sarif',
      folder.pathOf('reports/x'),
    ]) {
      const { status, stderr } = act({ format: 'sarif', output });
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^output: .+ is a link;/) });
    }
    expect(readdirSync(home.path)).toEqual(['.bashrc']);
    expect(readFileSync(home.pathOf('.bashrc'), 'utf8')).toBe('mine');
    expect(act({ output: home.pathOf('x.txt'), paths: 'fine' }).status).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('the hook for pre-commit', () => {
  const [hook] = parse(read('.pre-commit-hooks.yaml'));

  test('runs the program that the package installs, on the files that it reads', () => {
    expect(hook).toMatchObject({ id: 'agent-envelopes', language: 'node' });
    expect(Object.keys(bin)).toContain(hook.entry.split(' ')[0]);
    const files = new RegExp(hook.files);
    expect(FILE_EXTENSIONS.filter(ending => !files.test(`a/b${ending}`))).toEqual([]);
    expect(['a.js', 'json', 'a.json.bak', 'mdx.mdx'].filter(name => files.test(name))).toEqual([]);
  });

  test('stops a commit with an error', () => {
    expect(bash(`${hook.entry} ${hook.args.join(' ')} "fine/a b.json" unzoned.json`).status).toBe(0);
    expect(bash(`${hook.entry} ${hook.args.join(' ')} fine/whole.json elided.json`).status).toBe(1);
  });
});

describe.skipIf(process.platform === 'win32')('docs/ci.md', () => {
  const blocks = (heading: string) => {
    const [, section = ''] = read('docs/ci.md').split(`\n## ${heading}\n`);
    return [...(section.split('\n## ')[0]?.matchAll(/```(\w*)\n([\s\S]*?)```/g) ?? [])].map(([, lang, text]) => ({
      lang,
      text,
    }));
  };

  test('shows a hook that stops an elided artifact, and its true output', () => {
    const [hook, said] = blocks("In front of an agent's output");
    expect(hook?.lang).toBe('sh');
    folder.write('.bin/apply-artifacts', '#!/bin/sh\ncat > applied\n');
    spawnSync('chmod', ['+x', folder.pathOf('.bin/apply-artifacts')]);
    folder.write('.bin/hook', hook?.text ?? '');
    const stopped = bash('sh .bin/hook', { input: ELIDED });
    expect(stopped.status).toBe(1);
    expect(stopped.stdout + stopped.stderr).toBe(said?.text);
    expect(() => readFileSync(folder.pathOf('applied'))).toThrow();

    const half = '{"success": true, "artifacts": [{"path": "a.md", "operation": "create", "content": "<full spec>"}]}';
    const begun = (property: string) => ELIDED.replace('{', `{ ${property}, `);
    // What else gets past no hook is held by test/hostile/hook.test.ts, in the process of the test.
    for (const input of everyFourth([
      half,
      begun('"$ignore": ["envelope/elided-content"]'),
      ELIDED.replace('"path"', '"$ignore": ["envelope/*"], "path"'),
      begun('"$schema": "agent-envelopes:/agent-io/event.schema.json"'),
      begun('"$schema": "no/such.schema.json"'),
      begun('"$schema": 1'),
      WHOLE.replace('specs/012/spec.md', '../../../etc/passwd'),
      WHOLE.replace('specs/012/spec.md', 'a/../../b'),
      WHOLE.replace('specs/012/spec.md', '/etc/passwd'),
      WHOLE.replace('specs/012/spec.md', `${'../'.repeat(400)}etc/passwd`),
      WHOLE.replace('specs/012/spec.md', '../x\\n/../../etc/passwd'),
      WHOLE.replace('specs/012/spec.md', 'C:\\\\x'),
      `Here it is:\n${WHOLE}`,
      `{"result": ${WHOLE}}`,
      `${WHOLE} Done.`,
      '',
      ' \n',
      '[]',
      '"x"',
    ])) {
      expect([input, bash('sh .bin/hook', { input }).status]).toEqual([input, expect.toBeOneOf([1, 2])]);
      expect(() => readFileSync(folder.pathOf('applied'))).toThrow();
    }

    // A file that the agent could write opens nothing.
    folder.write('.agent-envelopes.json', '{"rules": {"envelope/elided-content": "off"}}');
    expect(bash('sh .bin/hook', { input: ELIDED }).status).toBe(1);
    expect(() => readFileSync(folder.pathOf('applied'))).toThrow();

    expect(bash('sh .bin/hook', { input: WHOLE }).status).toBe(0);
    expect(readFileSync(folder.pathOf('applied'), 'utf8')).toBe(WHOLE);
  });

  test('shows settings for CI that are right', () => {
    const [workflow, upload] = blocks('On GitHub');
    const [commit] = blocks('Before each commit');
    const steps = [workflow, upload].flatMap(block => parse(block?.text ?? ''));
    const inputs = steps.flatMap(({ uses, with: given = {} }) =>
      /agent-envelopes/.test(uses) ? Object.keys(given) : [],
    );
    expect(inputs.length).toBeGreaterThan(0);
    expect(Object.keys(ACTION.inputs)).toEqual(expect.arrayContaining(inputs));
    const ids = parse(read('.pre-commit-hooks.yaml')).map(({ id }: { id: string }) => id);
    expect(ids).toContain(parse(commit?.text ?? '').repos[0].hooks[0].id);
  });
});

describe('the commands of the README', () => {
  /** Lines of shell that call the command line, without their comments. */
  const commandsOf = (text: string) =>
    [...text.matchAll(/\bnode (?:\.\.\/)*dist\/cli\.js[^`\n#]*/g)].map(([line]) => line.trim());
  const run = (line: string, cwd: string) => {
    const [, ...args] = line.split(' ');
    return spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  };

  test('check reports what the page shows', () => {
    const readme = read('README.md');
    const [check = '', ...more] = commandsOf(readme).filter(line => line.includes(' check '));
    expect(more).toEqual([]);
    const [, shown = ''] = readme.slice(readme.indexOf(check)).match(/```\n\n```\n([\s\S]*?)```/) ?? [];
    const { status, stdout } = run(check, projectRoot);
    expect(shown).toContain('error');
    expect(stdout).toContain(shown);
    expect(status).toBe(1);
  });

  test('receive listens until a signal ends it', async () => {
    const [receive = '', ...more] = commandsOf(read('README.md')).filter(line => / receive$/.test(line));
    expect(more).toEqual([]);
    // Another port than the page's, which another program may have taken.
    const [, ...args] = `${receive} --port 0`.split(' ');
    const child = spawn(
      process.execPath,
      args.map((arg, at) => (at === 0 ? join(projectRoot, arg) : arg)),
      { cwd: folder.path },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toContain('http://127.0.0.1:');
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  test("the sample's check finds what is broken there on purpose", () => {
    expect(read('test/sample/README.md')).toContain('`agent-envelopes check .`');
    const { status, stdout } = run('node ../../dist/cli.js check .', join(projectRoot, 'test/sample'));
    expect(stdout).toContain('messages/broken.json:3:16');
    expect(status).toBe(1);
  });
});
