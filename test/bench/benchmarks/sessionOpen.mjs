import { codingSession } from '../logs.mjs';
import { openingReplay } from '../replayLog.mjs';

export const about =
  'the replay of a session of a coding agent of 50 MB that was never read: from the start of the server’s work to all that the page is told';
export const anchor = 'JSON.parse of each line of the session';
export const limit = 2.5;

export const run = () => openingReplay('unknown', codingSession(50));
