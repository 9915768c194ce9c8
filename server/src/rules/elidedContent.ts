import { eachDeclaredWith } from '../slots/declared';
import { isOfSlot } from '../slots/waysTo';
import { atPath } from '../text/pointer';
import { defineRule } from './defineRule';
import { shownPath } from './eachPath';

export default defineRule({
  id: 'envelope/elided-content',
  severity: 'error',
  ofElided: true,
  docs: `The content of an artifact is left out, or breaks off: \`...\`, \`<full specification content>\`,
\`... index with the gap ...\`, \`{ updated spec }\`, \`full file content\`, or a text whose last line is \`...\`. Content
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
      const elided = standIn(found) ?? cutOff(found, name, atPath(value, [...path.slice(0, -1), 'language']));
      if (elided === undefined) return;
      const of = name === '' ? 'The content' : `The content of "${shownPath(name)}"`;
      const message = `${of} ${elided}; applied, it would replace the whole file. Write the file out.`;
      report({ path, message, ...(where === 'block' && { severity: 'info' }) });
    });
  },
});

const isContent = isOfSlot('content');

/** What is said of a text that only stands for a file's content. */
function standIn(content: string): string | undefined {
  const text = content.trim();
  if (text.length > LONGEST_PHRASE || /[\r\n]/.test(text) || !STAND_INS.some(one => one.test(text))) return undefined;
  return `is left out (\`${shownPath(text)}\`)`;
}

const LONGEST_PHRASE = 400;

// Not a lone tag or declaration, nor JSON, YAML or code in braces: these are whole files.
const STAND_INS = [
  /^(\.\.\.+|…)$/,
  /^(\.\.\.|…).*(\.\.\.|…)$/,
  /^[[(](\.\.\.|…)[\])]$/,
  /^<{1,2}[^<>=!?/"](?:[^<>="]*[^<>="/])?>{1,2}$/,
  /^\{{1,2}(?=[^}]*(?:\p{L}|…|\.\.\.))[^{}[\]:;="']+\}{1,2}$/u,
  /^((the|your) )?(full|complete|entire|whole)( [\w.-]+){0,4} contents?( (goes )?here)?\.?$/i,
];

/** The same of a text that breaks off: its last line is but dots. */
function cutOff(content: string, path: string, language: unknown): string | undefined {
  const text = content.trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1);
  if (last.length > 100 || !DOTS.test(last.trim())) return undefined;
  // Three dots are the end of a YAML document, and the body of a Python function.
  if (/\.ya?ml$/i.test(path) || language === 'yaml') return undefined;
  if (/^\s/.test(last) && (/\.pyi?$/i.test(path) || language === 'python')) return undefined;
  return `breaks off: its last line is \`${last.trim()}\``;
}

const DOTS = /^((\/\/|#+|--|\/\*|<!--) ?)?(\.\.\.|…)( ?(\*\/|-->))?$/;
