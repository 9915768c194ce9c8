import fc from 'fast-check';
import { registryText } from './arbitraryRegistry';

/** Generated and given registries with arbitrary text between their lines. */
export function disturbedOf(texts: readonly string[]): fc.Arbitrary<string> {
  // Some effects need several adjacent lines.
  const lines = fc.array(fc.constantFrom(...DISTURBING), { minLength: 1, maxLength: 3 });
  const places = fc.array(fc.tuple(fc.nat(60), lines), { maxLength: 4 });
  return fc
    .tuple(fc.oneof(registryText, fc.constantFrom(...texts, '')), places, fc.constantFrom('\n', '\n', '\n', '\r\n'))
    .map(([text, disturbing, end]) => {
      const all = text.split('\n');
      for (const [at, some] of disturbing) all.splice(at % (all.length + 1), 0, ...some);
      return all.join(end);
    });
}

const DISTURBING = [
  '```',
  '```json',
  '~~~',
  '  ```',
  '````',
  '- ```',
  '> ```',
  '<!--',
  '-->',
  '<!-- x -->',
  'text <!-- x',
  '<div>',
  '</div>',
  '<https://example.org>',
  '---',
  '===',
  '-',
  '***',
  '',
  '',
  '    code',
  'prose',
  'Metadata',
  'a | b',
  '|---|---|',
  '| --- | :-: |  ',
  '|---|---|---|',
  '|===|===|',
  '| specify | blocked |',
  '> note',
  '> ===',
  '> ## Metadata',
  '> - **Feature ID**: q',
  '> **x**',
  '- ## Workflow Status',
  '- item',
  '  - **Feature ID**: nested',
  '  continued',
  '1. **Feature ID**: one',
  '2. two',
  '- **ID**: 7 `x`',
  '* **Status**: completed',
  '- Workflow: plan',
  '+ **Current Phase:** validating',
  '-     **ID**: code',
  '- | a |',
  '| a \\| b | `c|d` |',
  '| plan | completed |',
  '| **ID** | 9 |',
  '| Field | Value |',
  '| Workflow | Status |',
  'Workflow | Status',
  '--- | ---',
  '#',
  '##\t',
  '## Metadata ##',
  '## *Metadata*:',
  ' ## Workflow Status',
  '    ## Workflow Status',
  '#Metadata',
  '####### Metadata',
  '### Notes',
  '# Other',
  '## Decisions Log',
  '[a]: b',
  '\\# Metadata',
  'Workflow',
  'Status',
  '--',
  ' -',
  '   ===',
  '- | -',
  ' |---|---|',
  '|-|-|  ',
  '### a | b',
  '#a | b',
  '- a | b',
  'a \\| b',
  '  <div>',
  '\u00a0',
];
