import type { OmissionLine } from './readOmissionLine';

/**
 * Where a line stands in a file that may be incomplete, such as in a comment or in prose. This determines how surely the line stands for omitted
 * text.
 */
export interface LinePlace {
  position: 'whole' | 'last' | 'middle';
  /** The file is prose, which may mention omissions without omitting anything. */
  prose: boolean;
  /** The line is indented, like an example. */
  indented: boolean;
  /** The line is the first of the file. */
  first: boolean;
  /** The line is within a documentation comment, which may contain examples. */
  documentation: boolean;
  /** No comment line is adjacent, so the line is not part of an explanation. */
  alone: boolean;
}

/** The place of a line by itself, among lines of code. */
export const BETWEEN_CODE: LinePlace = {
  position: 'middle',
  prose: false,
  indented: false,
  first: false,
  documentation: false,
  alone: true,
};

export type Certainty = 'certain' | 'likely';

/**
 * Decides whether a line stands for omitted text; undefined if it does not. `certain`: its words and marks suffice.
 * `likely`: complete files contain such lines, too, so the caller compares the file on disk.
 */
export function elisionCertainty(line: OmissionLine, place: LinePlace): Certainty | undefined {
  if (line.words > MAX_WORDS) return undefined;
  if (line.words === 0) return certaintyOfDots(line, place);
  const meaning = readMeaning(line);
  if (isCertain(line, meaning, place)) return isExample(line, place) ? 'likely' : 'certain';
  return isLikely(line, meaning) ? 'likely' : undefined;
}

const MAX_WORDS = 22;
/** The maximum number of unknown words in a language other than English. */
const MAX_STRANGERS = 3;

function isCertain(line: OmissionLine, meaning: Meaning, place: LinePlace): boolean {
  if (place.position === 'whole') return isStandIn(line, meaning);
  if (place.position === 'last') return isBreakOff(line, meaning, place);
  return line.comment ? isGap(line, meaning, place) : isPlainGap(line, meaning);
}

/** Returns whether the line may be an example in documentation. */
function isExample({ nested, words }: OmissionLine, { position, prose, indented, documentation }: LinePlace): boolean {
  if (position === 'whole') return false;
  return nested || documentation || (prose && indented && (position === 'middle' || words === 0));
}

function certaintyOfDots(line: OmissionLine, place: LinePlace): Certainty | undefined {
  if (place.position === 'whole') return 'certain';
  if (place.position === 'last') return isExample(line, place) ? 'likely' : 'certain';
  if (place.first && line.comment && !place.prose) return 'certain';
  return line.comment || line.bracketed || place.prose ? 'likely' : undefined;
}

/** The meaning of a line's words, independent of its marks. */
type Meaning = ReturnType<typeof readMeaning>;

function readMeaning({ counts, first, subject, foreign }: OmissionLine) {
  const { left, others, thing, piece, state, above, settled, keep, more, here, full, see, done, number } = counts;
  // The dictionary has fewer words of other languages than of English.
  const unknown = Math.max(0, counts.unknown - (foreign > 1 && state + done > 0 ? 1 : 0));
  const isOfFile = thing + piece > 0;
  const some = left + others > 0;
  const isState = state + above > 0;
  const isFate = isState || (keep > 0 && some);
  const isSubject =
    subject === 'left' || subject === 'others' || subject === 'thing' || (subject === 'keep' && left > 0);
  return {
    /** Omitted text or a piece of the file, and its state: "rest of the code unchanged", "120 lines omitted". */
    fate: settled > 0 || (isFate && (some || isOfFile || number > 0)),
    /** Like `fate`, but explicitly about pieces of code or all of the rest. */
    fateOfCode:
      settled > 0 ||
      (state > 1 && (thing > 0 || (number > 0 && isOfFile))) ||
      (state > 0 && number > 1 && isOfFile) ||
      ((state > 0 || (keep > 0 && left > 0)) &&
        (isSubject || left > 0 || state > 1) &&
        (first !== 'state' || some) &&
        ((some && thing > 0) || (left > 0 && piece === 0) || thing > 0)),
    /** "existing code", "rest of the class". */
    rest: left > 0 && isOfFile,
    /** "rest of the code unchanged". */
    restOfFile: settled > 0 || (left > 0 && thing > 0 && state > 0 && (first === 'left' || subject === 'left')),
    restOfCode: left > 0 && thing > 0 && piece === 0 && (first === 'left' || here > 0),
    /** "other methods", "12 more lines". */
    others: others > 0 && isOfFile,
    nameless: others > 0 && left === 0 && !isOfFile,
    left: left > 0,
    state: isState || settled > 0,
    /** The line may refer to text further up in the file. */
    above: above > 0 && state === 0,
    /** The line begins with its subject. */
    direct: isSubject || ['state', 'above', 'settled', 'more', 'number', 'piece'].includes(subject),
    more: more > 0,
    thing: isOfFile,
    /** "full file content", "code goes here". */
    placeholder: (full > 0 && (isOfFile || here > 0)) || ((isOfFile || others > 0) && here > 0),
    /** "120 more lines", "keep lines 40-310". */
    counted: number > 0 && isOfFile && (others > 0 || keep > 0),
    elsewhere: see > 0 && (left > 0 || isOfFile),
    /** "The file was updated", in languages other than English. */
    done: done > 0 && isOfFile && foreign > 0,
    unknown,
  };
}

/** Returns whether a line that is the whole content stands for a file. */
function isStandIn({ bracketed, quoted, comment, dots }: OmissionLine, meaning: Meaning): boolean {
  const { unknown } = meaning;
  if (meaning.state || meaning.fate || meaning.done) return unknown <= 2;
  if (quoted) return false;
  if (meaning.placeholder && (comment || dots > 0 || bracketed)) return unknown <= 1;
  if (meaning.rest || meaning.placeholder || meaning.more || meaning.elsewhere || meaning.counted) return unknown === 0;
  return bracketed && meaning.thing && unknown <= 1;
}

/** Returns whether a last line stands for the rest of the file. */
function isBreakOff(
  { bracketed, dots, dotted, comment, quoted }: OmissionLine,
  meaning: Meaning,
  { prose }: LinePlace,
): boolean {
  const { unknown } = meaning;
  if (bracketed || dots > 0) {
    if (meaning.fate) return unknown <= 3;
    if ((!meaning.direct || quoted) && dots < 2) return false;
    if (meaning.rest) return unknown <= 1 + dots;
    if (prose && !bracketed && !dotted) return false;
    if (meaning.state || meaning.more || meaning.left) return unknown <= (dots === 2 ? 3 : 0);
    return meaning.others && unknown === 0 && dots > 0;
  }
  if (comment) {
    // What is kept may be a behaviour: a word that names no part of the file.
    if (meaning.fate) return unknown <= (meaning.state || meaning.thing ? 1 : 0);
    return unknown === 0 && (meaning.rest || meaning.more || meaning.state);
  }
  return !prose && meaning.fateOfCode && unknown === 0;
}

/** Returns whether a comment among code stands for omitted code. */
function isGap(
  { bracketed, dots, dotted, starred, markup, foreign, subject, counts }: OmissionLine,
  meaning: Meaning,
  { alone }: LinePlace,
): boolean {
  const { unknown } = meaning;
  if (dotted && meaning.left && counts.number > 0) return true;
  if (dotted && counts.full > 0 && counts.here > 0 && !starred) return unknown <= 1;
  if (dotted && foreign > 1 && meaning.placeholder && !meaning.left) return unknown <= 1;
  if (foreign > 1 && meaning.left) {
    if (bracketed && counts.here > 0) return unknown <= 2;
    if (alone && (meaning.more || (counts.number > 0 && meaning.state))) return unknown <= 1;
  }
  if (dots === 2) {
    if (meaning.fate) return unknown <= 3;
    if (meaning.rest) return unknown <= 2;
    if (meaning.left || meaning.more || meaning.state) return unknown <= 1;
    return unknown === 0 && meaning.thing && !starred;
  }
  // A line beside other comments, or in a comment block, is an explanation unless it names the code and its state.
  if (!alone || starred) return unknown === 0 && meaning.left && meaning.restOfFile;
  if (dots === 1) {
    if (meaning.fate) return unknown <= 1;
    // Dots before them and no code tell what one word of a file's own names.
    if (dotted && (subject === 'left' || subject === 'others')) return unknown <= 1;
    return (
      unknown === 0 &&
      meaning.direct &&
      (meaning.rest || (meaning.others && dotted) || (meaning.state && !meaning.above) || meaning.more)
    );
  }
  if (unknown > 0) return false;
  return bracketed
    ? (meaning.fate && !meaning.nameless) || meaning.rest || (meaning.state && !meaning.nameless)
    : meaning.fateOfCode || meaning.restOfCode || (meaning.state && markup);
}

/** Returns whether a line that is not a comment stands for omitted lines. */
function isPlainGap({ bracketed, dots, dotted, foreign, counts }: OmissionLine, meaning: Meaning): boolean {
  const { unknown } = meaning;
  if (bracketed && foreign > 1 && meaning.left && counts.here > 0) return unknown <= MAX_STRANGERS;
  if (dots === 2 || (dots === 1 && bracketed)) return meaning.fate ? unknown <= 2 : meaning.rest && unknown <= 1;
  if (unknown > 0) return false;
  return dots === 1 ? dotted && meaning.fate : bracketed && (meaning.fate || meaning.state);
}

function isLikely({ comment, bracketed, dots }: OmissionLine, meaning: Meaning): boolean {
  if (meaning.fate) return meaning.unknown <= 3;
  if (!comment && !bracketed && dots === 0) return false;
  return (
    meaning.unknown <= 2 && (meaning.rest || meaning.others || meaning.state || meaning.more || meaning.placeholder)
  );
}
