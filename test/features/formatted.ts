import { formatting } from '../../server/src/features/formatting';
import type { Range } from '../../server/src/model/text';
import { analyseText } from '../kit/analyseText';
import { applyEdits } from '../kit/applyEdits';

export const options = { tabSize: 2, insertSpaces: true };

export function formatted(text: string, within?: Range, name = 'index.md'): string {
  const changes = formatting(analyseText(name, text), options, within);
  return applyEdits(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
}

export const HEAD = '## Workflow Status\n\n## Decisions Log\n\n';
