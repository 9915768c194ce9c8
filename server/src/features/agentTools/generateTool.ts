import { described, hasFields, isCount, isListOf, isOneOf, isText } from '../../shared/validateShape';
import { contractKindNamed } from '../generation/contractSchemas';
import { generateContracts, TARGETS } from '../generation/generateContracts';
import { beginningOf, counted, prefixOf, rowsThatFit } from './rowsThatFit';
import { CURSOR, capital, cursorPlace, defineTool, isName, NEXT, REDACT, ToolError } from './toolContext';

const isUnsaid = hasFields({
  kind: isText,
  at: described(isText, 'A JSON pointer into the schema of the contract.'),
  what: isText,
});

/** The tool with which agents generate types, validators or schemas for kinds of envelopes, like the command line's `generate`. */
export const generateTool = defineTool(
  {
    name: 'generate',
    title: 'Generate Types or Schemas',
    about:
      'Writes the contract of kinds of envelope in another form: types of TypeScript, validators of Zod or Pydantic, a strict schema for structured outputs, a tool for a model, or a text for a prompt. Call it before you write code that makes or reads envelopes, or instructions for an agent that does, in place of writing such types yourself. It returns the text; no file is written.',
    input: {
      target: described(isOneOf(...TARGETS), 'What to write.'),
      kinds: described(
        isListOf(isName, 'a list of ids of kinds'),
        'Such as "agent-message/message", or kinds of a protocol that the folder declares; several make one text.',
      ),
      cursor: CURSOR,
      redact: REDACT,
    },
    output: {
      target: isText,
      kinds: isListOf(isText),
      text: described(isText, 'The text; with "next", a part of it that ends with a line.'),
      size: described(isCount, 'Of the whole text, in UTF-16 units.'),
      notSaid: described(isListOf(isUnsaid), 'What the contracts demand and the text does not say: the first of it.'),
      allNotSaid: described(isCount, 'How much of that there is.'),
      next: NEXT,
    },
  },
  {
    answer(context, { target, kinds: ids, cursor }) {
      if (ids.length === 0 || ids.length > MOST_KINDS)
        throw new ToolError(`Give 1 to ${MOST_KINDS} "kinds", such as "agent-message/message".`);
      const declared = context.contextOf(`${context.folders[0] ?? ''}/x.json`);
      const kinds = [...new Set(ids)].map(id => {
        const kind = contractKindNamed(id, declared, context.fileOf);
        if ('fault' in kind) throw new ToolError(capital(kind.fault));
        return kind;
      });
      const { text, unsaid } = generateContracts(target, kinds, {
        families: declared.families,
        rules: context.rules(),
      });
      const from = cursorPlace<GeneratePlace>(context, 'generate', cursor)?.from ?? 0;
      const part = linesThatFit(text.slice(from));
      const end = from + part.length;
      const next: GeneratePlace = { tool: 'generate', from: end };
      const rows = unsaid.map(({ kind, at, what }) => ({
        kind: beginningOf(kind, 200),
        at: beginningOf(at, 300),
        what: beginningOf(what, 300),
      }));
      return {
        target,
        kinds: kinds.map(({ id }) => id),
        text: part,
        size: text.length,
        notSaid: rowsThatFit(rows, { room: UNSAID_ROOM }).rows,
        allNotSaid: unsaid.length,
        ...(end < text.length && { next: context.cursors.keep(next) }),
      };
    },
    lines: ({ target, kinds, text, size, allNotSaid, next }) => ({
      first: `${target} for ${counted(kinds.length, 'kind')}: ${next === undefined && text.length === size ? '' : `${text.length} of `}${counted(size, 'character')}${allNotSaid > 0 ? `; ${counted(allNotSaid, 'demand')} of the contract not said` : ''}.`,
      rest: text.split('\n'),
    }),
  },
);

const MOST_KINDS = 40;
/** Bytes of the text, and of what it does not say. */
const TEXT_ROOM = 12_000;
const UNSAID_ROOM = 2500;

/** The place where the next answer continues a text. */
interface GeneratePlace {
  tool: 'generate';
  from: number;
}

/** The beginning of a text that an answer has room for: whole lines, unless one alone is too long. */
function linesThatFit(text: string): string {
  const fitting = prefixOf(text, TEXT_ROOM);
  return fitting.length === text.length ? text : fitting.slice(0, fitting.lastIndexOf('\n') + 1) || fitting;
}
