import type { Checked } from '../model/rule';
import type { Path } from '../model/text';
import { eachDeclaredWith } from '../slots/declared';
import { schemaAt } from '../slots/effective';
import { isOfSlot } from '../slots/waysTo';
import { atPath } from '../text/pointer';
import { defineRule } from './defineRule';
import { elisionIn } from './elision';
import { shownPath } from './shownPath';

export default defineRule({
  id: 'envelope/elided-content',
  severity: 'error',
  guards: true,
  ofElided: true,
  docs: `The content of an artifact is left out, or breaks off: \`...\`, \`<full specification content>\`,
\`... index with the gap ...\`, \`{ updated spec }\`, \`full file content\`, \`[content unchanged]\`; a text whose last line is
\`...\`, or says that the rest is as it was; a line of code like \`// ... existing code ...\`. Content
**replaces the whole file**: applying the envelope would destroy it.

**Good:**

\`\`\`json
{ "path": "notes.md", "operation": "update", "content": "# Notes\\n\\nCSV and PDF share one model.\\n" }
\`\`\`

**Bad:**

\`\`\`json
{ "path": "notes.md", "operation": "update", "content": "<full updated notes>" }
\`\`\`

Write the file out, to its end. In an example of a Markdown document leaving it out is fine; there it is only worth knowing.

Source: Agent Protocol and Workflow Primitives (ADR-007), "Artifact Structure": content is the complete file.`,
  check({ value, kind, where }, report) {
    eachDeclaredWith(isContent, kind.schema, value, (path, _, found) => {
      if (typeof found !== 'string') return;
      const file = atPath(value, [...path.slice(0, -1), 'path']);
      const name = typeof file === 'string' ? file : '';
      const elided = elisionIn({ content: found, path: name, language: languageBeside(path, name, { value, kind }) });
      if (elided === undefined) return;
      const of = name === '' ? 'The content' : `The content of "${shownPath(name)}"`;
      const message = `${of} ${elided}; applied, it would replace the whole file. Write the file out.`;
      report({ path, message, ...(where === 'block' && { severity: 'info' }) });
    });
  },
});

const isContent = isOfSlot('content');

// What the contract doesn't know excuses nothing, nor does what contradicts the file's name.
function languageBeside(path: Path, name: string, { value, kind }: Pick<Checked, 'value' | 'kind'>): unknown {
  const holder = path.slice(0, -1);
  const isDeclared = Object.hasOwn(schemaAt(kind.schema, value, holder)?.properties ?? {}, 'language');
  return isDeclared && !/\.\w+$/.test(name) ? atPath(value, [...holder, 'language']) : undefined;
}
