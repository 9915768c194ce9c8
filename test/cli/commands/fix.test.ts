import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/checkAndFixFiles';
import type { Fix } from '../../../server/src/model/analysis';
import { testContext } from '../../kit/testContext';
import { folder, run } from '../run';

const INPUT = {
  context: { feature_id: 'f', workflow: 'plan', iteration: 1 },
  paths: { spec: 'specs\\012\\spec.md' },
  task: { action: 'create', params: {} },
};
const output = (more: object) => ({
  $schema: 'agent-envelopes:/agent-protocol/output.schema.json',
  success: true,
  summary: 'Done.',
  artifacts: [{ path: 'specs/012/spec.md', operation: 'overwrite', content: '# Spec' }],
  next_recommendation: 'proceed',
  ...more,
});
const text = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;

const commands = (fix?: Fix) => [
  checkCommand({
    createChecker,
    createFixer: project => fix ?? createFixer(project),
    pause: async () => false,
    version: '1.2.3',
  }),
];
const fixed = (cwd: string, paths: string[] = [], fix?: Fix) =>
  run(['check', '--fix', ...paths], { cwd, commands: commands(fix) });

describe('check --fix', () => {
  test('mends what is certain, says where, and checks what is left', async () => {
    const cwd = folder({
      'a.json': text(output({ state_updates: { x: 1 } })),
      'b.json': text({ other: 1 }),
      'c.json': text(INPUT),
      'specs/012/spec.md': '# Spec',
    });
    const { code, out, err } = await fixed(cwd);
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(
      text(output({ state_updates: { x: 1 } }))
        .replace('"overwrite"', '"update"')
        .replace('"next_recommendation"', '"recommendation"'),
    );
    expect(err).toContain('agent-envelopes: a.json: 2 problems fixed (agent-protocol/superseded x2)\n');
    expect(err).toMatch(/agent-envelopes: 3 problems fixed in 2 files\.\n$/);
    expect(out).toContain('"state_updates" is superseded');
    expect(out).not.toContain('next_recommendation');
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'b.json'), 'utf8')).toBe(text({ other: 1 }));
  });

  test('a second run changes nothing', async () => {
    const cwd = folder({ 'a.json': text(output({})) });
    await fixed(cwd);
    const before = statSync(join(cwd, 'a.json'));
    const { err } = await fixed(cwd);
    expect(err).toBe('agent-envelopes: 0 problems fixed in 0 files.\n');
    expect(statSync(join(cwd, 'a.json'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  test('what is not mended stays byte for byte: the mark, line ends of every kind, rights', async () => {
    const lines = [
      '\uFEFF{"$schema": "agent-envelopes:/agent-protocol/output.schema.json",',
      '"success": true,\r',
      ' "summary":"x" ,\r',
      '"artifacts": [ ],',
      '"next_recommendation" :"proceed"}',
    ];
    const cwd = folder({ 'a.json': lines.join('\n') });
    chmodSync(join(cwd, 'a.json'), 0o640);
    await fixed(cwd);
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(
      lines.join('\n').replace('next_recommendation', 'recommendation'),
    );
    expect(statSync(join(cwd, 'a.json')).mode & 0o777).toBe(0o640);
    expect(readdirSync(cwd)).toEqual(['a.json']);
  });

  test('not through a link that leads out of the folder, unless it is named where it is', async () => {
    const outside = folder({
      'real.json': text(output({})),
      'named.json': text(output({})),
      'specs/012/spec.md': '# Spec',
    });
    const cwd = folder({ 'a.json': '{}' });
    symlinkSync(join(outside, 'real.json'), join(cwd, 'link.json'));
    const { code, err } = await fixed(cwd);
    expect(err).toContain('link.json: is a link that leads out of the folder, and is not followed');
    expect(code).toBe(0);
    expect(readFileSync(join(outside, 'real.json'), 'utf8')).toBe(text(output({})));
    expect((await fixed(cwd, [join(outside, 'named.json')])).err).toContain('2 problems fixed in 1 file.');
  });

  test('through a link within the folder, which stays one', async () => {
    const cwd = folder({ 'in/real.json': text(output({})), 'specs/012/spec.md': '# Spec' });
    symlinkSync(join(cwd, 'in/real.json'), join(cwd, 'a.json'));
    expect((await fixed(cwd)).err).toContain('2 problems fixed in 1 file.');
    expect(readFileSync(join(cwd, 'in/real.json'), 'utf8')).toContain('"recommendation"');
  });

  test.each<[string, (path: string) => void, string]>([
    ['that was changed meanwhile', path => writeFileSync(path, '{}'), 'a.json: is not fixed: it was changed meanwhile'],
    ['that is read-only', path => chmodSync(path, 0o444), 'a.json: is not fixed: it is read-only'],
  ])('a file %s stays as it is', async (_, meanwhile, message) => {
    const cwd = folder({ 'a.json': text(output({})) });
    const path = join(cwd, 'a.json');
    const mend = createFixer({ contextOf: () => testContext() });
    const { code, err } = await fixed(cwd, [], file => {
      const mended = mend(file);
      meanwhile(path);
      return mended;
    });
    expect(err).toContain(message);
    expect(code).toBe(2);
    expect([text(output({})), '{}']).toContain(readFileSync(path, 'utf8'));
    expect(readdirSync(cwd)).toEqual(['a.json']);
  });

  test('a file with bytes that are no text stays as it is', async () => {
    const bytes = Buffer.concat([Buffer.from(text(output({})).replace('Done.', '')), Buffer.from([0x20])]);
    const at = bytes.indexOf('""') + 1;
    const broken = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]);
    const cwd = folder({ 'a.json': broken });
    expect((await fixed(cwd)).err).toContain('a.json: is not fixed: it is not valid UTF-8');
    expect(readFileSync(join(cwd, 'a.json')).equals(broken)).toBe(true);
  });

  test('what goes wrong in one file leaves the others', async () => {
    const cwd = folder({ 'a.json': text(output({})), 'b.json': text(output({})) });
    const mend = createFixer({ contextOf: () => testContext() });
    const { code, err, out } = await fixed(cwd, [], file => {
      if (file.path === 'a.json') throw new Error('odd');
      return mend(file);
    });
    expect(err).toContain('a.json: could not be checked (odd)');
    expect(err).toContain('2 problems fixed in 1 file.');
    expect(out).toContain('a.json');
    expect(code).toBe(2);
  });

  describe('what others are read under is mended first', () => {
    const slip = text({ success: true, next_recommendation: 'proceed' });
    const settings = (kind: string) => `{ "asociations": { "x.json": "${kind}" } }\n`;

    test('settings: files are mended as what they are then, and a second run changes nothing', async () => {
      const cwd = folder({
        '.agent-envelopes.json': settings('agent-protocol/output'),
        'a/x.json': slip,
        'x.json': slip,
      });
      const { err } = await fixed(cwd);
      const settled = readFileSync(join(cwd, '.agent-envelopes.json'), 'utf8');
      expect(settled).toBe(settings('agent-protocol/output').replace('asociations', 'associations'));
      expect(readFileSync(join(cwd, 'x.json'), 'utf8')).toContain('"recommendation"');
      expect(err).not.toContain('has 1 problem');
      expect((await fixed(cwd)).err).toBe('agent-envelopes: 0 problems fixed in 0 files.\n');
    });

    test('settings: nothing is mended of what they say is no envelope', async () => {
      const x = text(INPUT);
      const cwd = folder({ 'z/.agent-envelopes.json': settings('none'), 'z/x.json': x });
      expect((await fixed(join(cwd, 'z'))).err).toMatch(/agent-envelopes: 1 problem fixed in 1 file\.\n$/);
      expect(readFileSync(join(cwd, 'z/x.json'), 'utf8')).toBe(x);
    });

    test('then what is declared, by its name or because the settings name it; then the rest, each under what is there by then', async () => {
      const names = ['a.json', 'tools/ours.json', 'z.agent-protocol.json', 'catalogue.json'];
      const cwd = folder({
        ...Object.fromEntries(names.map(name => [name, '{}'])),
        '.agent-envelopes.json': '{"toolCatalogues": ["tools\\\\ours.json"]}',
      });
      const seen: string[] = [];
      await fixed(cwd, [], ({ path, text }) => {
        seen.push(path);
        return { text, rules: [] };
      });
      expect(seen).toEqual([
        '.agent-envelopes.json',
        'catalogue.json',
        'z.agent-protocol.json',
        'tools/ours.json',
        'a.json',
      ]);
    });

    test('a file that rests on one mended after it is looked at again', async () => {
      const cwd = folder({ 'a.json': 'old', 'b.json': 'old' });
      const { err } = await fixed(cwd, [], ({ path, text }) => {
        const ready = path === 'b.json' || readFileSync(join(cwd, 'b.json'), 'utf8') === 'new';
        return ready && text === 'old' ? { text: 'new', rules: ['x/y'] } : { text, rules: [] };
      });
      expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe('new');
      expect(err).toBe(
        [
          'agent-envelopes: b.json: 1 problem fixed (x/y)',
          'agent-envelopes: a.json: 1 problem fixed (x/y)',
          'agent-envelopes: 2 problems fixed in 2 files.\n',
        ].join('\n'),
      );
    });

    test('what never comes to an end is left', async () => {
      const cwd = folder({ 'a.json': '1' });
      const { err } = await fixed(cwd, [], ({ text }) => ({ text: `${text}1`, rules: ['x/y'] }));
      expect(err).toMatch(/ fixed in 1 file\.\n$/);
    });
  });
});
