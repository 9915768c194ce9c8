import { createHash } from 'node:crypto';
import type { Context } from '../../analysis/analyse';
import type { Disk } from '../../model/disk';

/** Records what is read from a disk. */
export function trackedDisk(disk: Disk) {
  let recorded = new Map<string, string>();
  const answers = new Map<string, string>();
  const answerTo = (question: string): string => {
    const known = answers.get(question);
    if (known !== undefined) return known;
    const uri = question.slice('list '.length);
    const content = question.startsWith('list ') ? disk.list(uri) : disk.text(uri);
    const text =
      typeof content === 'string' ? content : content ? JSON.stringify([...content].sort()) : String(content);
    const answer = createHash('sha1').update(text).digest('base64');
    answers.set(question, answer);
    return answer;
  };
  const tracked = new WeakMap<Context, Context>();
  return {
    /** The same context with a disk that records what is read. */
    noting(context: Context): Context {
      const known = tracked.get(context);
      const { workspace } = context;
      if (known || !workspace) return known ?? context;
      const own: Disk = {
        ...workspace.disk,
        list(folder) {
          recorded.set(`list ${folder}`, answerTo(`list ${folder}`));
          return workspace.disk.list(folder);
        },
        text(file) {
          recorded.set(`text ${file}`, answerTo(`text ${file}`));
          return workspace.disk.text(file);
        },
      };
      const noting = { ...context, workspace: { ...workspace, disk: own } };
      tracked.set(context, noting);
      return noting;
    },
    /** Starts a new record, which fills with all that is read from now on. */
    noteFrom(): ReadonlyMap<string, string> {
      recorded = new Map();
      return recorded;
    },
    stillSays(before: ReadonlyMap<string, string>): boolean {
      return [...before].every(([question, answer]) => answerTo(question) === answer);
    },
  };
}
