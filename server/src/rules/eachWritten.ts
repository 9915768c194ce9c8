import type { Checked } from '../model/rule';
import type { Path } from '../model/text';
import { atPointer, pathIn, pathOf } from '../text/pointer';

/** Calls back for the path of each file that an envelope is to write, whatever it looks like. */
export function eachWritten(
  { value, kind }: Pick<Checked, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  const { carries } = kind;
  const items = carries && atPointer(value, carries.items);
  if (!carries || !Array.isArray(items)) return;
  const list = pathIn(value, carries.items);
  items.forEach((item, index) => {
    const text = atPointer(item, carries.path);
    if (typeof text === 'string') visit([...list, index, ...pathOf(carries.path)], text);
  });
}
