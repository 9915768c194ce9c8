import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../kit/corpus';
import { message } from '../kit/runsClient';
import { commandInProcess } from './commandInProcess';
import { type AttackedFolder, createAttackedFolder } from './folderAttack';

const run = commandInProcess();
const SECRET = 'hunter2-of-the-machine';
const ELIDED = `{ "success": true, "summary": "Done.", "recommendation": "proceed",
  "artifacts": [{ "path": "specs/012/spec.md", "operation": "create", "content": "<full spec>" }] }
`;

/** A checkout of a stranger's branch, beside what only the machine should know. */
function checkout() {
  const folder = createAttackedFolder();
  const secret = (name: string) => folder.pathOf(`machine/${name}`);
  folder.write('machine/secret.env', `TOKEN=${SECRET}\n{"${SECRET}": `);
  folder.write('machine/secret.json', `{"${SECRET}": "${SECRET}", "id": ${SECRET} }`);
  folder.write('machine/run.jsonl', `${message(1, { run: SECRET, from: 'x', to: 'x' })}\n{"${SECRET}\n`);
  folder.write('work/.git/config', `[http]\n  extraheader = ${SECRET}\n{"${SECRET}": `);
  folder.write('work/elided.json', ELIDED);
  const links: [file: string, target: string][] = [
    ['a.jsonl', '../machine/secret.env'],
    ['b.json', secret('secret.json')],
    ['c.jsonl', '../machine/run.jsonl'],
    ['logs', '../machine'],
    ['up', '..'],
    ['d.json', 'up/machine/secret.json'],
    ['e.jsonl', '.git/config'],
    ['f.md', '../machine/secret.env'],
    ['specs/index.md', '../../machine/secret.env'],
    ['x.agent-protocol.json', '../machine/secret.json'],
    ['tool_catalog.json', '../machine/secret.json'],
    ['review.schema.json', '../machine/secret.json'],
    ['runs', '../machine/run.jsonl'],
  ];
  for (const [file, target] of links) folder.link(`work/${file}`, target);
  folder.write(
    'work/own.agent-protocol.json',
    JSON.stringify({
      id: 'own',
      title: 'Own',
      kinds: [
        { id: 'one', title: 'One', schema: 'review.schema.json' },
        { id: 'two', title: 'Two', schema: '../machine/secret.json' },
      ],
    }),
  );
  return { folder, links: links.map(([file]) => file), cwd: folder.pathOf('work') };
}

describe.skipIf(process.platform === 'win32')('what a stranger links to is in nothing that is printed', () => {
  const { folder, links, cwd } = checkout();
  afterAll(folder.dispose);

  const named = links.filter(name => name !== 'up');
  test.each([
    ...['pretty', 'github'].map(format => ['check', '--format', format, '.']),
    ['check', '--format', 'github', '--', ...named],
    ['check', '--fix', '.'],
    ['runs', '--format', 'json', '.'],
    ['runs', '--format', 'json', 'c.jsonl', 'logs', 'runs', 'logs/run.jsonl', 'up/machine/run.jsonl'],
    ['replay', SECRET, '--out', '-', 'c.jsonl', 'logs', '.'],
    ['check', '--format', 'github', 'logs/run.jsonl', 'up/machine', 'elided.json'],
  ])('%s %s %s %s', async (...args) => {
    const { code, out, err } = await run(args, { cwd });
    const said = `${out}${err}`.replaceAll(args.join(' '), '');
    // The id that was asked for is said to be none.
    expect(args[0] === 'replay' ? said.replaceAll(`"${SECRET}"`, '') : said).not.toContain(SECRET);
    expect(code).toBeOneOf(args[0] === 'runs' && args.length === 4 ? [0] : [0, 1, 2]);
    expect(said).toMatch(/link|elided|No workflow run|no run/i);
  });

  test('a folder says so once', async () => {
    const { code, err } = await run(['check', '.'], { cwd });
    expect(err.match(/leads out of the folder, and is not followed/g)).toHaveLength(1);
    expect(code).toBeOneOf([1, 2]);
  });

  test.each([
    [
      'the settings are a link',
      (at: AttackedFolder) => at.link('work/.agent-envelopes.json', '../machine/secret.json'),
    ],
    [
      'the settings name what lies outside',
      (at: AttackedFolder) =>
        at.write(
          'work/.agent-envelopes.json',
          '{"toolCatalogues": ["../machine/secret.json", "tool_catalog.json"], "protocols": ["../machine/secret.json", "b.json"]}',
        ),
    ],
  ])('also where %s', async (_, plant) => {
    const { folder, cwd } = checkout();
    plant(folder);
    const { out, err } = await run(['check', '--format', 'github', '.'], { cwd });
    expect(out).toContain('elided.json');
    expect(out + err).not.toContain(SECRET);
    folder.dispose();
  });
});

describe('a file that is called like an option', () => {
  const [hook] = parse(readFileSync(join(projectRoot, '.pre-commit-hooks.yaml'), 'utf8'));
  const [, ...command] = hook.entry.split(' ') as string[];
  const OFF =
    '{"rules": {"envelope/*": "off", "agent-io/*": "off"}, "exclude": ["**"], "associations": {"**": "none"}}';
  const folder = createAttackedFolder();
  beforeAll(() => {
    folder.write('elided.json', ELIDED);
    folder.write('evil.json', OFF);
  });
  afterAll(folder.dispose);

  const names = [
    '--config=evil.json',
    '--no-config',
    '--rule=envelope*=off',
    '--help',
    '-h',
    '--format=json',
    '--as=output',
    '--changed-since=HEAD',
    '--max-warnings=9',
    '--watch',
    '--stdin-name=x.json',
    '--fix',
  ];

  test('is a name in the hook', async () => {
    for (const name of names) folder.write(name, OFF);
    const args = [...command, ...hook.args, ...names, 'elided.json'];
    const { code, out, err } = await run(args, { cwd: folder.path });
    // Those of an ending that is read are read, and of others it is said that they are none.
    expect(code).toBe(2);
    expect(out).toContain('envelope/elided-content');
    expect(err).toContain('--no-config: ');
  });

  test('is refused where it could be an option', async () => {
    const { code, err } = await run(['check', '--config=evil.json', 'elided.json'], { cwd: folder.path });
    expect(code).toBe(2);
    expect(err).toContain('is an option, and a file of that name is here, too');
  });

  test.skipIf(process.platform === 'win32')('be it a link to nowhere', async () => {
    folder.link('--rule=*=off', 'nowhere');
    const { code } = await run(['check', '--rule=*=off', 'elided.json'], { cwd: folder.path });
    expect(code).toBe(2);
  });
});
