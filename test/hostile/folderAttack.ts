import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { message } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

/** Something that a stranger puts into a folder. */
export interface FolderAttack {
  name: string;
  /** It counts only in the root of a workspace, or where a command is run. All others share one, each in a folder of its own. */
  isAlone?: true;
  /** Of what is large, and well made, the command line checks all that it is asked to: it is not held to its memory. Alone, too. */
  isForServer?: true;
  /** Plants it; the folder holds the healthy files already. */
  plant(folder: AttackedFolder): void;
}

export type AttackedFolder = ReturnType<typeof createAttackedFolder>;

/** A file that is opened and hovered over. */
export const HEALTHY_FILE = 'healthy/open.json';

let number = 0;

/** A fresh folder with healthy files, and the attack beside them if one is given. */
export function createAttackedFolder(attack?: FolderAttack) {
  number++;
  // A file beside the attack, a log, and a file deeper down.
  const runs = [`wf_beside_${number}`, `wf_log_${number}`, `wf_deep_${number}`];
  const [beside = '', log = '', deep = ''] = runs;
  const made = temporaryFolder({
    [HEALTHY_FILE]: message(1, { run: beside }),
    'beside.json': message(2, { run: beside }),
    'healthy/log.jsonl': `${[3, 4, 5].map(id => message(id, { run: log })).join('\n')}\n`,
    'z/y/x/deep.json': message(6, { run: deep }),
  });
  const folder = {
    ...made,
    /** The runs of the healthy files. */
    runs,
    /** A symbolic link in the folder; its target is taken as it is. */
    link(file: string, target: string): void {
      mkdirSync(dirname(made.pathOf(file)), { recursive: true });
      symlinkSync(target, made.pathOf(file));
    },
    /** Moves another one into this one. */
    take(other: { path: string; runs: readonly string[] }): void {
      renameSync(other.path, made.pathOf(basename(other.path)));
      runs.push(...other.runs);
    },
  };
  attack?.plant(folder);
  return folder;
}

export interface PlantedFolder {
  name: string;
  folder: AttackedFolder;
  isForServer?: boolean;
}

/** The folders with the attacks planted: one for each that is alone, and one for all others. */
export function plantedFolders(attacks: readonly FolderAttack[]): PlantedFolder[] {
  const together = createAttackedFolder();
  const alone = attacks.filter(({ isAlone, isForServer }) => isAlone || isForServer);
  for (const attack of attacks) if (!alone.includes(attack)) together.take(createAttackedFolder(attack));
  return [
    { name: 'all others', folder: together },
    ...alone.map(attack => ({
      name: attack.name,
      folder: createAttackedFolder(attack),
      isForServer: attack.isForServer ?? false,
    })),
  ];
}

/** The attacks that are to be tried: all, or those whose name holds what `ATTACK` in the environment says. */
export function chosenAttacks(attacks: readonly FolderAttack[]): FolderAttack[] {
  return attacks.filter(({ name }) => name.includes(process.env.ATTACK ?? ''));
}
