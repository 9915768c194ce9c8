import { describe, expect, test } from 'vitest';
import { associationEdit } from '../../server/src/features/associationEdit';
import { memoryWorkspace } from '../kit/memoryWorkspace';

const KIND = 'agent-message/message';

function saved(text: string | undefined, kind: string | undefined, file = 'a/broken.json') {
  const workspace = memoryWorkspace(text === undefined ? ['x.md'] : { '.agent-envelopes.json': text });
  return associationEdit(`file:///work/${file}`, kind, workspace);
}

describe('what a file holds is said in the settings file of its folder', () => {
  test('which is made if there is none', () => {
    expect(saved(undefined, KIND)).toMatchObject({
      uri: 'file:///work/.agent-envelopes.json',
      text: `${JSON.stringify({ associations: { 'a/broken.json': KIND } }, undefined, 2)}\n`,
      previous: null,
    });
  });

  test('behind all other globs, as the last one decides; comments and line ends stay', () => {
    const before =
      '{\r\n  // ours\r\n  "associations": {\r\n    "a/broken.json": "none",\r\n    "a/*": "none"\r\n  }\r\n}\r\n';
    const answer = saved(before, KIND);
    expect(answer).toMatchObject({ previous: 'none' });
    const text = answer && 'text' in answer ? answer.text : '';
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(text).toContain('// ours');
    expect(text.indexOf('"a/*"')).toBeLessThan(text.indexOf(`"a/broken.json": "${KIND}"`));
  });

  test('or nothing is said of it any more', () => {
    expect(saved('{"associations": {"a/broken.json": "none"}}', undefined)).toMatchObject({
      previous: 'none',
      isChanged: true,
    });
    expect(saved('{}', undefined)).toMatchObject({ isChanged: false });
    expect(saved(undefined, undefined)).toMatchObject({ isChanged: false });
  });

  test('with the characters of globs escaped', () => {
    const answer = saved('{}', KIND, 'logs/%5Bold%5D%20a%2A.json');
    expect(answer && 'text' in answer ? Object.keys(JSON.parse(answer.text).associations) : []).toEqual([
      'logs/\\[old\\] a\\*.json',
    ]);
  });

  test('not in a broken file, and for no file outside of a folder', () => {
    for (const broken of ['{', '[]', '{"associations": 5}']) expect(saved(broken, KIND)).toHaveProperty('fault');
    expect(associationEdit('file:///elsewhere/a.json', KIND, memoryWorkspace([]))).toBe(null);
  });
});
