import type { ReplayModel } from '../../model/replayModel';
import type { IconName } from '../../ui/Icon';
import { type Command, commands } from '../commands';

/** A button with the same effect as a key. */
export interface TransportItem {
  id: string;
  command: Command;
  icon?: IconName;
  words?: string;
  testid?: string;
  /** The item with the highest rank is hidden first; without a rank it stays. */
  rank?: number;
  /** For toggles. */
  pressed?: boolean;
}

/** The items before and after the play button, and the settings at the end. */
export function transportItems({ overview, player, following }: ReplayModel): {
  before: TransportItem[];
  after: TransportItem[];
  goals: TransportItem[];
  modes: TransportItem[];
} {
  const { has, live } = overview.value ?? {};
  const nested: TransportItem[] = [
    { id: 'into', command: commands.into, icon: 'debug-step-into', rank: 6 },
    { id: 'out', command: commands.out, icon: 'debug-step-out', rank: 7 },
  ];
  const follow: TransportItem = {
    id: 'live',
    command: commands.follow,
    icon: 'record',
    words: 'live',
    testid: 'live',
    rank: 3,
    pressed: following.value,
  };
  return {
    before: [
      { id: 'first', command: commands.first, icon: 'debug-restart', rank: 12 },
      { id: 'back', command: commands.back, icon: 'debug-step-back', testid: 'step-back' },
    ],
    after: [
      { id: 'on', command: commands.on, icon: 'debug-step-over', testid: 'step-on' },
      ...(has?.nested ? nested : []),
    ],
    goals: [
      { id: 'next-error', command: commands.nextError, words: 'next error', rank: 5 },
      { id: 'next-problem', command: commands.nextProblem, words: 'next problem', rank: 8 },
      { id: 'next-of-agent', command: commands.nextOfAgent, words: 'next of agent', rank: 9 },
    ],
    modes: [
      { id: 'pace', command: commands.pace, words: 'even pace', rank: 10, pressed: player.pace.value === 'even' },
      ...(live ? [follow] : []),
      { id: 'keys', command: commands.keys, icon: 'question', rank: 11 },
    ],
  };
}
