import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { message } from '../kit/runsClient';
import { temporary } from '../kit/temporary';

/** Something that a stranger puts into a folder. */
export interface FolderAttack {
  name: string;
  /** It counts only in the folder that the command line is run in: it gets one of its own. */
  isAlone?: true;
  /** Plants it; the folder holds the healthy files already, and is the root of a workspace of its own. */
  plant(folder: AttackedFolder): void;
}

export type AttackedFolder = ReturnType<typeof attackedFolder>;

/** A file that is opened and hovered over. */
export const HEALTHY_FILE = 'healthy/open.json';
/** What the runs of the healthy files are called: one of a file beside the attack, one of a log, one deeper down. */
export const HEALTHY_RUNS = ['wf_beside', 'wf_log', 'wf_deep'];

/** A fresh folder with healthy files, and the attack beside them if one is given. */
export function attackedFolder(attack?: FolderAttack) {
  const made = temporary({
    [HEALTHY_FILE]: message(1, { run: 'wf_beside' }),
    'beside.json': message(2, { run: 'wf_beside' }),
    'healthy/log.jsonl': `${[3, 4, 5].map(number => message(number, { run: 'wf_log' })).join('\n')}\n`,
    'z/y/x/deep.json': message(6, { run: 'wf_deep' }),
  });
  const folder = {
    ...made,
    /** A symbolic link in the folder; its target is taken as it is. */
    link(file: string, target: string): void {
      mkdirSync(dirname(made.pathOf(file)), { recursive: true });
      symlinkSync(target, made.pathOf(file));
    },
  };
  attack?.plant(folder);
  return folder;
}

/** The attacks that are to be tried: all, or those whose name holds what `ATTACK` in the environment says. */
export function chosenAttacks(attacks: readonly FolderAttack[]): FolderAttack[] {
  return attacks.filter(({ name }) => name.includes(process.env.ATTACK ?? ''));
}
