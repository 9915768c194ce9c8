import { sortProperties } from '../../server/src/features/sortProperties';
import { analysed } from '../kit/analysed';
import { applied } from '../kit/applied';

export const sorted = (name: string, text: string) => {
  const changes = analysed(name, text).parts.flatMap(part => sortProperties(part));
  return applied(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
};
