import { describe, expect, test } from 'vitest';
import { analyseText } from '../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';

const kindOf = (text: string) => analyseText('checks.md', text).parts.find(one => one.document)?.document?.kind.id;

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test('no other file is a check module', () => {
    const files = corpusFiles().filter(file => file.endsWith('.md') && !file.includes('check-modules'));
    const modules = files.filter(file => kindOf(corpusText(file)) === 'workflow-primitives/check-module');
    expect(modules).toEqual([]);
  });
});
