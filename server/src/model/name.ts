import type { PatternedKind } from './registry';
import type { Path, Range } from './text';

/** What a name is a name of. */
export type NameKind = 'workflow' | 'trace' | 'feature' | 'message' | 'call' | 'checkpoint' | 'agent' | 'tool';

/** What a symbol stands for: what a name names, or what a registry gives an id to. */
export type SymbolKind = NameKind | PatternedKind;

/** A name or id by which files speak of one thing: a run, an envelope, an agent, a tool, a gap, a requirement. */
export interface Name {
  kind: SymbolKind;
  text: string;
  /** The agent that a tool is named with: two agents may have tools of one name. */
  of?: string;
}

/** A name as it stands in a file. Plain data. */
export interface NamePlace {
  name: Name;
  /** Without what is around it: quotes, emphasis. */
  range: Range;
  /** The thing gets its name here, or is only spoken of. */
  role: 'defines' | 'refers';
  /** The part of the file that it stands in, as a step's source names it. */
  part: string;
  /** Where in the value of its part it stands; empty in a registry. */
  path: Path;
}

/** A name in one of several files. */
export type LocatedName = NamePlace & { uri: string };

/** A name in a file that is to be changed. */
export interface FoundName extends NamePlace {
  /** How another name is written here. */
  write(text: string): string;
  /** Why another name may not stand here, as a sentence goes on behind it. */
  refuses(text: string): string | undefined;
}
