/** A file as it was found. */
export interface FileEntry {
  uri: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** What could not be read, and how to go on, in one line without its name. */
export interface UnreadableFile {
  uri: string;
  fault: string;
  /** It was passed over on purpose, and nothing is wrong. */
  isNote?: true;
}

/** How far a log has been read. Plain data, and for its readers only. */
export interface LogCheckpoint {
  /** Bytes: the end of the last complete line. */
  offset: number;
  /** How many lines are complete: the number, from 0, of the one that comes next. */
  line: number;
  /** Of what was read, something by which it is known again. */
  tail: string;
  /** Where some lines start, so that one can be found again. */
  starts: readonly { offset: number; line: number }[];
}

/** Some lines of a log, and how to go on. */
export interface LogChunk {
  lines: string[];
  /** The number of the first of them, from 0. */
  first: number;
  mark: LogCheckpoint;
  /** The last line, when it has no end: it may be torn. Only with the last piece, which has no other. */
  torn?: string;
  done: boolean;
}

/** A line of a log. */
export interface LogLine {
  text: string;
  /** The lines that were read with it, itself among them: who asks for the next one may look here first. */
  around?: { lines: string[]; first: number };
}

/** The disk as the index reads it: at once, since the index has a thread of its own. Never throws. */
export interface FileAccess {
  find(folder: string): Iterable<FileEntry | UnreadableFile>;
  /** URIs of the files in a folder and below it, of which `finds` may yet leave out some; none where there is no such folder. */
  filesBelow(folder: string): Iterable<string>;
  /** Whether `find` comes upon a file in the folder, if it is there. */
  wouldFind(folder: string, uri: string): boolean;
  /** Nothing where there is no such file, or none that could hold envelopes. */
  stat(uri: string): FileEntry | undefined;
  text(uri: string): { text: string } | { fault: string };
  /** The next lines of a log, about a megabyte. `replaced`: it is not the log that the mark was made of. */
  log(uri: string, from: LogCheckpoint | undefined): LogChunk | { fault: string } | { replaced: true };
  /** One line of a log, by its number from 0, and how far the log has been read. */
  line(uri: string, line: number, mark: LogCheckpoint): LogLine | { fault: string } | { replaced: true };
}
