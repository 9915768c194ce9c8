import { eighth } from '../../kit/amount';
import { message } from '../../kit/runsClient';
import type { FolderAttack } from '../folderAttack';

const ENVELOPES = Array.from({ length: eighth(9500) }, (_, at) =>
  message(at, { run: `wf_many_${at % 50}`, to: 'vision' }),
);

const [DEPTH, LINKS] = [eighth(1000), eighth(2000)];

/** What is much, and well made. */
export const largeAttacks: FolderAttack[] = [
  {
    name: `a document of ${ENVELOPES.length} envelopes, each with a finding`,
    isForServer: true,
    plant: folder => folder.write('many.json', `[${ENVELOPES.join(',\n')}]`),
  },
  {
    name: 'a log of one line of 70 MB',
    isForServer: true,
    plant: folder => folder.write('large.jsonl', `{"id": "${'x'.repeat(70_000_000)}"}\n`),
  },
  {
    name: `${DEPTH} folders in each other, and ${LINKS} links out`,
    plant(folder) {
      folder.write(`${'d/'.repeat(DEPTH)}x.json`, '{}');
      if (process.platform === 'win32') return;
      for (let at = 0; at < LINKS; at++) folder.link(`links/${at}${at % 2 ? '.json' : ''}`, '/proc');
    },
  },
];
