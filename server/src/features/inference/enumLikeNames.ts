import { looksRandom } from '../../runs/redaction/randomLookingSecrets';
import { looksSecret, secretName } from '../../runs/redaction/secretNames';
import { certainSecrets } from '../../runs/redaction/secretPatterns';
import { snakeCaseName } from '../../text/snakeCaseName';

/** Returns whether a property's values usually come from a fixed list, judged by the property's name. */
export function isChoiceName(key: string): boolean {
  return CHOICE_NAMES.test(snakeCaseName(key));
}

const CHOICE_NAMES =
  /(?:^|_)(?:type|kind|status|state|level|severity|role|phase|verdict|outcome|priority|category|mode|method|event|decision|action|op|operation|stage|intent|result|direction|format|recommendation|progress)$/;

/** Returns whether a property's values are arbitrary even if they repeat, judged by its name: ids, names, addresses, texts, secrets. */
export function isOpenName(key: string): boolean {
  return OPEN_NAMES.test(snakeCaseName(key)) || secretName(key) !== undefined;
}

const OPEN_NAMES =
  /(?:^|_)(?:id|ids|uuid|guid|name|path|paths|file|url|uri|title|text|content|message|summary|description|agent|sender|recipient|author|owner|assignee|reviewer|creator|actor|worker|from|to|by|user|customer|email|host|city|country|company|team|project|repo|repository|branch|task|goal|query|prompt|reason|note|notes|hash|run|trace|session|key|value)$/;

/** Returns whether a word may be a secret. */
export function isSecretWord(word: string): boolean {
  return (looksSecret(word) && /\d/.test(word)) || looksRandom(word) || certainSecrets(word).length > 0;
}
