import type { FoundName, Name } from '../../model/name';
import type { Part } from '../../model/part';
import type { CellFormat } from '../../model/registry';
import type { RegistryDocument } from '../../model/registryDocument';
import type { Span } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { registryValues, trimmedSpan } from '../../registry/values';
import { isName, kindOfSlot } from './symbolKinds';

/** The wanted names in a registry: in fields and cells for names, and in headings such as `### From spec-clarify`. */
export function registryOccurrences(
  registry: RegistryDocument,
  part: Part,
  isWanted: (name: Name) => boolean,
): Omit<FoundName, 'part'>[] {
  return [...valueNames(registry), ...headingNames(registry)].flatMap(({ text, format, at, isOneWord }) => {
    const kind = kindOfSlot(format);
    if (!kind || !isName(text) || (isOneWord && !ONE_WORD.test(text)) || !isWanted({ kind, text })) return [];
    return {
      name: { kind, text },
      path: [],
      range: rangeOf(part, at),
      // A registry describes one feature and names it; an embedded registry is a copy.
      role: kind === 'feature' && !part.parent ? 'defines' : 'refers',
      write: (to: string) => part.encode(to),
      refuses: (to: string) => refusal(to, isOneWord),
    };
  });
}

interface Named {
  text: string;
  format: CellFormat | undefined;
  at: Span;
  /** In prose, a name must be a single word: `Ready for: the next phase` names nobody. */
  isOneWord: boolean;
}

const ONE_WORD = /^[\p{L}\p{M}\p{N}_.:-]+$/u;

function valueNames(registry: RegistryDocument): Named[] {
  const { text } = registry.markdown;
  return registryValues(registry).flatMap(({ value, field }) => {
    const format = value.definition?.format;
    if (!format || !kindOfSlot(format) || value.text === '') return [];
    return { text: value.text, format, at: trimmedSpan(text, value), isOneWord: field?.style === 'bullets' };
  });
}

function headingNames({ sections, markdown: { text } }: RegistryDocument): Named[] {
  return sections.flatMap(({ subsections }) =>
    subsections.flatMap(({ definition, heading }) => {
      if (!definition?.named || heading.end - heading.start > LONGEST_HEADING) return [];
      const [, before = '', marks = '', name = ''] = NAMED.exec(text.slice(heading.start, heading.end)) ?? [];
      if (name === '') return [];
      const start = heading.start + before.length + marks.length;
      return { text: name, format: definition.named, at: { start, end: start + name.length }, isOneWord: true };
    }),
  );
}

// Matching takes time cubic in the length if the heading consists of marks.
const LONGEST_HEADING = 300;
const NAMED = /^(\S+[ \t]+)([*_`]*)(.*?)\2$/;

function refusal(to: string, isOneWord: boolean): string | undefined {
  if (to.includes('|')) return 'must not hold the | that ends a cell';
  if (to.length > LONGEST) return `must have at most ${LONGEST} characters`;
  if (isOneWord && !ONE_WORD.test(to)) return 'must be one word of letters, digits, dots and dashes';
  return MARKUP.test(to) ? 'would be read as Markdown' : undefined;
}

// Longer headings are treated as prose.
const LONGEST = 80;
const MARKUP = /[`\\<&]|^[*_-]|^—$|\*\*|#$/;
