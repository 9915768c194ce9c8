import { formatting } from '../../server/src/features/formatting';
import type { Range } from '../../server/src/model/text';
import { analysed } from '../kit/analysed';
import { applied } from '../kit/applied';

export const options = { tabSize: 2, insertSpaces: true };

export function formatted(text: string, within?: Range, name = 'index.md'): string {
  const changes = formatting(analysed(name, text), options, within);
  return applied(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
}

export const HEAD = '## Workflow Status\n\n## Decisions Log\n\n';
