import type { PatternedKind } from './registry';
import type { Path, Range } from './text';

/** The kinds of names that envelopes contain, for *Go to Definition*, references and rename. */
export type NameKind = 'workflow' | 'trace' | 'feature' | 'message' | 'call' | 'checkpoint' | PointedKind;

/** The kinds of names to which the declaration of a protocol may point. */
type PointedKind = 'agent' | 'tool' | 'run' | 'id';

/** The kind of a symbol: a kind of name, or a kind of registry id. */
export type SymbolKind = NameKind | PatternedKind;

/** A name or id of a run, an envelope, an agent, a tool, a gap or a requirement. */
export interface SymbolName {
  kind: SymbolKind;
  text: string;
  /**
   * The agent of a tool: two agents may have tools of the same name. Of a run or an id that a declared protocol names, what tells it from
   * those of other protocols and of other things.
   */
  of?: string;
}

/** Where envelopes of a kind have names, as its declaration says. */
export interface NamePointer {
  /** A JSON pointer; its `*` steps stand for each element of a list. */
  at: string;
  name: { kind: PointedKind; of?: string };
  role: NamePlace['role'];
}

/** An occurrence of a name in a file. Plain data. */
export interface NamePlace {
  name: SymbolName;
  /** Without surrounding quotes or emphasis. */
  range: Range;
  /** Whether it is a definition or a reference. */
  role: 'defines' | 'refers';
  /** The part of the file that contains it, as in a step's location. */
  part: string;
  /** Its path in the part's value; empty in a registry. */
  path: Path;
}

/** An occurrence in one of several files. */
export type LocatedName = NamePlace & { uri: string };

/** An occurrence that can be renamed. */
export interface FoundName extends NamePlace {
  /** Encodes a new name for this occurrence. */
  write(text: string): string;
  /** Returns why a new name is not allowed here, as the rest of a sentence that begins with the name. */
  refuses(text: string): string | undefined;
}
