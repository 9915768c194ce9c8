import type { ReadLine } from './readLine';

/** The position of a line in a file, and the kind of text around it. */
export interface LineContext {
  place: 'whole' | 'last' | 'middle';
  /** Prose, which may mention omissions without omitting anything. */
  prose: boolean;
  /** Indented more than the text around it, like an example. */
  indented: boolean;
  /** The first line. */
  first: boolean;
  /** Within documentation comments, which contain examples. */
  documentation: boolean;
  /** No adjacent comment lines: it is not part of an explanation. */
  alone: boolean;
}

export type Certainty = 'certain' | 'likely';

/**
 * Decides whether a line stands for omitted text: certain by its words and marks alone, or likely. Real files contain
 * likely ones, too, so these are compared with the file on disk.
 */
export function elisionCertainty(line: ReadLine, context: LineContext): Certainty | undefined {
  if (line.words > MOST_WORDS) return undefined;
  if (line.words === 0) return certaintyOfDots(line, context);
  const said = readMeaning(line);
  if (isCertain(line, said, context)) return isExample(line, context) ? 'likely' : 'certain';
  return isLikely(line, said) ? 'likely' : undefined;
}

const MOST_WORDS = 22;

function isCertain(line: ReadLine, said: Meaning, context: LineContext): boolean {
  if (context.place === 'whole') return isStandIn(line, said);
  if (context.place === 'last') return endsFile(line, said, context);
  return line.comment ? isGap(line, said, context) : isPlainGap(line, said);
}

/** Returns whether the line may be an example in documentation. */
function isExample({ nested, words }: ReadLine, { place, prose, indented, documentation }: LineContext): boolean {
  return place !== 'whole' && (nested || documentation || (prose && indented && (place === 'middle' || words === 0)));
}

function certaintyOfDots(line: ReadLine, context: LineContext): Certainty | undefined {
  if (context.place === 'whole') return 'certain';
  if (context.place === 'last') return isExample(line, context) ? 'likely' : 'certain';
  if (context.first && line.comment && !context.prose) return 'certain';
  return line.comment || line.bracketed || context.prose ? 'likely' : undefined;
}

/** The meaning of a line's words, independent of its marks. */
type Meaning = ReturnType<typeof readMeaning>;

function readMeaning({ said, first, subject }: ReadLine) {
  const { left, others, thing, piece, state, above, settled, keep, more, here, full, see, unknown, number } = said;
  const isOfFile = thing + piece > 0;
  const some = left + others > 0;
  const isState = state + above > 0;
  const isFate = isState || (keep > 0 && some);
  const isSubject =
    subject === 'left' || subject === 'others' || subject === 'thing' || (subject === 'keep' && left > 0);
  return {
    /** Omitted text or a part of the file, and its state: "rest of the code unchanged", "120 lines omitted". */
    fate: settled > 0 || (isFate && (some || isOfFile || number > 0)),
    /** As `fate`, but explicitly about parts of code or all of the rest. */
    fateOfCode:
      settled > 0 ||
      (state > 1 && (thing > 0 || (number > 0 && isOfFile))) ||
      ((state > 0 || (keep > 0 && left > 0)) &&
        (isSubject || left > 0 || state > 1) &&
        (first !== 'state' || state > 1 || some) &&
        ((some && thing > 0) || (left > 0 && piece === 0) || thing > 0)),
    /** "existing code", "rest of the class". */
    rest: left > 0 && isOfFile,
    restOfCode: left > 0 && thing > 0 && piece === 0 && (first === 'left' || here > 0),
    /** "other methods", "12 more lines". */
    others: others > 0 && isOfFile,
    nameless: others > 0 && left === 0 && !isOfFile,
    left: left > 0,
    state: isState || settled > 0,
    /** It may refer to text further up in the file. */
    above: above > 0 && state === 0,
    /** It begins with its subject. */
    direct: isSubject || ['state', 'above', 'settled', 'more', 'number', 'piece'].includes(subject),
    more: more > 0,
    thing: isOfFile,
    /** "full file content", "code goes here". */
    place: (full > 0 && (isOfFile || here > 0)) || ((isOfFile || others > 0) && here > 0),
    /** "120 more lines", "keep lines 40-310". */
    counted: number > 0 && isOfFile && (others > 0 || keep > 0),
    elsewhere: see > 0 && (left > 0 || isOfFile),
    unknown,
  };
}

/** Checks a line that is the whole content. */
function isStandIn({ bracketed, quoted, comment, dots }: ReadLine, said: Meaning): boolean {
  const { unknown } = said;
  if (said.state || said.fate) return unknown <= 2;
  if (quoted) return false;
  if (said.place && (comment || dots > 0 || bracketed)) return unknown <= 1;
  if (said.rest || said.place || said.more || said.elsewhere || said.counted) return unknown === 0;
  return bracketed && said.thing && unknown <= 1;
}

/** Checks the last line. */
function endsFile(
  { bracketed, dots, dotted, comment, quoted }: ReadLine,
  said: Meaning,
  { prose }: LineContext,
): boolean {
  const { unknown } = said;
  if (bracketed || dots > 0) {
    if (said.fate) return unknown <= 3;
    if ((!said.direct || quoted) && dots < 2) return false;
    if (said.rest) return unknown <= 1 + dots;
    if (prose && !bracketed && !dotted) return false;
    if (said.state || said.more || said.left) return unknown <= (dots === 2 ? 3 : 0);
    return said.others && unknown === 0 && dots > 0;
  }
  if (comment) {
    if (said.fate) return unknown <= 1;
    return unknown === 0 && (said.rest || said.more || said.state);
  }
  return !prose && said.fateOfCode && unknown === 0;
}

/** Checks a comment among code. */
function isGap({ bracketed, dots, dotted, starred, markup }: ReadLine, said: Meaning, { alone }: LineContext): boolean {
  const { unknown } = said;
  if (dots === 2) {
    if (said.fate) return unknown <= 3;
    if (said.rest) return unknown <= 2;
    if (said.left || said.more || said.state) return unknown <= 1;
    return unknown === 0 && said.thing && !starred;
  }
  if (!alone) return false;
  if (dots === 1) {
    if (said.fate) return unknown <= 1;
    return (
      unknown === 0 && said.direct && (said.rest || (said.others && dotted) || (said.state && !said.above) || said.more)
    );
  }
  if (unknown > 0 || starred) return false;
  return bracketed
    ? (said.fate && !said.nameless) || said.rest || (said.state && !said.nameless)
    : said.fateOfCode || said.restOfCode || (said.state && markup);
}

/** Checks a line that is no comment. */
function isPlainGap({ bracketed, dots, dotted }: ReadLine, said: Meaning): boolean {
  const { unknown } = said;
  if (dots === 2 || (dots === 1 && bracketed)) return said.fate ? unknown <= 2 : said.rest && unknown <= 1;
  if (unknown > 0) return false;
  return dots === 1 ? dotted && said.fate : bracketed && (said.fate || said.state);
}

function isLikely({ comment, bracketed, dots }: ReadLine, said: Meaning): boolean {
  if (said.fate) return said.unknown <= 3;
  if (!comment && !bracketed && dots === 0) return false;
  return said.unknown <= 2 && (said.rest || said.others || said.state || said.more || said.place);
}
