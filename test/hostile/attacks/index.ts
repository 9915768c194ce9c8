import { largeAttacks } from './large';
import { linkAttacks } from './links';
import { patternAttacks } from './patterns';

/** All attacks by what lies in a folder. They share a start of the server: none may hide what another does. */
export const folderAttacks = [...linkAttacks, ...patternAttacks, ...largeAttacks];
