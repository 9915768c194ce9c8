import { linkAttacks } from './links';

/** All attacks by what lies in a folder. They share a start of the server: none may hide what another does. */
export const folderAttacks = [...linkAttacks];
