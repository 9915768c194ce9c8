/** The meaning of a word in remarks about omitted text, such as "rest of the code unchanged". */
export type Category =
  /** Omitted text: "the rest", "existing", "previous". */
  | 'left'
  /** Like `left`, but also frequent in headings of real code: "other", "more". */
  | 'others'
  /** Pieces of a file: "code", "content", "methods". */
  | 'thing'
  /** Like `thing`, but frequent in comments of real code: "lines", "values". */
  | 'piece'
  /** The state of omitted text: "unchanged", "omitted", "as before". */
  | 'state'
  /** A state that may refer to text further up in the same file. */
  | 'above'
  /** Omitted text and its state in one word. */
  | 'settled'
  /** An instruction: "keep", "leave". */
  | 'keep'
  /** A continuation: "etc", "and so on", "continued". */
  | 'more'
  /** A statement that the text belongs here: "goes here". */
  | 'here'
  /** Completeness: "full", "entire". */
  | 'full'
  /** A reference to another place: "see", "refer to". */
  | 'see'
  /** A change that was made to a file: "updated", "saved". */
  | 'done'
  /** A word without a meaning for elisions. */
  | 'glue';

/** Words by their meaning; `unknown` for longer words that only contain one of the others. */
export type Words = Partial<Record<Category | 'unknown', string>>;

// Comma-separated words and phrases. An asterisk stands for any ending.
export const SPACED_LANGUAGES: readonly Words[] = [
  {
    left: `rest, remainder, remaining, existing, previous, previously, prior, preceding, original, originals, everything else, all else, anything else, earlier, pre existing, preexisting, old, leftover, unmodified, everything below, everything below this, everything after this, everything from here, everything from here on, everything further down, from here on, from here down, all below`,
    others: `other, others, more, additional, further, current, following, subsequent, all, everything, many more, some more`,
    thing: `of the file, of file, of this file, code, codes, content, contents, body, section, sections, method, methods, function, functions, class, classes, import, imports, sub, subs, query,
      queries, logic, implementation, implementations, jsx, markup, style, styles, config, configuration, settings, spec, specification, component,
      components, template, script, routes, handlers, tests, includes, dependencies, services, resources, joins, css, html, chapters,
      requirements, procs, procedures, properties, props, fields, definitions, declarations, columns, mappings, module, messages, types, exports,
      selectors, hooks, docstring, constructor, stories, index, plan, analysis, targets, rules, commands, instructions, clauses, models, inputs, jobs, layers, sidebar, footer, nav, getters, setters, helpers, handlers, breakpoints, steps below, endpoints, impl, impls, features, imports above, form fields, stages, targets below, items below, chapters below`,
    piece: `file, files, line, lines, text, prop, property, field, test, case, cases, route, handler, row, rows, entry, entries, item, items, rule, document,
      doc, include, service, resource, message, type, definition, declaration, column, join, clause, step, steps, command, target, mapping,
      paragraph, paragraphs, page, chapter, requirement, proc, procedure, instruction, parameter, parameters, option, options, statement, statements,
      char, chars, character, characters, byte, bytes, token, tokens, word, words, kb, part, parts, block, blocks, loop, source, program, sql, json,
      yaml, xml, element, elements, node, nodes, value, values, key, keys, variable, variables, constant, constants, export, package, packages, model,
      head, header, headers, footer, interface, interfaces, struct, structs, enum, member, members, output, version, story, table, tables,
      list, data, chunk, stuff, portion, selector, state, setup`,
    state: `unchanged, omitted, truncated, elided, snipped, snip, the same, same, stay, stays, stayed, remain, remains,
      hidden, suppressed, untouched, unaltered, unaffected, unedited, intact, identical, as before, as is, as it was, as they were, as it is, as they are, as they
      stand, as it stands, as in the original, as in original, not changed, not modified, not touched, no change, no changes, nothing changed, nothing changes,
      not shown,
      not displayed, not repeated, not included, left out, left as is, left alone, cut off, cut, abbreviated, shortened, redacted for brevity, collapsed, folded,
      too long, too large, too big, too long to display, too large to display, for brevity, ditto, ibid, idem, without change, without changes,
      without modification, without modifications, does not change, do not change, did not change, no modification, no modifications, no changes needed, no change needed, no changes required, no change required, where they were, where it was, as it used to be, as they used to be, the way they are, the way they were, the way it is, the way it was, word for word, verbatim, carried over, not affected, no edits, no edits needed, not been touched, have not changed, has not changed, had no changes, as you have it, as you have them, as you had it, clipped, abridged, as in the current version, same as in the current, left as they are`,
    above: 'as above, see above, same as above, the same as above, like above',
    settled: `nothing else in this file changes, nothing else in this file changed, nothing else in the file changes, no other change, no other changes, no further changes, no further change, no changes below, no changes above, no changes after, nothing else changes, nothing else changed, nothing else has changed`,
    keep: `keep, keeping, kept, leave, leaving, retain, retained, preserve, preserved, continue with, reuse`,
    more: `dot dot dot, etc, et cetera, and so on, and so forth, so on, to be continued, continued, continue, continues, cont, cont d, and more`,
    here: `here, goes here, go here, follows here, comes here`,
    full: `full, entire, complete, whole, actual, updated`,
    see: `see, refer, refer to, see also, check, provided, given, shown`,
    glue: `the, of, this, that, these, those, your, my, our, in, for, to, is, are, be, been, was, were, and, or, from, by, with, at, on, it, its, as, a, an, only,
      clarity, space, reasons, reason, due, length, size, save, below, above, now, just, still, exactly, completely, mark, note, nb, comment,
      will, would, should, has, have, after, before, first, last, already, which, file s, also, until, end, insert, put, paste, add, most,
      up, down, point, any, any other, otherwise, you, must, can, display, were, provided above, else, pattern, same pattern, latest, start, remainder of, exactly where, plus, point, them, because, response, limit, needed, used, change, current, version, previous draft, revision, last revision`,
  },
  {
    left: 'der rest, restlich*, sonstige*, vorher*, ab jetzt, obige*, alte, alter, altes, restliche*, übrige*, bestehende*, vorhandene*, bisherige*, vorherige*, ursprüngliche*, alles andere, ab hier, alles weitere, alles übrige, alles danach, weiterer, weiteres, der bisherige',
    others: 'andere, anderen, weitere, weiteren',
    thing:
      'teil, teile, teilen, funktion*, methode*, implementierung*, logik, zeile, abschnitte*, seite, datei, inhalt*, dokument*, abschnitt*, methoden, funktionen, klasse, quelltext*, importe, zeilen, zeichen, hilfsfunktionen, kapitel, tests, code',
    state: `rest siehe original, rest siehe oben, rest wie oben, siehe original, wie im bestand, entsprechen der vorversion, entspricht der vorversion, wie es ist, wie er ist, wie sie ist, wie sie sind, entfällt, entfallen, ausgespart, wie im original, identisch, nicht angefasst, nicht angetastet, keinerlei änderungen, keine weiteren änderungen, ändert sich nicht, ändern sich nicht, ändert sich nichts, wie gewohnt, nicht wiederholt, nicht dargestellt, übersprungen, beibehalten, wie vorhanden, unangetastet, belassen, unverändert*, bleibt, bleiben, gleich, ausgelassen, weggelassen, gekürzt, wie zuvor, wie bisher, wie oben, wie vorher, wie gehabt, siehe oben,
      keine änderung, keine änderungen, nicht geändert, abgeschnitten, dito, wie er war, wie sie war, wie sie waren, wie es war, wörtlich, erhalten, nicht betroffen, unberührt, wie in der letzten fassung, nicht verändert, nichts geändert`,
    keep: 'behalten, beibehalten',
    more: 'usw, und so weiter, fortsetzung folgt',
    here: 'hier',
    glue: 'weiter, mehr, hierunter, danach, dieser, diese, dieses, alles, allem, wurde, wurden, habe, noch, beim, nach, soll, der, die, das, den, dem, des, im, ist, sind, und, wird, werden, von, vom, zur, kürze, wegen, aus, platzgründen, übersichtlichkeit, alle, bis, zu, es, er, war, folgt, darunter',
    done: 'überarbeitete, aktualisierte, aktualisiert*, angepasst, geändert, gespeichert, geschrieben, erstellt, überarbeitet, ergänzt, erweitert, umgesetzt, bearbeitet',
  },
  {
    left: 'suite de, suite des, suite inchangée, suite identique, suite omise, suite tronquée, suite ici, suite coupée, précédente, actuel*, autres, subséquent*, la fin, initiales, ci dessous, reste, restant*, existant*, précédent*, original*, le reste, tout le reste, la suite, suite du, les autres, à partir d ici, suivantes, suivants',
    others: 'autre, autres',
    thing:
      'fonction*, méthode*, partie*, ligne*, logique, implémentation*, section*, chapitre*, corps, fichier*, contenu*, méthodes, fonctions, classe, texte, lignes, caractères, documents, importations, code, sections, chapitres',
    state: `reste inchangé, sauté*, abrégé*, raccourci*, non modifié*, pas modifié*, pas changé, n a pas changé, n ont pas changé, intact*, comme auparavant, telles qu elles, tel qu avant, inaltéré*, coupé*, élidé*, non reproduit*, non affiché*, sont conservés, inchangé*, omis, omise, omises, tronqué*, identique*, restent, demeure*, comme avant, comme précédemment, comme ci dessus, sans changement, sans changements, sans modification, aucun changement, aucune modification, même, idem, voir ci dessus, ne change pas, ne changent pas, telles quelles, tels quels, telle quelle, tel quel, conservé, conservée, conservés, conservées, à l identique, à l original, ne bouge pas`,
    keep: 'garder, conserver, conservez, gardez',
    here: 'ici',
    glue: 'plus, afin, tous, toutes, tout, rien, place, avec, sans, suit, suivent, gain, le, la, les, du, de, des, un, une, ce, cette, pour, par, est, sont, et, dans, brièveté, concision, souci, clarté, votre, au, aux, l, d, à, partir',
    done: 'mis à jour, mise à jour, modifié, modifiée, enregistré*, créé*, écrit, actualisé*, corrigé, ajouté*, sauvegardé*',
  },
  {
    left: 'resto del, siguientes, siguiente, actual, actuales, previos, previas, original, resto, restante*, existente*, anterior*, originales, previo*, previa*, todo lo demás, lo demás, las demás, los demás, de antes, a partir de aquí, de aquí en adelante',
    others: 'otro, otros, otras, demás',
    thing:
      'método, función, capítulo*, parte, partes, lógica, implementación, página, importaciones, código, archivo*, fichero*, contenido*, métodos, funciones, clase, texto, líneas, caracteres, documento, sección, secciones',
    state: `se omite, se omiten, omitiendo, recortado*, recortada*, abreviado*, no modificado*, no modificada*, no se modifica, no se modifican, no ha cambiado, no han cambiado, nada cambia, nada más cambia, tal cual, tal como estaba, tal y como estaba, intacto*, intacta*, idéntica*, se queda igual, quedan igual, quedan, como en el original, acortado*, no se muestra*, no se repite*, sin alterar, sin alteraciones, sin cambios, sin cambio, sin modificar, sin modificaciones, no cambia, igual, iguales, permanece*, queda, omitido*, omitida*, truncado*, truncada*,
      como antes, mismo, misma, idéntico*, ver arriba, se mantiene, se mantienen, inalterado*, sigue igual, siguen igual, no cambian, se conservan, se conserva, sin tocar, como estaba, como estaban, como estava, sin modificar`,
    keep: 'mantener, conservar',
    here: 'aquí',
    glue: 'sido, todo, espacio, todos, todas, para, el, los, las, del, por, brevedad, para, es, son, y, en, se, lo, tu, su, este, esta, va, van, a',
    done: 'actualizado, actualizada, actualicé, modificado, modificada, guardado, guardada, creado, creada, escrito, cambiado',
  },
  {
    left: 'resto do, resto da, outras, outros, atual, atuais, seguintes, originais, seguinte, restantes, existentes, todo o resto, demais, restante, daqui em diante, a partir daqui',
    others: 'outro, outros, outras',
    thing:
      'função, método, parte, partes, texto, lógica, documento, página, capítulo*, implementação, importações, arquivo*, ficheiro*, conteúdo*, funções, classe, linhas, seção, seções, caractere*, métodos, código, secções',
    state: `omitida*, mantém se, mantêm se, mantêm, fica igual, ficam iguais, iguais, não mudou, não mudaram, não alterad*, não foi alterad*, não foram alterad*, truncado*, cortado*, tal como estava, tal como antes, intacto*, idêntic*, sem modificação, como no original, não se altera, não se alteram, não modificad*, suprimid*, encurtado*, resumido*, sem alterações, sem alteração, sem mudanças, sem mudança, inalterado*, inalterada*, permanece*, mesmo, mesma, omitido*, igual, como antes, mantido*, mantém, mantida*, continua igual, continuam iguais, continua, continuam, permanecem, como estava, como estavam, não muda, não mudam, nada muda, sem modificações, inalteradas, inalterados, omitidas`,
    keep: 'manter',
    here: 'aqui',
    glue: 'foram, tudo, mais, espaço, o, os, as, do, da, dos, das, no, na, por, brevidade, é, são, e, em, seu, sua',
    done: 'atualizado, atualizada, atualizei, salvo, salva, guardado, criado, criada, escrito, alterado, alterada',
  },
  {
    left: 'rimanenti, resto del, attuale, attuali, originali, parte restante, successivo, successivi, resto, restante, rimanente, esistente, esistenti, precedente, precedenti, originale, tutto il resto, da qui in poi, il resto, seguenti',
    others: 'altri, altre, altro',
    thing:
      'metodo, funzione, parti, logica, pagina, capitolo, capitoli, implementazione, classe, codice, contenuto, metodi, funzioni, riga, righe, testo, documento, sezione, sezioni, caratteri',
    state: `come nella versione, come nell originale, tralasciat*, saltat*, abbreviat*, accorciat*, non modificat*, non è cambiat*, non sono cambiat*, non è stato modificat*, inalterat*, identica, identici, tale e quale, uguali, stessa, stesse, stessi, come in precedenza, come nell originale, mantenut*, tagliat*, ometto, si omette, nulla cambia, niente cambia, non riportat*, invariato, invariata, invariati, immutato, rimane, rimangono, resta, restano, uguale, omesso, omessi, troncato, come prima, come sopra, senza modifiche, nessuna modifica, stesso, identico, non cambia, non cambiano, com era, com erano, invariate, tutto invariato, omesse, omessa, immutate, inalterato, inalterati`,
    keep: 'mantenere',
    here: 'qui',
    glue: 'stato, stata, stati, state, tutto, tutti, spazio, alla, nell, il, lo, gli, i, del, della, dei, delle, per, brevità, è, sono, e, nel, da, a',
    done: 'aggiornato, aggiornata, modificato, modificata, salvato, salvata, creato, creata, scritto, aggiunto',
  },
  {
    left: 'andere, huidige, voorgaande, eerdere, alle andere, al het andere, originele, alles hieronder, verdere, bestaande, overige, resterende, vorige, rest van de, oorspronkelijke, de rest, vanaf hier, hieronder, alles hierna',
    thing:
      'methode, functie, hoofdstuk*, regels, sectie*, tekst, klasse, gedeelte, deel, importregels, bestand, inhoud, methoden, functies',
    state:
      'bleef, blijft gelijk, onveranderde, ongewijzigde, gelijk, identiek, afgekapt, verkort, overgeslagen, zoals eerder, zoals vroeger, als voorheen, als eerder, als hiervoor, geen wijzigingen, geen verandering*, zonder wijzigingen, verandert niet, veranderen niet, wijzigt niet, niet aangepast, onaangeroerd, zoals in het origineel, niet getoond, niet herhaald, behouden, ongewijzigd, onveranderd, blijft, blijven, hetzelfde, weggelaten, zoals voorheen, zelfde, ingekort, zoals het was, zoals ze waren, niets veranderd, niet gewijzigd, niet veranderd',
    glue: 'niet, alle, alles, vanwege, beknoptheid, ruimte, worden, wordt, werd, werden, deze, ruimtegebrek, de, het, een, van, voor, is, zijn, en, hier, staan',
    done: 'bijgewerkt, aangepast, opgeslagen, aangemaakt, geschreven',
  },
  {
    left: 'resztę, inne, obecn*, dotychczasow*, oryginaln*, wcześniejsz*, cała reszta, dalszy, ciąg dalszy, następne, kolejne, reszta, reszty, pozostał*, istniejąc*, poprzedni*, dalej, dalsza część, od tego miejsca',
    thing:
      'część, części, dokument, klasy, funkcj*, sekcj*, rozdział*, linie, linii, implementacj*, tekst, logika, wiersz*, pliki, kod, kodu, plik, pliku, treść, treści, zawartość, metody, funkcje, dokumentu, metod, funkcji',
    state:
      'bez zmiany, niezmien*, pozostają, takie jak, taki jak, taka jak, jak dotąd, jak dotychczas, jak wyżej, ten sam, ta sama, te same, to samo, identyczn*, pomijam, pomijamy, obcięt*, ucięt*, urwan*, nie zmienia się, nie zmieniają się, nie zmienił*, nie uległ*, nienaruszon*, jak w oryginale, bez modyfikacji, opuszczon*, nie ulega zmianie, nie ulegają zmianie, nic się nie zmienia, bez zmian, niezmienion*, pominięt*, pozostaje, tak samo, jak wcześniej, skrócon*, jak poprzednio, jak było, taka sama, takie same, taki sam, jak przedtem',
    glue: 'został, została, zostały, wszystkie, wszystko, względu, miejsce, cały, cała, i, w, z, dla, jest, dla zwięzłości, tu, tutaj',
    done: 'zaktualizowan*, zmienion*, zapisan*, utworzon*, zaktualizował*, poprawion*, zmodyfikowan*',
  },
  {
    left: 'kalanlar, geri kalanlar, diğerleri, var olan, eski, sonraki, özgün, orijinal, kalan kısım, buradan itibaren, bundan sonrası, gerisi, kalan, kalanı, geri kalan, geri kalanı, mevcut, önceki, diğer, buradan sonrası, sonrası',
    thing:
      'dosyayı, belge*, bölüm*, metot*, yöntem*, fonksiyon*, satır*, sınıf*, kodlar, kısım, kısmı, metin, işlev*, kod, kodu, kodun, dosya, dosyanın, içerik, içeriği, metotlar, fonksiyonlar',
    state:
      'aynıdır, aynı şekilde, olduğu gibi, değişmez, değişmemiştir, değiştirilmedi, değiştirilmemiştir, değişmeden kalır, değişiklik yoktur, öncekiyle, önceki gibi, daha önceki gibi, eskisi gibi, çıkarıldı, çıkarılmıştır, atlanmıştır, kesildi, korunuyor, korunmuştur, korundu, kısaltılmıştır, gösterilmedi, kalır, değişiklik yapılmadı, dokunulmadı, aynı, aynen, değişmedi, değişmeden, değişiklik yok, atlandı, kısaltıldı, aynı kalıyor, kalıyor, değişmiyor, öncekiyle aynı',
    glue: 'geri, kısa, tutmak, kısalık, yerden, tasarruf, nedeniyle, uzunluk, bütün, ve, bu, için, olarak, burada, buradan',
    done: 'güncellendi, güncellenmiştir, güncelledim, kaydedildi, oluşturuldu, değiştirildi, yazıldı, düzenlendi',
  },
  {
    left: 'весь остальной, всё остальное, все остальное, нижеследующ*, текущ*, старый, старая, старого, дальнейш*, прочее, прочие, другие, продолжение, следующие, остальн*, остаток, существующ*, предыдущ*, прежн*, исходн*, оставш*, дальше, далее, отсюда',
    thing:
      'часть, части, кодом, логик*, тест*, глав*, реализац*, секци*, стать*, модул*, содержание, код, кода, файл*, содержим*, текст*, метод*, функци*, класс*, строк*, раздел*, документ*, импорт*',
    state: `не изменились, не изменилась, не изменилось, не изменены, не изменяется, не изменяются, не трога*, не тронут*, идентичн*, аналогичн*, без правок, без изменения, такие же, такой же, такая же, тот же, та же, те же, как в оригинале, как в прошлой, как ранее, как и ранее, как и было, остались прежн*, остаются прежн*, урезан*, вырезан*, усечен*, усечён*, опускаю, не показан*, не приводится, не приведен*, скрыт*, осталось, остался, осталась, остались, сохраняется, сохраняются, оставлен*, оставляем, без изменений, не изменён, не изменен, не изменился, не меняется, неизмен*, остаётся, остается, остаются, опущен*, пропущен*, сокращен*, сокращён*,
      обрезан*, как раньше, как и раньше, как прежде, как выше, прежним, прежней, то же самое, так же, как были, как было, как есть, по старому, по прежнему, прежними, не менял*, не меняются, как в исходном`,
    more: 'и так далее, и т д, продолжение следует',
    here: 'здесь, тут',
    glue: 'этого, была, были, весь, вся, ради, экономии, места, файле, ничего, и, в, для, из, краткости, этот, эта, все, всё',
    done: 'обновлен*, обновлён*, обновил*, изменён, изменен, изменена, сохранена, сохранён, сохранен, создан*, записан*, исправлен*, отредактирован*, внесены',
  },
  {
    left: 'решти, існуючий, наявн*, дотеперішн*, далі, звідси, інших, початков*, все інше, усе інше, подальш*, решта, решту, інший, інші, наявний, існуюч*, попередн*',
    thing:
      'код, файл*, вмісту, метод*, функці*, клас*, документ*, розділ*, частина, частину, рядк*, текст*, кодом, коду, вміст, методи, функції',
    state:
      'без зміни, не змінен*, не змінюється, не змінюються, не змінив*, не змінил*, залишаються, залишився, залишились, пропущен*, скорочен*, опущен*, так само, те саме, такий самий, такі самі, як і раніше, як було, як були, як попередньо, як вище, ідентичн*, обрізан*, вилучен*, не показан*, збережен*, без змін, незмін*, залишається, пропущено, скорочено, як раніше',
    glue: 'заради, стислості, і, й, у, для',
    done: 'оновлен*, змінен*, збережено, створено, записано, виправлено',
  },
  {
    left: 'الأصلي, الأصلية, المتبقي, المتبقية, الأخرى, الآخر, سائر, القديم, القائم, ما تبقى, تتمة, التالية, وبقية, وباقي, من هنا, موجود, موجودة, البقية, الباقي, الحالي, الحالية, الموجود, الموجودة, السابق, السابقة, بقية, باقي',
    thing:
      'ملف, المستند, الوثيقة, مستند, الأقسام, القسم, الصنف, الفئة, الأسطر, السطور, أجزاء, الأجزاء, جزء, المنطق, الدالة, البرنامج, محتوى, الطرق, التوابع, الأساليب, الفصول, الكود, كود, الملف, المحتوى, الشيفرة, النص, الدوال, الوظائف',
    state:
      'من دون تغيير, من غير تغيير, بلا تغيير, دون تعديل, بدون تعديل, بدون أي تغيير, دون أي تغيير, كما كان, كما كانت, كما كانوا, كما هم, لم يتغير, لم تتغير, لا يتغير, لا تتغير, لا تغيير, لا تغييرات, لا يوجد تغيير, حذف, تم حذف, تم اختصار, مختصر, مختصرة, مقتطع, مثل السابق, كالسابق, نفس, نفسه, نفسها, يبقى, تبقى, تظل, يظل, كما سبق, كما في السابق, كما في الأصل, مطابق, تخطي, تم تخطي, مقطوع, دون تغيير, بدون تغيير, بدون تغييرات, كما هو, كما هي, محذوف, محذوفة',
    done: 'تحديث, تم تحديث, حفظ, تم حفظ, تعديل, تم تعديل, إنشاء, تم إنشاء, كتابة',
    here: 'هنا',
    glue: 'للاختصار, للإيجاز, جميع, لأجل, هذا, هذه, اختصار',
  },
  {
    left: 'बाकी सब, अन्य, पूर्व, पिछली, पुराना, शेष भाग, वर्तमान, मूल, पहले का, यहाँ से, मौजूदा, बाकी, शेष, पिछला, पिछले',
    thing: 'फ़ंक्शन, फंक्शन, दस्तावेज़, दस्तावेज, भाग, हिस्सा, हिस्से, मेथड, विधियाँ, पंक्तियाँ, क्लास, अनुभाग, कोड, फ़ाइल, फाइल, सामग्री',
    state:
      'जैसा था, जैसे थे, जैसा पहले था, पहले जैसे, पहले जैसी, पहले की तरह, यथावत, वैसा ही, वैसे ही, कोई बदलाव नहीं, कोई परिवर्तन नहीं, बदलाव नहीं, नहीं बदला, नहीं बदले, छोड़ दिया, छोड़ दिया गया, छोड़ा, हटाया गया, हटा दिया, संक्षिप्त, बिना बदलाव, बिना किसी बदलाव, अपरिवर्तित, वही, समान, पहले जैसा, छोड़ा गया',
    glue: 'रहेंगे, रहता, संक्षिप्तता, का, की, के, है, हैं, रहेगा',
    done: 'अपडेट, अद्यतन, सहेजा, सहेज, बनाया, संशोधित',
    here: 'यहाँ, यहां',
  },
  {
    left: 'khác, trước, ban đầu, cũ, hiện tại, gốc, mọi thứ khác, từ đây, từ đây trở đi, hiện có, còn lại, phần còn lại, trước đó',
    thing:
      'hàm, phương thức, tài liệu, tập tin, đoạn, chương, mục, dòng, lớp, tệp tin, văn bản, mã, tệp, nội dung, mã nguồn',
    state:
      'giữ, giữ nguyên như cũ, vẫn giữ nguyên, vẫn như cũ, như ban đầu, như lúc trước, được lược bỏ, bị lược bỏ, được bỏ qua, đã lược bỏ, bị cắt, đã cắt bớt, được cắt bớt, không có thay đổi, không có gì thay đổi, không sửa, giống như trước, giống trước, y như cũ, rút gọn, được rút gọn, vẫn không đổi, không bị thay đổi, giữ nguyên, không đổi, không thay đổi, như cũ, như trước, lược bỏ, bỏ qua',
    glue: 'được, ngắn gọn, những, trong, của, phần, các',
    done: 'cập nhật, được cập nhật, lưu, chỉnh sửa, được tạo, đã tạo, đã lưu, sửa đổi',
    here: 'ở đây, tại đây',
  },
  {
    left: 'lain, yang lain, selanjutnya, tersisa, yang tersisa, bagian lainnya, semula, asli, seterusnya, lama, saat ini, yang sudah ada, yang ada, sisa, sisanya, sebelumnya, lainnya',
    thing: 'fungsi, metode, dokumen, bagian, kelas, baris, isinya, kode, berkas, isi, konten',
    state:
      'tak berubah, tidak ada perubahan, tanpa perubahan, sama saja, sama seperti, seperti semula, seperti sebelumnya, seperti aslinya, tidak diubah, tidak dimodifikasi, dihapus, dilewati, dilewatkan, disingkat, diringkas, terpotong, tidak ditampilkan, dipersingkat, dibiarkan, tidak berubah, tetap sama, tetap, sama seperti sebelumnya, dihilangkan, dipotong',
    glue: 'yang, telah, sudah, semua, singkat, ringkas, karena, dengan, pada, seluruh, saya, keringkasan, dari, dan, untuk',
    done: 'memperbarui, mengubah, memperbaiki, diperbarui, disimpan, diubah, dibuat, ditulis, dimodifikasi, diedit',
    here: 'di sini, disini',
  },
  // Czech
  {
    left: 'zbytek, zbytku, zbývající*, zbylé, zbylá, zbylý, ostatní*, existující*, stávající*, původní*, předchozí*, dřívější*, odtud, následující*, dosavadní*',
    thing: 'kód, kódu, soubor*, obsah*, metod*, funkc*, tříd*, dokument*, řádk*, část*, sekc*, kapitol*',
    state:
      'beze změny, beze změn, bez změny, bez změn, nezměn*, zůstáv*, stejn*, vynech*, zkrácen*, jako předtím, jako dříve, jako dosud, jak bylo, nemění',
    done: 'aktualizoval*, aktualizován*, upraven*, upravil*, uložen*, uložil*, vytvořen*, zapsán*, změněn*',
    here: 'zde',
    glue: 'všechno, pokračuje, stručnost*, kvůli, jako',
  },
  // Slovak
  {
    left: 'zvyšok, zvyšku, zostávajúc*, zvyšn*, ostatn*, existujúc*, pôvodn*, predchádzajúc*, ďalej, doterajš*, nasledujúc*',
    thing: 'kód, kódu, súbor*, tried*, riadk*, časť, časti',
    state:
      'bez zmeny, bez zmien, nezmen*, zostáva*, rovnak*, vynechan*, skráten*, ako predtým, ako doteraz, ako bolo, nemení',
    done: 'aktualizovan*, upraven*, uložen*, vytvoren*, zapísan*, upravil*, zmenen*',
    glue: 'všetko, pokračuje, stručnos*, kvôli',
  },
  // Croatian, Serbian, Bosnian
  {
    left: 'ostatak, ostatka, preostal*, postojeć*, prethodn*, ostali, ostale, ostalo, ostalih, odavde, dosadašnj*, prijašnj*, izvorn*',
    thing: 'kod, koda, datotek*, sadržaj*, klas*, redov*, dio, deo, dijela, odjelj*, fajl*',
    state:
      'nepromijenjen*, nepromenjen*, izostavljen*, ostaje, ostaju, isto, ista, iste, kao prije, kao pre, kao ranije, bez promjena, bez promjene, bez promena, skraćen*, kako je bilo, kao i prije, kao i do sada',
    done: 'ažuriran*, izmijenjen*, izmenjen*, spremljen*, sačuvan*, stvoren*, napisan*, ažurirao, ažurirala',
    glue: 'ovdje, zbog, radi, sažetosti',
  },
  {
    left: 'остатак, остатка, преостал*, постојећ*, претходн*, остали, остале, остало',
    thing: 'датотек*, садржај*, функциј*',
    state: 'непромењен*, изостављен*, остаје, остају, исто, као пре, као и пре, без промена, без измена',
    done: 'ажуриран*, измењен*, сачуван*',
  },
  // Slovene
  {
    left: 'preostanek, preostanka, preostal*, ostale, ostali, ostalo, obstoječ*, prejšnj*, izvirn*, od tu naprej, dosedanj*',
    thing: 'koda, kode, kodo, vsebin*, razred*, vrstic*, del dokumenta, del datoteke, odsek*',
    state:
      'nespremenjen*, izpuščen*, ostane, ostanejo, ostaja, ostajajo, enak*, kot prej, kot doslej, brez sprememb, brez spremembe, skrajšan*',
    done: 'posodobljen*, spremenjen*, shranjen*, ustvarjen*, posodobil*',
    glue: 'zaradi, tukaj, vse',
  },
  // Bulgarian, Macedonian
  {
    left: 'останалата, останалите, останалото, останалия*, остатъ*, остатокот, другите, съществуващ*, постоечк*, предишн*, оттук, нататък, досегашн*, останати*',
    thing: 'част, кодът, кодот, файлове, съдържани*, функциите, датотека*, раздел*',
    state:
      'без промяна, без промени, непроменен*, непроменет*, пропусн*, остава, остават, същото, същия, същите, като преди, както преди, както досега, съкратен*, истото, како претходно',
    done: 'обновен*, актуализиран*, променен*, записан*, ажурирана',
    glue: 'тук, заради, краткост',
  },
  // Swedish
  {
    left: 'befintlig*, återstående, resten, resterande, övriga, övrig, allt annat, nuvarande, tidigare, tidigare kod, härifrån, ursprunglig*, existerande',
    thing:
      'koden, kod, filen, innehåll*, metoder*, funktioner*, klassen, dokumentet, avsnitt*, raderna, rader, implementation*',
    state:
      'inga fler ändringar, inga andra ändringar, resten lika, oförändra*, utelämna*, som innan, som tidigare, som förut, samma, förblir, utelämnas, bortklipp*, förkorta*, ändras inte, inte ändrad, inga ändringar, lika som förut, som den var, som de var, likadan*',
    done: 'uppdatera*, sparats, sparad, skapats, skapad, ändrats, ändrade, skrivits',
    here: 'här',
    glue: 'korthetens, skull, utrymmesskäl, fortsätter, från, alla, allt',
  },
  // Norwegian, Danish
  {
    left: 'eksisterende, øvrige, resterende, gjenværende, tilbageværende, alt annet, alt andet, tidligere, nåværende, nuværende, herfra, opprinnelige, oprindelige, andre, de andre',
    thing:
      'indhold*, innhold*, metoderne, metodene, funksjon*, funktioner*, klassen, seksjon*, sektion*, afsnit*, linjer, linjene, linjerne, dokumentet',
    state:
      'uændre*, uendre*, utelatt, udelad*, udeladt, som før, som tidligere, samme, forblir, forbliver, forkort*, ikke endret, ikke ændret, ingen endringer, ingen ændringer, endres ikke, ændres ikke, som den var, som de var, det samme',
    done: 'oppdater*, opdater*, lagret, gemt, opprettet, oprettet, endret, ændret, skrevet',
    here: 'her',
    glue: 'korthet, kortheds, skyld, plasshensyn, pladshensyn, fortsetter, fortsætter, alle, blir, bliver, blevet',
  },
  // Finnish
  {
    left: 'loput, loppu*, muut, muu, muiden, jäljelle*, jäljellä*, olemassa, oleva, olevat, aiempi*, aiemm*, aikaisem*, edelli*, nykyi*, alkuperäi*, tästä eteenpäin, kaikki muu, ylläoleva, vanha',
    thing:
      'koodi, koodin, koodista, tiedosto*, sisältö, sisällön, sisällöstä, metodi*, funktio*, luokka, luokan, asiakirja*, dokumenti*, osio*, rivi, rivit, luvut, toteutu*',
    state:
      'ennallaan, muuttuma*, muuttumatt*, sama, samat, samana, samanlai*, pysyy, pysyvät, säilyy, säilyvät, jätetty pois, jätetään pois, ei muutoksia, ei muutu, eivät muutu, ei muutettu, kuten ennen, kuin ennen, kuten aiemmin, kuin aiemmin, lyhennet*, poistettu tilan',
    done: 'päivitet*, päivitin, tallennet*, muokat*, muokkasin, luotu, kirjoitet*',
    here: 'tähän, tässä',
    glue: 'kuten, jatkuu, lyhyyden, vuoksi, takia, täällä',
  },
  // Estonian
  {
    left: 'ülejäänu*, ülejää*, olemasolev*, teised, eelnev*, eelmi*, senine, seniste, kõik muu, siit edasi, varasem*, algne, algse*',
    thing: 'koodi, faili, faili sisu, meetod*, funktsioon*, klassi, dokumendi*, dokumendist, osa, sisu, jaotis*',
    state:
      'muutmata, muutumatu*, jääb, jäävad, samaks, sama mis, sama mis enne, välja jäetud, nagu enne, nagu varem, kärbitud, lühendatud, ei muutu',
    done: 'uuendat*, muudetud, salvestat*, loodud',
    glue: 'siin, enne, jäävad',
  },
  // Romanian
  {
    left: 'restul, restului, celelalte, ceilalți, rămas*, existent*, în rest, anterior*, precedent*, de aici, inițial*, tot restul, orice altceva, celălalt',
    thing:
      'codul, codului, cod, fișier*, fişier*, conținut*, conţinut*, metode*, metodelor, funcți*, funcţi*, clasei, documentul*, secțiun*, secţiun*, liniile, partea',
    state:
      'neschimbat*, nemodificat*, rămân*, la fel, la fel ca înainte, ca înainte, ca mai înainte, omis*, omise, fără modificări, fără schimbări, fără modificare, nu se schimbă, trunchiat*, scurtat*, identic*, neatins*, același, aceleași, cum era, cum erau',
    done: 'actualiz*, salvat*, modificat, modificată, creat, scris',
    here: 'aici',
    glue: 'pentru, concizie, nimic, este, sunt, fost, spațiu',
  },
  // Hungarian
  {
    left: 'többi, további, maradék*, fennmaradó*, meglévő*, korábbi*, előző*, eredeti*, minden más, innentől, hátralévő*, egyéb, létező*, ezután',
    thing:
      'kód, kódja, kódot, kódrész*, fájl*, tartalom*, tartalma, metódus*, függvény*, osztály*, dokumentum*, szakasz*, fejezet*, része, részek, részei, sorok, sor',
    state:
      'változatlan*, marad, maradnak, ugyanaz*, ugyanúgy*, ugyanolyan*, kihagyv*, kihagyás*, kihagyott, elhagyv*, mint korábban, mint eddig, mint volt, mint előtte, mint azelőtt, nem változ*, nem módosul*, változtatás nélkül, módosítás nélkül, rövidítv*, rövidített, régiben, nincs változás',
    done: 'frissít*, módosítv*, módosított*, elmentv*, mentve, létrehozv*',
    here: 'ide, itt',
    glue: 'minden, innen, jön, rövidség, kedvéért, miatt, helyhiány, folytatódik',
  },
  // Greek
  {
    left: 'υπόλοιπ*, υπόλοιπα, υπάρχ*, υφιστάμεν*, προηγούμεν*, όλα τα άλλα, τα υπόλοιπα, άλλα, άλλες, άλλη, αρχικό*, αρχική*, από εδώ, παρακάτω, υπολοίπ*, υπάρχον*',
    thing:
      'κώδικας, κώδικα, κώδικά*, αρχείο*, αρχείου, αρχεία, περιεχόμεν*, μέθοδο*, μέθοδοι, συνάρτη*, συναρτήσ*, έγγραφο*, εγγράφου, ενότητ*, κεφάλαι*, γραμμές, κλάση*, μέρος, τμήμα',
    state:
      'αμετάβλητ*, ίδιο, ίδια, ίδιες, ίδιοι, ίδιος, παραμέν*, παραλείπ*, παραλείφθηκ*, παραλείψ*, όπως πριν, με πριν, όπως προηγουμένως, ως έχει, ως έχουν, όπως ήταν, χωρίς αλλαγές, χωρίς αλλαγή, δεν αλλάζ*, δεν άλλαξ*, αναλλοίωτ*, περικόπ*',
    done: 'ενημερώθ*, ενημέρω*, αποθηκεύτ*, αποθηκεύθ*, τροποποιήθ*, δημιουργήθ*, γράφτηκε',
    here: 'εδώ',
    glue: 'λόγους, συντομίας, συντομία, συνεχίζεται, όλα, έχει, είναι',
  },
  // Hebrew
  {
    left: 'שאר, יתר, הנותר, הנותרים, הנותרות, המשך, קיים, קיימת, קיימים, קיימות, הקיים, הקיימת, הקיימים, הקודם, הקודמת, הקודמים, המקורי, המקורית, כל השאר, השאר, מכאן, ושאר, אחרות, האחרות, אחרים, האחרים, שארית',
    thing:
      'הקוד, קוד, הקובץ, קובץ, התוכן, תוכן, הפונקציות, פונקציות, המתודות, מתודות, המחלקה, המסמך, מסמך, הסעיפים, הפרקים, השורות, שורות, השיטות, חלק, החלק',
    state:
      'ללא שינוי, ללא שינויים, בלי שינוי, בלי שינויים, לא השתנה, לא השתנו, לא משתנה, לא משתנים, הושמט, הושמטו, הושמטה, נשאר, נשארת, נשארים, נשארות, כפי שהיו, כפי שהיה, כפי שהייתה, כמו קודם, כמו לפני, כמו שהיה, כמו שהיו, אותו דבר, זהה, זהים, זהות, כמקודם, כרגיל, קוצר, נחתך, כבעבר',
    done: 'עודכן, עודכנה, עודכנו, עדכנתי, נשמר, נשמרה, נוצר, שונה, נכתב',
    here: 'כאן, פה',
    glue: 'מטעמי, קיצור, לשם, כל, לצורך, של',
  },
  // Persian
  {
    left: 'بقیه, بقیهٔ, سایر, ادامه, ادامهٔ, مانده, باقیمانده, موجود, قبلی, پیشین, دیگر, فعلی, اصلی, مابقی, از اینجا',
    thing: 'کد, کدها, فایل, محتوا, محتوای, متدها, متد, توابع, تابع, کلاس, سند, بخش, بخشها, بخشهای, خطوط, موارد, متن',
    state:
      'بدون تغییر, تغییری نکرده, تغییر نکرده, تغییر نمیکند, مثل قبل, مانند قبل, همانند قبل, همان, یکسان, حذف شده, حذف شد, حذف شدهاند, خلاصه شده, باقی میماند, باقی میمانند, ثابت, دست نخورده, کوتاه شده, همانطور که بود',
    done: 'بهروزرسانی, بروزرسانی, بهروز, ذخیره, ایجاد, اصلاح, ویرایش',
    here: 'اینجا',
    glue: 'است, برای, اختصار, شده, میشود, میماند, میمانند',
  },
  // Bengali
  {
    left: 'বাকি, অবশিষ্ট, বিদ্যমান, অন্যান্য, আগের, পূর্বের, বাকিটা, বর্তমান, মূল',
    thing: 'কোড, কোডের, ফাইল, ফাইলের, ফাইলটি, অংশ, নথি, নথির, মেথড, মেথডগুলো, ফাংশন, ফাংশনগুলো, বিষয়বস্তু, ক্লাস, ক্লাসের',
    state:
      'অপরিবর্তিত, আগের মতো, আগের মতোই, আগের মতই, পূর্বের মতো, একই, বাদ, পরিবর্তন নেই, পরিবর্তন ছাড়া, কোনো পরিবর্তন নেই, যেমন ছিল, সংক্ষিপ্ত',
    done: 'আপডেট, সংরক্ষণ, পরিবর্তন, তৈরি',
    glue: 'হয়েছে, দেওয়া, থাকবে, এখানে, করা, জন্য, সংক্ষেপে',
  },
  // Tamil
  {
    left: 'மீதமுள்ள, மீதி, இருக்கும், ஏற்கனவே, மற்ற, முந்தைய, எஞ்சிய, பழைய, தற்போதைய',
    thing: 'குறியீடு, குறியீட்டின், கோப்பு, கோப்பின், செயல்பாடுகள், முறைகள், ஆவணத்தின், ஆவணம், பகுதி, உள்ளடக்கம், வரிகள், நிரல்',
    state:
      'மாறவில்லை, மாற்றமின்றி, மாற்றமில்லை, மாற்றம் இல்லை, மாறாமல், முன்பு போலவே, முன்பு போல, முன்பு போல், அப்படியே, தவிர்க்கப்பட்டது, தவிர்க்கப்பட்டுள்ளது, விடப்பட்டது, அதே',
    done: 'புதுப்பிக்கப்பட்டது, புதுப்பிக்கப்பட்டுள்ளது, சேமிக்கப்பட்டது, மாற்றப்பட்டது',
    glue: 'உள்ள, இங்கே, சுருக்கத்திற்காக, இருக்கும்',
  },
  // Lithuanian
  {
    left: 'likęs, likusi, likusis, likusios, likusieji, likę, kiti, kitos, kita, esamas, esama, esami, ankstesn*, visa kita, likusią, toliau, pradin*',
    thing:
      'kodas, kodo, failas, failo, turinys, turinio, metodai, funkcijos, klasės, dokumento, dalis, dalį, eilutės, skyriai',
    state:
      'nepakeist*, nepakit*, nesikeičia, be pakeitimų, be pakitimų, lieka, praleist*, kaip anksčiau, kaip buvo, tokie patys, toks pat, tokia pat, tas pats, taip pat kaip, sutrumpint*',
    done: 'atnaujint*, išsaugot*, sukurt*, pakeist*',
    glue: 'čia, dėl, trumpumo',
  },
  // Latvian
  {
    left: 'pārēj*, atlikuš*, esoš*, iepriekšēj*, viss pārējais, turpmāk, sākotnēj*, citas, citi',
    thing: 'kods, koda, fails, faila, saturs, satura, metodes, funkcijas, klases, dokumenta, daļa, rindas, sadaļas',
    state:
      'nemainīt*, nemainīg*, nemainās, bez izmaiņām, paliek, izlaist*, tāpat kā, tāpat kā iepriekš, kā iepriekš, kā bija, tas pats, saīsināt*',
    done: 'atjaunināt*, saglabāt*, izveidot*, mainīts',
    glue: 'šeit, īsuma, labad',
  },
  // Catalan, Galician
  {
    left: 'la resta, resta del, tota la resta, els altres, les altres, altres, existents, anteriors, original, la resta de, a partir d aquí, d aquí endavant, restants, restant',
    thing: 'codi, fitxer*, arxiu*, contingut*, mètodes, funcions, línies, seccions, document, capítols',
    state:
      'sense canvis, sense canvi, sense modificar, sense modificacions, no canvia, no canvien, es manté, es mantenen, igual que abans, com abans, igual, omès, omesa, omesos, omeses, ometre, tal com estava, tal com estaven, inalterat*, sen cambios, sen modificar, como antes, igual ca antes',
    done: 'actualitza*, desat, desada, modificat, creat, actualizouse',
    here: 'aquí',
    glue: 'brevetat, aquest, aquesta, per, les, dels',
  },
  // Icelandic
  {
    left: 'restin, restina, restinni, afgang*, núverandi, fyrri, aðrar, annað, aðrir, allt annað, upprunaleg*, eftirstandandi, hér eftir',
    thing: 'kóð*, skrá, skráin, skrár*, skjal*, aðferð*, föll, fallanna, efni, innihald*, kafla*, línur',
    state:
      'óbreytt*, haldast, helst, sleppt, sama og áður, eins og áður, eins og var, engar breytingar, stytt, sömu, breytist ekki, breytast ekki',
    done: 'uppfærð*, uppfært, uppfærði, vistað, vistuð, breytt, búin til',
  },
  // Malay, Urdu, Afrikaans, Albanian, Telugu, Marathi, Basque, Irish
  {
    left: 'yang lain, selebihnya, baki, باقی, بقیہ, موجودہ, پچھلا, دیگر, die res, res van, oorblywende, pjesa tjetër, pjesa e mbetur, ekzistues*, మిగిలిన, మిగతా, ఇప్పటికే, उर्वरित, बाकीचा, बाकीचे, विद्यमान, gainerako*, gainontzeko*, an chuid eile',
    thing:
      'fail, kandungan, kaedah, fungsi, کوڈ, فائل, مواد, die kode, lêer, inhoud, kodit, skedar*, metodat, కోడ్, ఫైల్, फाइल, kodea, kodearen, fitxategi*',
    state:
      'tidak diubah, kekal, seperti asal, seperti sebelum ini, seperti sebelumnya, کوئی تبدیلی نہیں, تبدیل نہیں, پہلے جیسا, پہلے کی طرح, وہی, جوں کا توں, onveranderd, bly dieselfde, soos voorheen, weggelaat, i pandryshuar, e pandryshuar, të pandryshuara, si më parë, njësoj, మారలేదు, మార్పు లేదు, అలాగే, तसाच, तसेच, तशीच, बदल नाही, पूर्वीप्रमाणे, aldaketarik gabe, berdin, lehen bezala, gan athrú',
    glue: 'میں, ہے, ہیں, dieselfde, ఉంది, आहे, आहेत',
  },
];

// Written without spaces: the longest matching word wins.
export const UNSPACED_LANGUAGES: readonly Words[] = [
  {
    left: '其余部分, 余下的, 后边, 其後, 後面, 接下来, 剩餘的, 下文, 其它的, 别的, 旧, 舊, 以后, 此后, 从这里, 其餘的, 现存, 已存在的, 已存在, 其余, 其它, 其他, 剩余, 剩下, 现有, 原有, 原来, 之前, 先前, 以前, 原始, 已有, 既有, 餘下, 其餘, 現有, 剩餘, 另外, 余下, 以下, 后面, 后续, 中间, 下面, 上面, 剩下的',
    thing:
      '文档, 接口, 模块, 组件, 正文, 语句, 程序, 脚本, 函式, 類別, 邏輯, 章節, 段, 条目, 路由, 用例, 代码, 内容, 文件, 部分, 方法, 函数, 类, 逻辑, 实现, 导入, 文本, 章节, 段落, 行, 字符, 配置, 代碼, 程式碼, 內容, 檔案, 測試, 测试, 字段, 样式, 章节, 章, 节, 函数体, 原文件',
    state: `没变, 沒變, 沒有變化, 不动, 不動, 未动, 保持一致, 保持原状, 如旧, 依旧, 如故, 无改动, 無改動, 沒有改動, 沒有修改, 没有修改, 不修改, 未作修改, 未做修改, 未作改动, 未做更改, 原封不动, 原样, 原樣, 维持不变, 維持不變, 維持原樣, 维持原样, 保持原樣, 同之前, 同原来, 和之前一样, 和以前一样, 跟之前一样, 跟以前一样, 一樣, 与之前, 与原文件相同, 略去, 略过, 跳过, 从略, 從略, 被截断, 被省略, 已删减, 删节, 已删节, 精简, 未显示, 不再重复, 不再赘述, 無變更, 无变更, 没有变更, 未变动, 无变动, 沒有變更, 不作改动, 不做修改, 不变, 保持不变, 无变化, 没有变化, 未变, 未更改, 未修改, 无更改, 无修改, 无需修改, 省略, 略, 已省略, 截断, 已截断, 同上, 相同, 同前, 一致, 照旧, 保持原样, 不變, 保持不變, 無變化, 未變更, 如前, 见上, 如上, 跟原来一样, 与原来一样, 和原来一样, 与之前相同, 与之前一样, 同原文件, 一样, 不作修改, 没有改动, 未改动, 原样保留`,
    settled: '此处省略, 以下省略',
    keep: '保留, 保持',
    here: '此处, 这里, 此處',
    done: '更新, 已更新, 修改, 已修改, 保存, 写入, 已写入, 创建, 改好, 修正, 完成',
    unknown: '忽略',
    glue: '这些, 這些, 那些, 我, 已经, 已經, 按, 要求, 过长, 太长, 都是, 是, 皆, 仍, 仍然, 还是, 还, 并, 在, 有, 之, 至, 第, 到, 部, 原, 份, 個, 个, 就, 而, 也, 及, 这, 此, 处, 做, 作, 为了, 的, 了, 为, 以, 与, 和, 等, 均, 都, 全部, 所有, 简洁, 起见, 篇幅, 因, 由于, 限制, 已, 与原, 上文, 下文, 中, 版本, 本, 该, 將, 将, 跟, 同, 从, 到',
  },
  {
    left: '残りの, 他の, 元の, 現在の, 後続, 続き, 以下の, この先, ここから先, 現行, 残りすべて, これ以外, ほか, それ以降, 旧, 残り, 既存, 以前, 前回, 他, その他, 元, 従来, それ以外, 以降, これ以降',
    thing:
      '文書, ドキュメント, 全文, ロジック, モジュール, 記述, 定義, 中身, ページ, 項目, ソース, コード, ファイル, 内容, メソッド, 関数, クラス, 処理, 実装, テスト, 部分, セクション, 行, 文字, 本文, スタイル, 設定, インポート, 章, 節',
    state:
      '変更はなし, 変更がない, 変更点なし, 変化なし, 変えていません, 変えない, 変わりなし, 変わりはありません, 変わらない, 変更していません, 変更しない, 変更されていません, 変更されません, 従来通り, 従来どおり, 元のまま, 以前と同じ, 前回のまま, 前と変わらず, 同一, 同じです, 省略します, 省略しました, 省略されています, 割愛, 割愛します, 略します, 現状のまま, 現状維持, 前のまま, 切り捨て, 打ち切り, 途中省略, 維持, 触っていません, 変更なし, 変更ありません, 変更せず, 変わらず, そのまま, 同じ, 同様, 省略, 略, 上記と同じ, 前と同じ, まま, 元のコードと同じ, 変更はありません, 変更前と同じ, 前回と同じ, 変更無し, 変わりません',
    done: '更新, 更新しました, 修正, 修正しました, 保存, 保存しました, 作成, 作成しました, 書き込み, 変更しました, 追加しました',
    settled: '以下同様, 以下同文, 同文, 以下省略, 中略, 前略, 後略',
    here: 'ここに, ここ',
    glue: 'まで, から, 部, ので, て, で, な, いる, います, 長い, 長さ, 都合, 上, 紙面, その, この, 要望, 通り, として, され, た, より, との, し, 、, の, は, が, を, に, と, も, です, ます, ため, 簡潔, 以下, 上記, すべて, 全て, します, しました, とおり',
  },
  {
    left: '나머지는, 이후, 그 외, 그외, 남은, 다음, 현재, 원본, 이하의, 뒤의, 뒷부분, 나머지, 기존, 이전, 다른, 기타, 원래, 이하, 아래',
    thing:
      '문서, 모듈, 항목, 소스, 임포트, 페이지, 챕터, 전체, 메소드, 코드, 파일, 내용, 메서드, 함수, 클래스, 부분, 로직, 구현, 테스트, 줄, 글자, 본문, 설정, 섹션, 절, 장, 함수들',
    state:
      '동일함, 같습니다, 같다, 변함없음, 변함, 변하지, 수정하지, 수정, 않음, 않습니다, 않았습니다, 바뀌지, 생략함, 생략합니다, 생략됨, 생략되었습니다, 생략했습니다, 유지됩니다, 이전처럼, 전과, 예전과, 잘림, 잘렸습니다, 원본과, 종전과, 건너뜀, 축약, 동일, 변경 없음, 변경없음, 변경, 없음, 생략, 이하 생략, 그대로, 유지, 같음, 위와 같음, 중략, 이전과 같음, 이전과 동일, 동일합니다, 변경되지',
    done: '업데이트, 업데이트되었습니다, 업데이트했습니다, 수정했습니다, 수정되었습니다, 저장되었습니다, 저장했습니다, 생성, 저장, 작성',
    here: '여기에, 여기',
    glue: '들, 로, 으로, 되, 했습니다, 되었습니다, 지, 으며, 며, 고, 에서, 하게, 하, 함께, 분량, 길이, 상, 관계, 간결함, 들은, 처럼, 한, 때문, 사항, 는, 은, 이, 가, 을, 를, 와, 과, 의, 에, 도, 함, 합니다, 됨, 됩니다, 위해, 간결, 모든, 이하, 위, 는, 부터, 까지, 코드와',
  },
  {
    left: 'ส่วนที่เหลือ, ที่เหลือ, ที่มีอยู่, เดิม, ก่อนหน้า, ส่วนอื่น, อื่น, อื่นๆ, ต่อจากนี้, ด้านล่าง, ปัจจุบัน, ส่วนอื่นๆ',
    thing: 'รายการ, โค้ด, โค๊ด, ไฟล์, เนื้อหา, ฟังก์ชัน, ฟังก์ชั่น, เมธอด, เมท็อด, เอกสาร, ส่วน, คลาส, บรรทัด, บท, ข้อความ',
    state:
      'รูปแบบเดียวกัน, แบบเดียวกัน, เหมือนเดิม, คงเดิม, ไม่เปลี่ยนแปลง, ไม่เปลี่ยน, ไม่มีการเปลี่ยนแปลง, ไม่มีการแก้ไข, ไม่แก้ไข, ละไว้, ถูกละไว้, ตัดออก, ถูกตัดออก, ข้ามไป, เหมือนก่อนหน้า, เหมือนก่อนหน้านี้, เช่นเดิม, ตามเดิม, แบบเดิม, ย่อ, เหมือนกัน, คงไว้',
    done: 'อัปเดต, อัพเดต, แก้ไข, บันทึก, สร้าง, ปรับปรุง',
    here: 'ที่นี่, ตรงนี้',
    glue: 'เพิ่ม, อีก, ของ, ถูก, แล้ว, ทั้งหมด, จะ, ยัง, ยังคง, ให้, เพื่อ, ความกระชับ, และ, ใน, ที่, ได้, มี, เป็น, นี้, ๆ, ฉัน, ผม, เรา, ไป, ไว้, อยู่, การ, ความ, สั้น, กระชับ, ไม่',
  },
];
