import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyFourth } from '../kit/amount';
import { attackCommand, type CommandOutcome } from './attackCommand';
import { attackServer, type ServerOutcome } from './attackServer';
import { folderAttacks } from './attacks';
import { type AttackedFolder, chosenAttacks, HEALTHY_FILE, plantedFolders } from './folderAttack';

// To find out which of them it was: ATTACK='part of a name' npx vitest run --project hostile test/hostile/folderAttacks.test.ts
const attacks = chosenAttacks(folderAttacks);
/** Milliseconds. The patience with the server, a multiple of the anchor, ends a test before. */
const TEST_TIMEOUT = 300_000;
const attacked = plantedFolders(attacks);
const clean = plantedFolders(attacks.map(attack => ({ ...attack, plant: () => {} })));
afterAll(() => {
  for (const { folder } of [...attacked, ...clean]) folder.dispose();
});

describe('the server over hostile folders answers, in time, in bounded memory, and indexes what is healthy', () => {
  let anchor: ServerOutcome;
  beforeAll(async () => {
    anchor = await attackServer({ folders: clean, trusted: true, patience: 200_000 });
    expect(anchor.faults).toEqual([]);
  }, 240_000);

  // The one that is trusted reads more.
  test.each(everyFourth([{ trusted: true }, { trusted: false }]))(
    'trusted: $trusted',
    async ({ trusted }) => {
      const patience = Math.max(60_000, anchor.read * 10);
      const outcome = await attackServer({ folders: attacked, trusted, patience });
      expect(outcome.faults).toEqual([]);
      expect(outcome.slowestHover).toBeLessThan(Math.max(1000, anchor.slowestHover * 10));
      // Not with the memory at rest, which depends on when pages were given back.
      expect(outcome.peak).toBeLessThan(anchor.peak * 3);
    },
    TEST_TIMEOUT,
  );
});

describe('the command line in a hostile folder ends, in time and in bounded memory', () => {
  let anchor: CommandOutcome;
  beforeAll(async () => {
    const [untouched] = clean;
    anchor = await check((untouched as (typeof clean)[number]).folder);
    expect(anchor.code).toBe(0);
  });

  test.each(attacked.filter(({ isForServer }) => !isForServer))('$name', async ({ folder }) => {
    const outcome = await check(folder);
    // 0 to 2 are what it answers; a defect of its own would say so.
    expect(outcome.code).toBeOneOf([0, 1, 2]);
    expect(outcome.err).not.toMatch(/defect|at .*\.js:\d/);
    expect(outcome.out).toContain(HEALTHY_FILE);
    expect(outcome.took).toBeLessThan(Math.max(3000, anchor.took * 10));
    expect(outcome.peak).toBeLessThan(anchor.peak * 3);
  });

  function check({ path }: AttackedFolder) {
    return attackCommand(path, ['check', '--format', 'json', '.'], 10_000);
  }
});
