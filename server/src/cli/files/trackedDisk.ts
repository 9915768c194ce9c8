import { createHash } from 'node:crypto';
import type { Context } from '../../analysis/analyse';
import type { Disk } from '../../model/disk';

/** A disk that remembers what it was asked. */
export function trackedDisk(disk: Disk) {
  let asked = new Map<string, string>();
  const answers = new Map<string, string>();
  const answerTo = (question: string): string => {
    const known = answers.get(question);
    if (known !== undefined) return known;
    const uri = question.slice('list '.length);
    const said = question.startsWith('list ') ? disk.list(uri) : disk.text(uri);
    const text = typeof said === 'string' ? said : said ? JSON.stringify([...said].sort()) : String(said);
    const answer = createHash('sha1').update(text).digest('base64');
    answers.set(question, answer);
    return answer;
  };
  const noted = new WeakMap<Context, Context>();
  return {
    /** The same context, which notes what is asked of its disk. */
    noting(context: Context): Context {
      const known = noted.get(context);
      const { workspace } = context;
      if (known || !workspace) return known ?? context;
      const own: Disk = {
        ...workspace.disk,
        list(folder) {
          asked.set(`list ${folder}`, answerTo(`list ${folder}`));
          return workspace.disk.list(folder);
        },
        text(file) {
          asked.set(`text ${file}`, answerTo(`text ${file}`));
          return workspace.disk.text(file);
        },
      };
      const noting = { ...context, workspace: { ...workspace, disk: own } };
      noted.set(context, noting);
      return noting;
    },
    /** From now on, all that is asked. */
    noteFrom(): ReadonlyMap<string, string> {
      asked = new Map();
      return asked;
    },
    stillSays(before: ReadonlyMap<string, string>): boolean {
      return [...before].every(([question, answer]) => answerTo(question) === answer);
    },
  };
}
