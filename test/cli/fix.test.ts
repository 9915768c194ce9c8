import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCommand } from '../../server/src/cli/check';
import { createChecker, createFixer } from '../../server/src/features/report';
import type { Fix } from '../../server/src/model/report';
import { contextOf } from '../kit/context';
import { folder, run } from './run';

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
    const outside = folder({ 'real.json': text(output({})), 'named.json': text(output({})) });
    const cwd = folder({ 'a.json': '{}' });
    symlinkSync(join(outside, 'real.json'), join(cwd, 'link.json'));
    const { code, err } = await fixed(cwd);
    expect(err).toContain('link.json: is not mended: it is a link that leads out of the folder');
    expect(code).toBe(2);
    expect(readFileSync(join(outside, 'real.json'), 'utf8')).toBe(text(output({})));
    expect((await fixed(cwd, [join(outside, 'named.json')])).err).toContain('2 problems fixed in 1 file.');
  });

  test('through a link within the folder, which stays one', async () => {
    const cwd = folder({ 'in/real.json': text(output({})) });
    symlinkSync(join(cwd, 'in/real.json'), join(cwd, 'a.json'));
    expect((await fixed(cwd)).err).toContain('2 problems fixed in 1 file.');
    expect(readFileSync(join(cwd, 'in/real.json'), 'utf8')).toContain('"recommendation"');
  });

  test.each<[string, (path: string) => void, string]>([
    [
      'that was changed meanwhile',
      path => writeFileSync(path, '{}'),
      'a.json: is not mended: it was changed meanwhile',
    ],
    ['that is read-only', path => chmodSync(path, 0o444), 'a.json: is not mended: it is read-only'],
  ])('a file %s stays as it is', async (_, meanwhile, message) => {
    const cwd = folder({ 'a.json': text(output({})) });
    const path = join(cwd, 'a.json');
    const mend = createFixer({ contextOf: () => contextOf() });
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
    expect((await fixed(cwd)).err).toContain('a.json: is not mended: it holds bytes that are no UTF-8');
    expect(readFileSync(join(cwd, 'a.json')).equals(broken)).toBe(true);
  });

  test('what goes wrong in one file leaves the others', async () => {
    const cwd = folder({ 'a.json': text(output({})), 'b.json': text(output({})) });
    const mend = createFixer({ contextOf: () => contextOf() });
    const { code, err, out } = await fixed(cwd, [], file => {
      if (file.path === 'a.json') throw new Error('odd');
      return mend(file);
    });
    expect(err).toContain('a.json: could not be checked (odd)');
    expect(err).toContain('2 problems fixed in 1 file.');
    expect(out).toContain('a.json');
    expect(code).toBe(2);
  });
});
