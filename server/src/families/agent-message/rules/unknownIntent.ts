import { undeclaredNameRule } from './undeclaredNameRule';

/** Reports an intent that neither the protocol nor the settings declare. */
export default undeclaredNameRule('intent');
