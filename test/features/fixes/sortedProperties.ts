import { sortProperties } from '../../../server/src/features/fixes/sortProperties';
import { analyseText } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';

export const sorted = (name: string, text: string) => {
  const changes = analyseText(name, text).parts.flatMap(part => sortProperties(part));
  return applyEdits(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
};
