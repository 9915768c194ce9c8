import { analyse } from '../../analysis/analyse';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Slot } from '../../model/schema';
import type { Path, Position } from '../../model/text';
import { positionAt } from '../../parts/positions';
import {
  described,
  type FieldsOf,
  hasFields,
  isCount,
  isFlag,
  isListOf,
  isText,
  isTextUpTo,
  optional,
} from '../../shared/validateShape';
import { schemaAt } from '../../slots/applicableSchemas';
import { slotsAtPath } from '../../slots/schemaSlot';
import { languageOf } from '../../text/fileLanguage';
import { keyNodeAt, nodeAt } from '../../text/json/parseJson';
import { atPath, formatPointer, pointerPathIn } from '../../text/jsonPointer';
import { textFile } from '../../text/lines';
import { nearestWord } from '../../text/similarNames';
import { valueItems } from '../completion/valueItems';
import { type Cursor, cursorAt, slotAt } from '../cursor';
import { hover } from '../hover';
import { declaredRule, renderRulePage } from '../rulePages';
import { kindNamed, locatedPath, PATH, readFile, TEXT, TEXT_NAME, textToRead } from './readToolFiles';
import { beginningOf, counted, rowsThatFit } from './rowsThatFit';
import {
  CURSOR,
  cursorPlace,
  defineTool,
  ifKnown,
  isName,
  NEXT,
  REDACT,
  type ToolContext,
  ToolError,
} from './toolContext';

const POINTER = described(
  optional(isTextUpTo(1000)),
  'A JSON pointer to the place in the envelope, such as "/payload/confidence"; "" is the envelope itself. The value need not be there yet.',
);
const PLACE = {
  path: PATH,
  text: TEXT,
  name: TEXT_NAME,
  kind: described(optional(isName), 'The kind of envelope, if its content does not tell: "agent-message/message".'),
  pointer: POINTER,
  line: described(optional(isCount), 'The line of the envelope or, with "column", the place itself, from 1.'),
  column: described(optional(isCount), 'From 1.'),
};

/** The tool that explains a rule or a value to an agent, like the command line's `explain` and the editor's hover. */
export const explainTool = defineTool(
  {
    name: 'explain',
    title: 'Explain a Rule or a Value',
    about:
      'Explains a rule by its id (what it reports, why that matters, good and bad examples, what to do), or what the value at a place of an envelope means. Call it when a problem of "check" is not clear.',
    input: { rule: described(optional(isName), 'Such as "envelope/elided-content".'), ...PLACE, redact: REDACT },
    output: {
      title: isText,
      severity: optional(isText),
      isOurs: described(isFlag, 'The page is part of Agent Envelopes: nothing in it was read from a file.'),
      page: described(isText, 'Markdown.'),
    },
  },
  {
    answer(context, { rule, ...place }) {
      if (rule !== undefined) return explainedRule(context, rule);
      const { analysis, at, uri } = placeIn(context, place);
      const position = positionOf(at, place);
      const found = hover(analysis, position, context.contextOf(uri), context.workspace);
      const contents = found?.contents;
      const text = typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
      if (text === undefined)
        throw new ToolError('Nothing is known of this place; "complete" says what may stand there.');
      return {
        title: `${context.fileOf(uri)}:${position.line + 1}`,
        isOurs: false,
        page: beginningOf(text, LONGEST_PAGE),
      };
    },
    lines: ({ title, isOurs, page }) => ({
      first: isOurs ? page : 'What is known of it:',
      rest: isOurs ? [] : [title, ...page.split('\n')],
    }),
  },
);

/** The maximum size of a page in an answer, in bytes. */
const LONGEST_PAGE = 12_000;

function explainedRule({ rules, folders, contextOf }: ToolContext, id: string) {
  const known = rules();
  const own = known.find(one => one.id === id);
  const rule = own ?? declaredRule(id, contextOf(`${folders[0] ?? ''}/x.json`).families);
  if (rule) {
    const page = beginningOf(renderRulePage(rule), LONGEST_PAGE);
    return { title: rule.id, severity: rule.severity, isOurs: own !== undefined, page };
  }
  const same = known.filter(one => one.id.endsWith(`/${id.slice(id.lastIndexOf('/') + 1)}`));
  const meant =
    same[0]?.id ??
    nearestWord(
      id,
      known.map(one => one.id),
    );
  throw new ToolError(`There is no rule "${id}"${meant === undefined ? '.' : `; did you mean "${meant}"?`}`);
}

const isChoice = hasFields({ value: isText, about: optional(isText) });
const isProperty = hasFields({
  name: isText,
  title: isText,
  required: isFlag,
  types: isListOf(isText),
  about: optional(isText),
  values: optional(isListOf(isText)),
});

/** The tool that lists, for an agent, the allowed properties and values at a place, as completion does. */
export const completeTool = defineTool(
  {
    name: 'complete',
    title: 'What May Stand Here',
    about:
      'Says what may stand at a place of an envelope: the allowed values with their meaning, agents, tools, ids and paths that exist; for an object, the properties that it lacks, the required ones first. Works for a file, a text that is not saved, or (with "kind" alone) an envelope that is not begun. Call it before you write a part of an envelope.',
    input: { ...PLACE, cursor: CURSOR, redact: REDACT },
    output: {
      kind: isText,
      pointer: isText,
      title: isText,
      about: optional(isText),
      types: isListOf(isText),
      required: isFlag,
      isClosed: described(isFlag, 'No other values than these are allowed.'),
      minimum: optional(isText),
      maximum: optional(isText),
      pattern: optional(isText),
      values: isListOf(isChoice),
      properties: described(isListOf(isProperty), 'The properties that an object there lacks.'),
      next: NEXT,
    },
  },
  {
    answer(context, { cursor, ...place }) {
      const { analysis, at, uri } = placeIn(context, place);
      const { kind } = at;
      const path = pathOf(at, place);
      const { value: slot, property } = slotsAt(at, path);
      if (!slot || !kind) {
        throw new ToolError(`Nothing is declared at "${formatPointer(path)}"; ask for the object around it.`);
      }
      const first = cursorPlace<CompletePlace>(context, 'complete', cursor)?.row ?? 0;
      const around = { analysis, context: context.contextOf(uri), workspace: context.workspace };
      const isObject = slot.types.includes('object') || (slot.types.length === 0 && (property?.absent.length ?? 0) > 0);
      const values = isObject ? [] : valueItems(slot, at, around).map(choiceOf);
      const properties = isObject ? (property?.absent ?? []).map(propertyOf) : [];
      const { rows, isCut } = rowsThatFit([...values, ...properties].slice(first));
      return {
        kind: kind.id,
        pointer: formatPointer(path),
        title: slot.title === '' ? kind.title : slot.title,
        about: ifKnown(slot.about, text => beginningOf(text, 2000)),
        types: slot.types,
        required: slot.required,
        isClosed: slot.closed,
        minimum: ifKnown(slot.minimum, String),
        maximum: ifKnown(slot.maximum, String),
        pattern: ifKnown(slot.patternMessage, text => beginningOf(text, 300)),
        values: rows.flatMap(row => ('value' in row ? row : [])),
        properties: rows.flatMap(row => ('name' in row ? row : [])),
        next: isCut
          ? context.cursors.keep({ tool: 'complete', row: first + rows.length } satisfies CompletePlace)
          : undefined,
      };
    },
    lines: ({ kind, pointer, isClosed, values, properties }) => ({
      first: `${counted(values.length, 'value')}${isClosed ? ' (no others are allowed)' : ''}; missing properties: ${properties.length}.`,
      rest: [
        `${kind} ${pointer}`,
        ...values.map(({ value, about }) => (about === undefined ? value : `${value}: ${about}`)),
        ...properties.map(({ name, title, required }) => `${name}${required ? ' (required)' : ''}: ${title}`),
      ],
    }),
  },
);

interface CompletePlace {
  tool: 'complete';
  row: number;
}

function choiceOf(item: ReturnType<typeof valueItems>[number]) {
  const { label, documentation, detail } = item;
  const about = typeof documentation === 'object' ? documentation.value : (documentation ?? detail);
  return { value: beginningOf(label, 300), about: ifKnown(about || undefined, text => beginningOf(text, 500)) };
}

function propertyOf({ name, title, required, types, about, choices, closed }: Slot) {
  const values = choices.slice(0, MOST_VALUES).map(({ value }) => String(value));
  return {
    ...{ name, title, required, types },
    about: ifKnown(about, text => beginningOf(text, 400)),
    values: closed && values.length > 0 ? values : undefined,
  };
}

const MOST_VALUES = 30;

type AskedPlace = FieldsOf<typeof PLACE>;

interface FoundPlace {
  uri: string;
  analysis: Analysis;
  /** The cursor at the place; for a JSON pointer, at the beginning of the envelope. */
  at: Cursor;
}

/** Analyses the requested file or text and finds the envelope. Throws ToolError. */
function placeIn(context: ToolContext, asked: AskedPlace): FoundPlace {
  const { uri, text } = askedText(context, asked);
  const own = context.contextOf(uri);
  const kind = asked.kind === undefined ? undefined : kindNamed(asked.kind, own.families);
  const analysis = analyse(textFile(uri, languageOf(uri) ?? 'json', text), {
    ...own,
    ...(kind && { association: () => kind }),
  }).analysis;
  const position = askedPosition(analysis, asked);
  const at = position && cursorAt(analysis, position);
  if (!at) throw new ToolError(`${context.fileOf(uri)} has no JSON or YAML there.`);
  if (!at.kind && !at.at.document) {
    throw new ToolError(
      `${context.fileOf(uri)} is not recognised as an envelope there; say by "kind" what it is to be, such as "agent-message/message".`,
    );
  }
  return { uri, analysis, at };
}

function askedText(context: ToolContext, { path, text, name, kind }: AskedPlace): { uri: string; text: string } {
  if (path !== undefined && text !== undefined) throw new ToolError('Give a "path" or a "text", not both.');
  if (text !== undefined) return textToRead(context, text, name);
  if (path === undefined) {
    if (kind !== undefined) return textToRead(context, '{}', name);
    throw new ToolError('Give a "path", a "text" or a "kind".');
  }
  const { uri, is } = locatedPath(context, path);
  const size = context.access.stat(uri)?.size;
  if (is === 'folder' || size === undefined) throw new ToolError(`${path} is a folder; give a file.`);
  const read = readFile(context, { uri, size });
  if ('fault' in read) throw new ToolError(`${path} ${read.fault}`);
  return read;
}

function askedPosition({ parts }: Analysis, { line, column, pointer }: AskedPlace): Position | undefined {
  if (line !== undefined && column !== undefined && pointer === undefined) {
    return { line: Math.max(0, line - 1), character: Math.max(0, column - 1) };
  }
  const isKnown = ({ recognition, document }: AnalysedPart) => recognition !== undefined || document !== undefined;
  const inLine =
    line === undefined ? parts : parts.filter(({ part }) => positionAt(part, 0).line <= line - 1).slice(-1);
  const chosen = inLine.find(isKnown) ?? inLine[0];
  if (!chosen) return undefined;
  return positionAt(chosen.part, Math.max(0, chosen.part.text.search(/\S/)));
}

/** Returns the path of the requested place in its envelope; for a property name, the path of the object that contains it. */
function pathOf(at: Cursor, { pointer, line, column }: AskedPlace): Path {
  if (pointer !== undefined) return declaredPath(at, pointerPathIn(at.at.value, pointer));
  if (line === undefined || column === undefined) return [];
  const slot = slotAt(at);
  if (!slot) throw new ToolError('Nothing is declared at this line and column.');
  return slot.role === 'key' ? slot.path.slice(0, -1) : slot.path;
}

// In a list that is not there yet, only the schema tells that a step is an index.
function declaredPath({ schema, at: { value } }: Cursor, steps: Path): Path {
  const path: (string | number)[] = [];
  for (const step of steps) {
    const isListed = atPath(value, path) === undefined && schema && schemaAt(schema, value, path)?.items !== undefined;
    path.push(isListed && /^\d+$/.test(String(step)) ? Number(step) : step);
  }
  return path;
}

function slotsAt(at: Cursor, path: Path): ReturnType<typeof slotsAtPath> {
  if (at.at.document) return { value: slotAt(at), property: undefined };
  return at.schema ? slotsAtPath(at.schema, at.at.value, path) : { value: undefined, property: undefined };
}

/** Returns the position of the requested value, for a hover. Throws ToolError if there is no such value. */
function positionOf(at: Cursor, asked: AskedPlace): Position {
  const { pointer } = asked;
  if (pointer === undefined) return positionAt(at.at.part, at.offset);
  const path = pathOf(at, asked);
  const value = at.root && nodeAt(at.root, path);
  // An object or a list is explained at its name.
  const node = (at.root && value?.children && keyNodeAt(at.root, path)) ?? value;
  if (!node) throw new ToolError(`There is no value at "${pointer}"; "complete" says what may stand there.`);
  // In YAML, an element begins at its dash.
  const [dash] =
    (node.children && at.at.part.lang === 'yaml' && /-[ \t]+$/.exec(at.at.part.text.slice(0, node.offset))) || [];
  return positionAt(at.at.part, node.offset - (dash?.length ?? 0));
}
