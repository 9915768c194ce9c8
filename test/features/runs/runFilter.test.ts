import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runFilter } from '../../../server/src/features/runs/runFilter';
import { runsTree } from '../../../server/src/features/runs/runsTree';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';
import { AROUND, NOW, VIEW } from './shownTree';

const index = indexOf(
  fileRecordOf(
    'logs/wf one.jsonl'.replace(' ', '%20'),
    [
      {
        title: 'Idea',
        run: 'wf_1',
        agent: 'vision',
        about: 'Team invites',
        confidence: 0.6,
        kind: 'agent-message/message',
      },
      {
        title: 'x',
        run: 'wf_1',
        agent: 'Build',
        kind: 'agent-message/message',
        effects: [{ do: 'call', tool: 'search_web' }],
      },
    ],
    { checks: { 'line 1': { problems: { error: 1, warning: 0, info: 0 }, rules: ['agent-message/no-review'] } } },
  ),
  fileRecordOf('other.json', [
    {
      title: 'Spec',
      run: '005 · plan',
      agent: 'spec writer',
      outcome: 'failed',
      kind: 'agent-io/event',
      confidence: 0.9,
      failure: 'Timed out',
      effects: [{ do: 'write', path: 'src/Invite.tsx', operation: 'create' }],
    },
  ]),
  fileRecordOf('third.json', [{ title: 'Quiet', outcome: 'pending', kind: 'agent-io/event' }]),
);

const ALL = ['005 · plan', 'third.json', 'wf_1'];

describe('a filter', () => {
  test.each<[string, string[]]>([
    ['', ALL],
    ['wf_', ['wf_1']],
    ['TEAM invites', ['wf_1']],
    ['"team invites"', ['wf_1']],
    ['"invites team"', []],
    ['build', ['wf_1']],
    ['agent:BUILD', ['wf_1']],
    ['agent:"spec writer"', ['005 · plan']],
    ['agent:"spec wri', ['005 · plan']],
    ['-agent:build', ['005 · plan', 'third.json']],
    ['-team', ['005 · plan', 'third.json']],
    ['status:fail', ['005 · plan']],
    ['status:success', ['wf_1']],
    ['-status:succ', ['005 · plan', 'third.json']],
    ['status:running', []],
    ['status:unfin', ['third.json']],
    ['status:pending', ['third.json']],
    ['id:005', ['005 · plan']],
    ['id:invites', []],
    ['rule:no-rev', ['wf_1']],
    ['path:"logs/wf one"', ['wf_1']],
    ['path:work', []],
    ['family:message', ['wf_1']],
    ['family:"agent i/o"', ['005 · plan', 'third.json']],
    ['has:problems', ['wf_1']],
    ['has:err', ['wf_1']],
    ['-has:problems', ['005 · plan', 'third.json']],
    ['has:warnings', []],
    ['kind:event', ['005 · plan', 'third.json']],
    ['tool:web', ['wf_1']],
    ['artifact:invite.tsx', ['005 · plan']],
    ['confidence<0.7', ['wf_1']],
    ['idea', ['wf_1']],
    ['search_web', ['wf_1']],
    ['-idea', ['005 · plan', 'third.json']],
    ['invite.tsx', ['005 · plan']],
    ['timed', ['005 · plan']],
    ['other.json', ['005 · plan']],
    ['-other.json', ['third.json', 'wf_1']],
    ['"wf one.jsonl" build', ['wf_1']],
    ['logs/', ['wf_1']],
    ['work', []],
    ['"node:fs"', []],
    ['confidence>=0.9', ['005 · plan']],
    ['-confidence<0.7', ['005 · plan', 'third.json']],
    ['confidence:0.9', ['005 · plan']],
    ['confidence>0', ['005 · plan', 'wf_1']],
    ['confidence>=0', ['005 · plan', 'wf_1']],
    ['confidence<=0', []],
    ['confidence=0', []],
    ['kind:event status:fail spec', ['005 · plan']],
    ['__proto__', []],
  ])('%s', (text, expected) => {
    expect(left(text)).toEqual(expected);
  });

  test.each([
    'agent:',
    '-agent:',
    'agent:"',
    '-',
    '"',
    '""',
    'status:',
    'confidence',
    'confidence<',
    'confidence<0',
    'confidence<0.',
    'confidence>0.',
    'status!=',
    'agent:" "',
    ' ',
    'wf agent:',
  ])('half typed: %s', text => {
    // The name of a qualifier alone is still a word.
    const expected = text === 'confidence' ? [] : text === 'wf agent:' ? ['wf_1'] : ALL;
    expect(left(text)).toEqual(expected);
  });

  test.each([
    [
      'duration>1s',
      /^There is no key "duration"\. To look for the text, put it in quotes\. Keys are status, agent, .*\.$/,
    ],
    ['wf_1 agnet:x', /^There is no key "agnet"; did you mean agent\? To look/],
    ['-agnet:', /^There is no key "agnet"/],
    ['constructor:x', /^There is no key "constructor"/],
    ['status:nothing', /^There is no status:nothing\. Write one of failed, blocked, /],
    ['has:wings', /^There is no has:wings\. Write one of problems, /],
    ['confidence<much', /^"much" is not a number/],
    ['agent<x', /^"agent" does not compare: write agent:x\.$/],
    ['status=failed', /^"status" does not compare: write status:failed\.$/],
    ['since>1h', /^"since" does not compare: write since:1h\.$/],
    ['status!=failed', /^There is no operator "!=": write -status:failed\.$/],
    ['-confidence!=0.5', /^There is no operator "!=": write confidence:0\.5\.$/],
    ['colour!=red', /^There is no key "colour"/],
    ['a '.repeat(501), /^The filter is too long: it may have at most 1,000 characters\.$/],
  ])('that can not be understood says so, and shows nothing: %s', (text, fault) => {
    expect(runFilter(text).fault).toMatch(fault);
    expect(left(text)).toEqual([]);
    expect(runsTree(index, { view: { ...VIEW, filter: text } }, AROUND)).toMatchObject({ nodes: [], total: 0 });
    expect(runsTree(index, { view: { ...VIEW, filter: text } }, AROUND).fault).toMatch(fault);
  });

  test('asks for steps only where it is about steps, and all else agrees', () => {
    const [run] = index.runs();
    if (!run) throw new Error('no run');
    let asked = 0;
    const test = (text: string) =>
      runFilter(text).shows(
        run,
        () => {
          asked++;
          return index.run(run.key);
        },
        NOW,
      );
    test('agent:x status:fail path:y has:problems family:a rule:b id:c word');
    test('tool:x path:nothing-like-this');
    test('idea agent:nobody');
    test('team');
    expect(asked).toBe(0);
    test('tool:x');
    expect(asked).toBe(1);
  });

  test('is never refused', () => {
    const pieces = fc.array(fc.constantFrom('agent:', '-', '"', ' ', 'x', 'confidence<', '0.', ':', '\\', '(', '*'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map(all => all.join('')),
        ),
        text => {
          expect(left(text)).toBeInstanceOf(Array);
        },
      ),
    );
  });
});

function left(text: string): string[] {
  const { shows } = runFilter(text);
  return index
    .runs()
    .filter(run => shows(run, () => index.run(run.key), NOW))
    .map(({ id }) => id)
    .sort();
}

test.each([
  ['since:1h', ['late']],
  ['until:1h', ['early']],
  ['-since:1h', ['early', 'timeless']],
  ['since:2h until:30m', ['early', 'late']],
  ['until:1970-01-02', []],
])('%s compares with the start of a run', (filter, expected) => {
  const ago = (minutes: number) => BigInt(NOW - minutes * 60_000) * 1_000_000n;
  const runs = [
    { title: 'x', run: 'early', at: ago(90) },
    { title: 'x', run: 'late', at: ago(45) },
    { title: 'x', run: 'timeless' },
  ];
  const times = indexOf(fileRecordOf('times.jsonl', runs));
  const { nodes } = runsTree(times, { view: { ...VIEW, filter } }, AROUND);
  expect(nodes.map(({ copies }) => copies).sort()).toEqual(expected);
});

test('what is no time is an error', () => {
  expect(runFilter('since:soon').fault).toBe('"soon" is not a time: write 30m, 1h, 7d or 2026-02-28T12:00Z.');
});
