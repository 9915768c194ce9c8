// A repository with 500 envelopes: the hook of pre-commit, the action and the log for code scanning, as a project has them.
import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { bin } from '../../package.json';
import { runsEverything } from '../kit/amount';
import { git, runAction } from '../kit/ciSteps';
import { projectRoot } from '../kit/corpus';
import { hasPreCommit, preCommit } from '../kit/preCommit';
import { message } from '../kit/runsClient';
import { sarifValidator } from '../kit/sarifValidator';
import { temporaryFolder } from '../kit/temporaryFolder';

const LOGGED = 300;
const ALONE = 150;
const DOCUMENTED = 50;
const BROKEN = '"confidence":7';
const RIGHT = '"confidence":0.95';

let number = 0;
const next = (run: string) => message(number++, { run });

/** 500 envelopes in a log, in files of JSON and YAML and in a page, among files that hold none. */
const repository = temporaryFolder({
  'package.json': '{"name": "somebody", "scripts": {"test": "true"}}\n',
  'tsconfig.json': '{"compilerOptions": {"strict": true}} // theirs\n',
  'data/rows.jsonl': '{"id": 1, "from": "a", "to": "b"}\n'.repeat(200),
  'README.md': '# Somebody\n\n```json\n{"confidence": 7}\n```\n',
  'logs/all.jsonl': Array.from({ length: LOGGED }, () => `${next('wf_log')}\n`).join(''),
  ...Object.fromEntries(
    Array.from({ length: ALONE }, (_, at) => {
      const text = next(`wf_${at % 10}`);
      return at % 3 === 0
        ? [`messages/${at % 10}/no ${at}.yaml`, stringify(JSON.parse(text))]
        : [`messages/${at % 10}/no ${at}.json`, `${text}\n`];
    }),
  ),
  'docs/messages.md': Array.from(
    { length: DOCUMENTED },
    () => `# One\n\n\`\`\`json\n${next('wf_docs')}\n\`\`\`\n`,
  ).join('\n'),
});
afterAll(repository.dispose);

const repositoryGit = (...args: string[]) => git(repository.path, args);

/** Replaces a text of a file, until the test is over. */
function change(file: string, from: string, to: string): void {
  const text = readFileSync(repository.pathOf(file), 'utf8');
  const at = text.lastIndexOf(from);
  expect(at, `${file} has ${from}`).toBeGreaterThan(-1);
  repository.write(file, text.slice(0, at) + to + text.slice(at + from.length));
  onTestFinished(() => repository.write(file, text));
}

/** This repository as others get it: nothing installed, nothing built. */
const checkout = temporaryFolder();
afterAll(checkout.dispose);

beforeAll(() => {
  repositoryGit('init', '-q', '-b', 'main');
  repositoryGit('add', '-A');
  repositoryGit('commit', '-q', '-m', 'first');
  if (!runsEverything) return;
  const made = /^(node_modules|dist|\.git|\.tsbuild|\.vscode-test|\.install-.*|server[\\/]src[\\/]generated|.*\.vsix)$/;
  cpSync(projectRoot, checkout.path, {
    recursive: true,
    filter: path => !made.test(relative(projectRoot, path)),
  });
});

describe.skipIf(process.platform === 'win32')('the action', () => {
  const act = (inputs: Record<string, unknown>) => runAction(inputs, { cwd: repository.path });

  test.runIf(runsEverything)('says nothing of 500 envelopes without a fault', () => {
    expect(act({ 'max-warnings': 0 })).toEqual({ status: 0, stdout: '', stderr: '' });
    const { summary } = JSON.parse(act({ format: 'json' }).stdout);
    expect(summary).toMatchObject({ parts: LOGGED + ALONE + DOCUMENTED, errors: 0, warnings: 0 });
  });

  test('annotates each kind of file where it is wrong, with the steps that docs/ci.md shows', () => {
    const lines = { 'logs/all.jsonl': 300, 'messages/1/no 1.json': 1, 'docs/messages.md': 298 };
    for (const file of Object.keys(lines)) change(file, RIGHT, BROKEN);
    const found = act({ paths: 'logs\nmessages\ndocs' });
    expect(found).toMatchObject({ status: 1, stderr: '' });
    const places = [...found.stdout.matchAll(/^::error file=([^,]+),line=(\d+),/gm)];
    expect(Object.fromEntries(places.map(([, file, line]) => [file, Number(line)]))).toEqual(lines);
    expect(found.stdout.match(/^::/gm)).toHaveLength(places.length);

    const [, section = ''] = readFileSync(join(projectRoot, 'docs/ci.md'), 'utf8').split('\n## On GitHub\n');
    const steps = [...section.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, text = '']) => parse(text));
    const ours = steps.filter(({ uses }) => /\/agent-envelopes@/.test(uses));
    const results = ours.map(({ with: inputs }) =>
      act({ ...inputs, paths: inputs.paths?.replace('specs', 'messages') }),
    );
    onTestFinished(() => repository.remove('envelopes.sarif'));
    expect(results.map(({ status }) => status)).toEqual([1, 1]);
    const upload = steps.find(({ uses }) => /upload-sarif/.test(uses));
    expect(upload).toMatchObject({ if: 'always()', with: { sarif_file: 'envelopes.sarif' } });
    const log = JSON.parse(readFileSync(repository.pathOf('envelopes.sarif'), 'utf8'));
    expect(sarifValidator()(log)).toEqual([]);
    const [run] = log.runs;
    const shown = run.results.map(
      ({ locations }: { locations: [{ physicalLocation: unknown }] }) => locations[0].physicalLocation,
    );
    expect(shown).toHaveLength(3);
    for (const { artifactLocation, region } of shown) {
      const text = readFileSync(repository.pathOf(decodeURIComponent(artifactLocation.uri)), 'utf8');
      const line = text.split('\n')[region.startLine - 1] ?? '';
      expect(line.slice(region.startColumn - 1, region.endColumn - 1)).toBe('7');
    }
  });

  test('checks what a branch changed, and only that', () => {
    change('logs/all.jsonl', RIGHT, BROKEN);
    const branch = 'messages/2/no 2.json';
    repositoryGit('commit', '-qam', 'broken before');
    onTestFinished(() => void repositoryGit('reset', '-q', '--hard', 'HEAD~1'));
    change(branch, RIGHT, BROKEN);
    const { status, stdout } = act({ 'changed-since': 'HEAD' });
    expect([status, stdout.match(/^::error file=[^,]+/gm)]).toEqual([1, [`::error file=${branch}`]]);
  });

  test.runIf(runsEverything)('builds itself in a checkout, where nothing is installed', () => {
    change('logs/all.jsonl', RIGHT, BROKEN);
    const { status, stdout, stderr } = runAction({}, { cwd: repository.path, checkout: checkout.path });
    expect({ status, errors: stdout.match(/^::error /gm) }, stderr).toEqual({ status: 1, errors: ['::error '] });
    expect(runAction({}, { cwd: repository.path, checkout: checkout.path })).toMatchObject({ status: 1, stderr: '' });
  });
});

describe.skipIf(!hasPreCommit)('the hook of pre-commit', () => {
  /** A repository with the hook: the whole one, which pre-commit builds, or the declaration alone, which names what is built. */
  function hookRepository(): string {
    if (runsEverything) {
      const source = temporaryFolder({}, checkout.path);
      onTestFinished(source.dispose);
      for (const made of ['node_modules', 'dist']) source.remove(made);
      return source.path;
    }
    const [hook] = parse(readFileSync(join(projectRoot, '.pre-commit-hooks.yaml'), 'utf8'));
    const source = temporaryFolder({ '.pre-commit-hooks.yaml': stringify([{ ...hook, language: 'system' }]) });
    onTestFinished(source.dispose);
    return source.path;
  }

  // pre-commit installs all packages and builds.
  test('stops a commit with an error, in whichever file, and no other', { timeout: 1_500_000 }, () => {
    const source = hookRepository();
    git(source, ['init', '-q', '-b', 'main']);
    git(source, ['add', '-A']);
    git(source, ['commit', '-q', '-m', 'all']);
    const rev = git(source, ['rev-parse', 'HEAD']).trim();
    const home = temporaryFolder({
      'bin/agent-envelopes': `#!/bin/sh\nexec "${process.execPath}" "${join(projectRoot, bin['agent-envelopes'])}" "$@"\n`,
    });
    onTestFinished(home.dispose);
    chmodSync(home.pathOf('bin/agent-envelopes'), 0o755);
    const [, section = ''] = readFileSync(join(projectRoot, 'docs/ci.md'), 'utf8').split('\n## Before each commit\n');
    const config = parse(/```yaml\n([\s\S]*?)```/.exec(section)?.[1] ?? '');
    Object.assign(config.repos[0], { repo: source, rev });
    const project = temporaryFolder();
    onTestFinished(project.dispose);
    git(project.path, ['clone', '-q', repository.path, '.']);
    project.write('.pre-commit-config.yaml', stringify(config));
    const { run, env } = preCommit(home.pathOf('cache'));
    // The hook installs a program of its own; without it, this one is on the PATH.
    const path = runsEverything ? {} : { PATH: `${home.pathOf('bin')}:${process.env.PATH}` };
    const all = () => run(project.path, ['run', '--all-files'], path);
    git(project.path, ['add', '-A']);
    const first = all();
    expect(first, first.output).toMatchObject({ status: 0, output: expect.stringMatching(/agent envelopes\.+Passed/) });

    expect(run(project.path, ['install'])).toMatchObject({ status: 0 });
    const commit = () => git(project.path, ['commit', '-qam', 'by hook'], { ...env, ...path });
    const count = () => git(project.path, ['rev-list', '--count', 'HEAD']).trim();
    const file = 'messages/4/no 4.json';
    const right = readFileSync(project.pathOf(file), 'utf8');
    project.write(file, right.replace(RIGHT, BROKEN));
    expect(commit).toThrow(/messages\/4\/no 4\.json:1:\d+ error "confidence" is 7; it must lie between 0 and 1\./);
    expect(count()).toBe('1');

    // Warnings of all files are counted together, however many processes there could be.
    project.write(file, right);
    const pairs = [1, 2, 4, 5, 7, 8, 31, 32].map(at => [
      `messages/${at % 10}/no ${at}.json`,
      `messages/${at % 10}/also ${at}.json`,
    ]);
    for (const [one = '', other = ''] of pairs) {
      project.write(other, readFileSync(project.pathOf(one), 'utf8').replace('Do number', 'Do not number'));
    }
    const allowing = (most: number) => {
      config.repos[0].hooks[0].args = ['--max-warnings', String(most), '--'];
      project.write('.pre-commit-config.yaml', stringify(config));
      git(project.path, ['add', '-A']);
      const { status, output } = all();
      return [status, output.match(/is already the id of another message/g)?.length];
    };
    expect(allowing(pairs.length)).toEqual([0, undefined]);
    expect(allowing(pairs.length - 1)).toEqual([1, pairs.length]);
    for (const [, other = ''] of pairs) git(project.path, ['rm', '-qf', other]);
    commit();
    expect(count()).toBe('2');
  });
});
