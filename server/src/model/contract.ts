import type { Schema, Validate } from './schema';

/** What a value must be, and how it is called in messages. The schema is for the words; the validator decides. */
export interface Contract {
  title: string;
  schema: Schema;
  validate: Validate;
}
