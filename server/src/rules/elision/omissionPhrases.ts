import { isProsePath } from './kindsOfLines';

/** Matches phrases such as "above" or "in the original file" that say where omitted text is. */
const SOURCE =
  '(?:above|before|earlier|previously|originally|main|master|head|upstream|(?:in |from )?(?:(?:the|my|your|our|its) )?(?:previous|prior|last|original|current|existing|old|earlier|attached|first|source)(?: (?:version|file|code|draft|message|response|answer|reply|revision|implementation|document|commit|source|one))?|you had (?:it|them))';
const LINK =
  '(?:(?:it|they) (?:is|was|are|were) |(?:in|shown|defined|written|implemented|given|provided|discussed|mentioned|described|stated|seen|present|it |they ) ?)*';
const LEFT =
  '(?:existing|original|previous|old|rest|remaining|remainder|others?|everything else|all else|what(?:ever)? (?:was|is|you had|came)|as[- ]is|in place|alone|untouched|unchanged)';
const OMITTED =
  '(?:trimmed|snipped|truncated|shortened|condensed|collapsed|abbreviated|elided|omitted|redacted|abridged|stripped|suppressed|left out|cut out|(?:not|never) (?:reproduced|repeated|shown|included|listed|displayed|printed|copied))';
const PART =
  '(?:code|content|contents|file|files|document|sections?|chapters?|page|pages|parts?|text|body|class|functions?|methods?|module|script|imports|includes|boilerplate|setup|headers?|helpers?|implementations?|logic|details|tests?|cases|entries|rows|lines|items|steps|stuff|definitions|types|fields|constructors?|blocks?|impl blocks|getters|setters|properties|props|exports?|routes?|handlers?|endpoints?|rules?|styles?|services?|jobs?|components?|hooks|queries|columns|markup|members|structs|enums|variables|constants|statements|settings|options|config(?:uration)?|dependencies|selectors|commands|resources)';

/**
 * English phrases about omitted text, without the marks around them. Comments of complete code may use the same phrases,
 * so callers require that the remark stands apart from code.
 */
const IDIOMS: readonly RegExp[] = [
  `(?:(?:the|this|code|logic|content|body|implementation|everything|all|still|exactly|just|already|same|please|stays?|is|are|remains?|function|method) )*(?:as|same (?:code |content |logic |thing )?(?:as|from)|identical to|unchanged (?:from|since)|(?:copied |copy |taken |reused? )?(?:verbatim |unchanged |straight )?from|like|see|refer to|carried over from|matches) ${LINK}${SOURCE}(?: for (?:this|the|details|all|full).{0,30})?`,
  `(?:please )?(?:keep|leave|preserve|retain|insert|paste|copy|put|include|restore|fill in|append)(?: in| back)? (?:the |your |all |my |any |these |this |every )*${LEFT}(?: (?:of|${PART}|the|here|there|was|as|is|it|they|file|behaviou?r|original|from|below|above|this|place|alone|were|them|way|in|had|you)){0,6}`,
  `(?:todo:? )?(?:implement|add|write|do|handle|copy|paste|fill in|apply|port|finish|complete) (?:the )?(?:same (?:for|to)|rest|remaining|remainder)\\b.{0,40}`,
  `(?!no changes? needed$)(?:there (?:are|is) )?(?:no|nothing) (?:further |other |more |new |else )*(?:edits?|changes?|modifications?|new|changed|changes)(?: (?:here|needed|required|below|above|past|beyond|after|in|to|this|that|the|was|were|made|point|line|section|part|file|half|necessary|from|on|${PART})){0,7}`,
  `end of (?:the )?(?:changes|edits|excerpt|snippet|diff|modifications|relevant \\w+|updated \\w+|changed \\w+|modified \\w+|visible \\w+)`,
  `(?:only|showing|shown|just|listing|displaying)\\b.{0,30}\\b(?:changed|modified|relevant|updated|edited|affected|new|changes|differences)\\b(?: \\w+){0,4}`,
  `(?:partial|abridged|condensed|abbreviated|shortened|truncated|incomplete|simplified) (?:file|view|listing|version|output|excerpt|content|snippet|copy)\\b.{0,50}`,
  `(?:the )?(?:(?:file|code|rest|list|pattern|document|class|function|script|module|text|section) (?:continues?|goes on)|continues (?:as|like|here|below|unchanged|with|in|on))(?: (?:as|like|here|below|unchanged|from|with|in|the|same|way|before|previously|original|on|next|until|end|to|above|here|part|message|response|reply|where|it|left|off|\\d+)){0,7}`,
  'more of the same(?: .{1,30})?|(?:and )?so (?:on|forth)(?: (?:for|with|until) .{1,40})?|and the like|yada[ ,]+yada.*|bla[h ,]+bla.*|you (?:get|see) the (?:idea|picture|point|pattern|gist)|you know (?:the rest|the drill)',
  '(?:similarly|likewise|analogous(?:ly)?|same|ditto|equally|repeat(?: this| that| the above)?|repeated|idem|do the same|do likewise|and)(?: (?:goes|pattern|treatment|approach|logic|thing|code|structure|steps))?,? (?:for|with|to) (?:(?:the|all|each|every|your|any)(?: of the)? )*(?:other|others|remaining|rest|subsequent|following)\\b.{0,40}',
  '(?:repeat|extend|continue) (?:as needed|as necessary|accordingly|this pattern|the pattern|in this fashion|likewise).{0,30}',
  '(?:the )?rest (?:follows|is similar|is analogous|is identical|is obvious|works the same|goes (?:here|on)|is left|is up to|stays|is as|is the same|is unchanged|of it|looks the same)\\b.{0,40}',
  `(?:the )?(?:usual|standard|necessary|required|typical|boilerplate|same|existing|previous|original) (?:imports|includes|boilerplate|headers|preamble|stuff|setup code|boilerplate code)(?: (?:here|as usual|as before|goes? here|above|below))?`,
  `(?:imports|boilerplate|setup|setup code|headers|preamble|includes) (?:as usual|as before|goes? here|unchanged)`,
  `(?:(?:the|all|some|\\d+|more|other|remaining|rest|of|unchanged|irrelevant|unrelated|unaffected|unimportant|repetitive|existing|similar|intermediate|helper|test|utility|private|public|long|large|further|additional|these|those|this|following|import) )*(?:(?:${PART}|\\d+(?: ?[-–] ?\\d+)?|data|and|of|the) )*(?:is |are |were |was |has been |have been )?(?:intentionally |deliberately )?(?:${OMITTED}|removed|skipped|hidden|dropped)(?: (?:here|above|below|for|to|due|because|by|the|of|in|this|sake|brevity|length|lengths|readability|clarity|space|limits?|reasons|save|tokens|size|simplicity|conciseness|version|snippet|answer|excerpt|response|keep|short)){0,7}`,
  `(?:skipping|omitting|eliding|trimming|snipping|hiding|leaving out|cutting)(?::| over)?(?: (?:the|all|some|unchanged|irrelevant|unrelated|existing|remaining|other|rest|of|ahead|for|${PART}|brevity|boilerplate|here|repetitive|similar|to)){1,7}`,
  '(?:\\d[\\d,]*|several|many|some|a few|dozens of|hundreds of) (?:more |other |further |additional |similar |unchanged |intermediate )*(?:lines?|rows?|entries|items|inserts?|records?|statements?|functions?|methods?|cases|sections?|pages)(?: (?:like|of) (?:this|these|that|the same))?(?: (?:hidden|omitted|skipped|elided|unchanged|follow|go here|here|removed|not shown|collapsed|cut))?',
  "(?:(?:i(?:’|')?(?:m| am) )?(?:stopping|cutting off|stopped|ending|cut|breaking off) (?:here|off|at this point)|(?:to )?sav(?:e|ing) (?:tokens?|space|context)|(?:ran|running|run) out of (?:tokens?|space|context|output)|(?:token|output|context|length|response) (?:limit|budget)(?: reached| exceeded| hit)?|will (?:continue|follow|finish|be continued)|continu(?:ing|ed) (?:in|below|here|on|next|with)|to be continued|more to (?:come|follow))(?: (?:in|the|my|a|next|following|second|another|other|message|response|reply|answer|part|to|save|tokens|due|length|limit|limits|output|space|of|context|here|below|on|request|separately|for|brevity|\\d+)){0,9}",
  '(?:\\()?(?:part|chunk|piece|segment) (?:\\d+|two|three|one) (?:of \\d+|follows|comes next|in the next \\w+|to follow|continues)',
  `(?:(?:this|that|it|the|all|${PART}|rest) )*(?:no need to (?:change|touch|modify|repeat|edit|show)|needs? no (?:change|changes|edits|modification)|stays? (?:put|the same|as is|unchanged|as it was|where it|in place|the way)|left (?:in place|as[- ]is|alone|untouched|unchanged|intact)|still (?:as it was|as before|in place|there|the same)|already (?:provided|shown|given|written|listed|included)(?: (?:above|earlier|before|previously))?|the way (?:you|it|they) (?:had|was|were))(?: (?:this|that|it|them|part|here|above|the|you|had|was|were|section|${PART})){0,6}`,
  `(?:(?:the|actual|real|existing|original|full|complete|rest of|remaining|same|old|previous) )*(?:${PART}|setup code|file content|actual code) (?:goes?|go|comes?|belongs?|was|were) (?:here|in here|there)`,
  `(?:(?:the )?(?:old|existing|previous|original|prior|current|unchanged|same|leftover)|remaining) (?:(?!for\\b)\\w+ )?(?:(?:${PART}|stuff|one|ones|things|bits)(?:,? (?:and|or) (?:\\w+ )?${PART})?(?: (?:here|below|above|as is|stays?|kept|remains?|follows|applies))?|version (?:here|below|above|as is|stays?|kept|remains?|follows|applies))`,
  `(?:the |all )?(?:earlier|existing|other|remaining|previous|following|surrounding|original|above)(?: \\w+){1,3} (?:remains?|stays?|persists?|(?:are|is) (?:kept|retained|preserved)|(?:still )?apply)(?: (?:here|as is|as before|the same|unchanged|in place))?`,
  `(?:all |the )?(?:\\w+ ){0,4}(?:existing|previous|original|remaining|rest|other|others)\\b.{0,30}\\b(?:goes?|go|comes?|belongs?) (?:in )?here`,
  `(?:snipped|omitted|elided|truncated|skipped|trimmed|hidden|collapsed)[:;] .{1,50}`,
  `(?:the |all )?(?:remaining|rest|others?|subsequent)\\b.{0,30}\\b(?:follow|follows|use|uses|have|has|work|works|look|looks|mirror|mirrors) (?:in )?(?:the |this |that |a )?(?:same|similar|identical|analogous|alike)\\b.{0,20}`,
  `(?:everything|all|anything|nothing|code|the code|the rest)\\b.{0,20}\\b(?:past|below|after|beyond|above|before|else|under|outside)\\b.{0,40}\\b(?:same|unchanged|have|had|identical|stays?|remains?|kept|intact|omitted|changes?|changed|is fine|as is|as before|as it was)\\b.{0,20}`,
  `(?:i|we) (?:have |ve )?(?:left|kept|omitted|skipped|did not|didnt|removed|cut|shortened|only|dont|havent|have not|will not)\\b.{0,50}\\b(?:brevity|(?:the|this) (?:existing |original )?(?:file|code|class|module|script|document) (?:unchanged|as is|alone|untouched)|(?:everything|all) else (?:unchanged|as is|alone|untouched))\\b.{0,30}`,
  `(?:i|we) (?:have |ve )?(?:left|kept|omitted|skipped|removed|cut|shortened)\\b.{0,50}\\b(?:rest|remaining|others?|everything|existing|original|same)\\b.{0,30}\\b(?:here|unchanged|untouched|as is)`,
  `(?:see|refer to|check|use|consult)(?: the| your)? (?:original|previous|earlier|old|full|complete|attached|source|repository|repo|git history)(?: (?:file|version|source|document|message|response|one|repo|for|the|this|rest|part|details|remaining|full|complete|${PART}|implementation|in|history)){0,8}`,
  `(?:full|complete|entire|whole|remaining|rest of the|the full|the rest of the|the complete) ${PART} (?:is |are )?(?:available|provided|sent|shared|attached|delivered|in the repo|on request|upon request|too (?:long|large|big))\\b.{0,40}`,
  `(?:${PART} )?(?:is |are )?too (?:long|large|big|lengthy) (?:to|for) (?:include|show|display|repeat|reproduce|print|list|paste|output|here|this|one)\\b.{0,30}`,
  `${PART} (?:withheld|available on request|on request|as discussed|as agreed|unavailable|not available)`,
].map(pattern => new RegExp(`^(?:note:? |nb:? |todo:? )?(?:${pattern})$`));

/** The marks of comments, brackets and dots around a remark. */
const BEFORE = /^(?:[\s/#*<>;%|{([.…~=_"'`✂!-]|&lt;|rem\s)+/i;
const AFTER = /(?:[\s/#*<>;%|})\].…~=_"'`✂!:,-])+$/;
const MAX_LENGTH = 120;

/** Returns whether a file's first line says that the file is an extract. */
export function isAboutExtract(line: string): boolean {
  return line.length <= MAX_LENGTH && EXTRACT.test(wordsOf(line));
}

const EXTRACT =
  /^(?:(?:only|showing|shown|just|listing|displaying)\b.{0,30}\b(?:changed|modified|relevant|updated|edited|affected)\b|(?:partial|abridged|condensed|abbreviated|shortened|incomplete) (?:file|view|listing|version|output|excerpt|content|copy)\b|(?:updated|changed|modified|relevant|new) (?:section|sections|part|parts|functions?|methods?|code|lines) only\b|(?:excerpt|extract|snippet|part \d+ of \d+)\b|(?:usual|standard|same|existing|previous|original) (?:imports|includes|headers)(?: (?:here|as usual|as before|unchanged|above))$|imports (?:as usual|as before|unchanged|omitted))/;

function wordsOf(line: string): string {
  return line
    .replace(BEFORE, '')
    .replace(AFTER, '')
    .toLowerCase()
    .replace(/[,’']|\s{2,}/g, char => (char.trim() ? '' : ' '));
}

/** A sentence that points to code, which a document may contain. */
const POINTER =
  /^(?:please )?(?:see|refer to|check|use|consult) .{0,40}\b(?:code|implementations?|tests?|sources?|modules?|scripts?|repo|repository|config|configuration|class|functions?|package)$/;

/** Returns whether a remark is an English phrase that stands for omitted text. */
export function isOmissionPhrase(line: string, path = ''): boolean {
  if (line.length > MAX_LENGTH) return false;
  const words = wordsOf(line);
  if (isProsePath(path) && POINTER.test(words)) return false;
  return words !== '' && !isRepetitive(words) && IDIOMS.some(idiom => idiom.test(words));
}

/** Returns whether a line repeats a word too often for a remark. Patterns would backtrack long on such a line. */
function isRepetitive(words: string): boolean {
  const counts = new Map<string, number>();
  return words.split(' ').some(word => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count > MOST_REPEATED;
  });
}

const MOST_REPEATED = 4;
