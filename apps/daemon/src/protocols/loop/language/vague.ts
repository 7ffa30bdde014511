/** Words nobody can measure by, in the languages people write documents in. */
import { anyOf } from './patterns.ts';

/** Words that need a figure beside them. */
export const VAGUE = anyOf(
  'fast|faster|quick|quickly|slow|slowly|instant|instantly|instantaneous|real[- ]?time|promptly|timely|soon|rapid|rapidly|responsive|performant|efficient|efficiently|scalable|scalability|robust|reliable|reliably|highly? available|lightweight|minimal|minimally|frequent|frequently|(?<!how )often|rarely|regularly|reasonable|reasonably|adequate|adequately|sufficient|sufficiently|significant|significantly|acceptable|good performance|high performance|low latency|high throughput|long[- ]?lasting|recent|recently|snappy|smooth|smoothly|from time to time|occasionally|as soon as possible|asap|without delay|secure enough|large amounts? of|(?:is|are|be|stays?|keeps?|remains?|kept) (?:small|large|short|low|high)',
  'schnell|schnelle[rnms]?|zügig|zeitnah|rasch|baldmöglichst|so bald wie möglich|möglichst \\p{L}+|performant|skalierbar|robust|zuverlässig|ausreichend|ausreichende[rnms]?|angemessen|angemessene[rnms]?|regelmäßig|häufig|selten|kurzfristig|umgehend|effizient|leistungsfähig|hochverfügbar',
  'rapides?|rapidement|vite|bientôt|performante?s?|évolutive?s?|robustes?|fiables?|suffisante?s?|suffisamment|raisonnables?|acceptables?|régulièrement|souvent|rarement|dans les meilleurs délais|dès que possible|le plus (?:vite|rapidement|tôt) possible|efficace|fluide',
  'rápid[oa]s?|rápidamente|pronto|ágil|ágiles|eficiente|eficientes|escalable|robust[oa]s?|fiables?|suficientes?|razonables?|aceptables?|regularmente|frecuentemente|a menudo|cuanto antes|lo antes posible|lo más \\p{L}+ posible|en tiempo real',
  'rapidamente|em breve|eficientes?|escalável|confiável|confiáveis|razoável|aceitável|frequentemente|o mais \\p{L}+ possível|assim que possível|em tempo real',
  'veloce|veloci|velocemente|rapid[oaie]|rapidamente|presto|efficiente|scalabile|robust[oaie]|affidabile|sufficiente|ragionevole|spesso|regolarmente|il prima possibile|snelle?|spoedig|betrouwbaar|voldoende|redelijk|zo snel mogelijk|regelmatig',
  '速やか|迅速|高速|素早|すばやく|すぐに|できるだけ早|なるべく|なるはや|できる限り|できるだけ|可能な限り|十分な|十分に|適度|定期的|頻繁|ある程度|安定して|スムーズ|リアルタイム|大量',
  '快速|尽快|尽可能|足够|充分|合理|稳定|高效|定期|大量|빠르게|빠른|신속|가능한 한|충분한|충분히|적당|안정적|정기적',
);

/** Words that nothing can decide, with a figure or without. */
export const UNDECIDABLE = anyOf(
  'user[- ]friendly|easy(?: to use)?|easily|intuitive|intuitively|seamless|seamlessly|state[- ]of[- ]the[- ]art|modern|beautiful|beautifully|nice|nicely|cleanly designed|as appropriate|where appropriate|if appropriate|appropriately|as needed|if needed|if possible|where possible|where feasible|as far as possible|best effort|works? (?:well|correctly|properly|as expected)|properly|correctly|gracefully|elegant|elegantly|flexible|flexibly|and so on|etc\\.?|and/or|attractive|appealing|pleasant|convenient|conveniently|comfortable|good[- ]looking|look good|looks good|looks nice|feels? (?:good|right|natural)|simple to use|self[- ]explanatory|world[- ]class|high[- ]quality|best practices|in a sensible way|sensibly|somehow|suitable|suitably',
  'benutzerfreundlich|benutzerfreundliche[rnms]?|nutzerfreundlich|nutzerfreundliche[rnms]?|intuitive?[rnms]?|modern|moderne[rnms]?|ansprechend|ansprechende[rnms]?|übersichtlich|übersichtliche[rnms]?|einfach zu \\p{L}+|leicht (?:zu )?\\p{L}+bar|leicht verständlich|verständlich|komfortabel|flexibel|elegant|schön|schöne[rnms]?|hochwertig|hochwertige[rnms]?|sinnvoll|geeignet|nach bedarf|bei bedarf|ggf\\.?|gegebenenfalls|wenn möglich|falls möglich|soweit möglich|ordnungsgemäß|korrekt funktionier\\p{L}*|usw\\.?|selbsterklärend|zeitgemäß|attraktiv',
  "conviviale?s?|conviviaux|intuitifs?|intuitives?|modernes?|ergonomiques?|agréables?|simples? d[’']utilisation|faciles? (?:à \\p{L}+|d[’']\\p{L}+)|facilement|clairement|élégante?s?|souples?|flexibles?|appropriée?s?|adéquate?s?|de manière appropriée|correctement|si possible|si nécessaire|au besoin|le cas échéant|etc\\.?|de qualité|attrayante?s?|beau|belle",
  'amigables?|intuitiv[oa]s?|modern[oa]s?|fáciles? de \\p{L}+|fácilmente|fácil|agradables?|atractiv[oa]s?|elegantes?|adecuad[oa]s?|adecuadamente|apropiad[oa]s?|correctamente|flexibles?|cómod[oa]s?|sencill[oa]s?|si es posible|si es necesario|cuando sea posible|de calidad|bonit[oa]s?',
  'amigáve(?:l|is)|fácil|fáceis|facilmente|agradáve(?:l|is)|atraente|adequad[oa]s?|adequadamente|apropriad[oa]s?|flexíve(?:l|is)|se possível|se necessário|quando possível|de qualidade|bonit[oa]s?',
  'facile da \\p{L}+|facilmente|intuitiv[oaie]|modern[oaie]|gradevole|accattivante|elegante|adeguat[oaie]|adeguatamente|appropriat[oaie]|se possibile|se necessario|gebruiksvriendelijke?|makkelijk|intuïtieve?|moderne?|aantrekkelijke?|indien nodig|indien mogelijk|passend',
  '使いやす|分かりやす|わかりやす|見やす|扱いやす|親しみやす|直感的|快適|適切|柔軟|美し|きれい|モダン|現代的|必要に応じ|状況に応じ|場合によって|ユーザーフレンドリー|親切|魅力的|シンプル|便利|正しく(?:動作|機能)|うまく|問題なく',
  '易用|友好|直观|美观|适当|方便|灵活|现代|人性化|사용하기 쉬|쉽게|직관적|편리|적절|유연|현대적|아름다|필요에 따라|보기 좋',
);
