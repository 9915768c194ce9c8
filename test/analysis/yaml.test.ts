import { expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { textFile } from '../../server/src/text/lines';
import { testContext } from '../kit/testContext';

function show(text: string, name = 'a.yaml') {
  const lang = name.endsWith('.md') ? 'markdown' : 'yaml';
  const { analysis } = analyse(textFile(`file:///w/${name}`, lang, text), testContext());
  return analysis.parts.map(({ part, recognition, problems }) => [
    part.id,
    recognition?.kind.id,
    problems.map(p => [p.rule, p.message, part.text.slice(p.span.start, p.span.end)]),
  ]);
}
test('x', () => {
  console.log(
    JSON.stringify(show('success: true\nsummary: Validated.\nartifacts: []\nrecommendation: proced\n'), null, 1),
  );
  console.log(
    JSON.stringify(
      show(
        '---\nstatus: complete\n---\n# T\n> ```yaml\n> success: true\n> summary: Validated.\n> artifacts: []\n> recommendation: proced\n> ```\n',
        'a.md',
      ),
      null,
      1,
    ),
  );
  console.log(
    JSON.stringify(
      show(
        '# c\n---\nsuccess: true\nsummary: Validated.\nartifacts: []\nrecommendation: proced\n---\nsuccess: true\nsummary: Validated.\nartifacts: [\nrecommendation: proceed\n...\n',
      ),
      null,
      1,
    ),
  );
  expect(1).toBe(1);
});
