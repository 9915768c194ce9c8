import { isPackedLog } from '../../text/language';
import { readRegular } from './openRegular';
import { LARGEST_TEXT, readFault, readText } from './readText';
import { isArchive, unpackLog } from './unpackLog';

/** Reads the text of a regular file, or of the log that is packed in it. Never throws. */
export function readDocument(path: string): { text: string } | { fault: string } {
  if (!isPackedLog(path)) return readText(path);
  try {
    const bytes = readRegular(path, LARGEST_TEXT);
    return isArchive(bytes) ? unpackLog(bytes) : readText(path);
  } catch (error) {
    return { fault: readFault(error) };
  }
}
