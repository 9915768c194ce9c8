import type { Path } from '../../model/text';
import type { SpanAttribute } from './spanAttributes';

/**
 * The input and the output of an operation as attributes, under the names that come first in the conventions: for a tool and for a
 * model.
 *
 * @param path of the holder
 */
export function sideAttributes(
  holder: Record<string, unknown>,
  [input, output]: readonly [input: string, output: string],
  path: Path = [],
): [name: string, attribute: SpanAttribute][] {
  const side = (key: string, ...names: string[]): [string, SpanAttribute][] => {
    const value = holder[key];
    const isBlank = value === undefined || value === null || value === '';
    return isBlank ? [] : names.map(name => [name, { value, path: [...path, key] }]);
  };
  return [
    ...side(input, 'gen_ai.input.messages', 'gen_ai.tool.call.arguments'),
    ...side(output, 'gen_ai.output.messages', 'gen_ai.tool.call.result'),
  ];
}
