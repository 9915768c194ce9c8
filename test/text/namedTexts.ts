import { replaceJsonValues } from '../../server/src/text/json/replaceJsonValues';

/** Tells the name of each text, and covers what is called `x`. */
export function named(text: string): string {
  return replaceJsonValues(text, {
    covers: name => name === 'x',
    cover: value => `[${value.length}]`,
    string: (one, name) => `${name}:${one}`,
  });
}
