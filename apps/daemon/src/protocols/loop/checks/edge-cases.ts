/** Whether a section that takes something in says what happens when that goes wrong. */
import { type Check, quote, type Remark, write } from './remark.ts';

const TAKES_IN =
  /\b(?:uploads?|imports?|submits?|enters? (?:a|an|the|their)|types? (?:a|an|the|their)|posts? (?:a|an|the)|sends? (?:a|an|the)|parses?|reads? (?:a|an|the) (?:file|body|request)|pays?|signs? (?:in|up)|logs? in)\b/i;
const GOES_WRONG =
  /\b(?:errors?|invalid|empty|missing|malformed|wrong|fail(?:s|ed|ure)?|reject(?:s|ed)?|refus(?:e|es|ed|al)|limit(?:s|ed)?|at most|no more than|exceed(?:s|ed)?|larger than|longer than|timeouts?|timed out|time[sd]? out|unavailable|expired?|expires|retry|retries|duplicate|twice|already|conflict|otherwise|unless|not found|offline|denied)\b|fehl|ungültig|leer|abgelehnt|abgewiesen|verweiger|höchstens|überschreit|bereits|doppelt|sonst|échou|échec|erreur|invalide|vide|refus|manqu|au plus|dépass|sinon|déjà|falla|falló|fallo|error|inválid|vací|rechaz|falta|máximo|super|ya existe|duplicad|expir|falha|erro|vazi|rejeit|recus|失敗|エラー|無効|空|拒否|超え|上限|できない場合|重複|期限|失败|错误|无效|拒绝|실패|오류|거부/i;

export const edgeCases: Check = ({ requirements, statements, headings }) => {
  const sections = Map.groupBy(
    requirements.filter(({ text }) => TAKES_IN.test(text)),
    ({ section }) => section,
  );
  const remarks = [...sections].flatMap(([section, takers]): Remark[] => {
    const isCovered = statements.some(
      (statement) => statement.section === section && GOES_WRONG.test(statement.text),
    );
    const [first] = takers;
    if (isCovered || first === undefined) return [];
    const name = headings[section]?.text ?? 'the beginning';
    return [
      {
        check: 'no-failure',
        // What is read may be described with what may be wrong about it elsewhere.
        isDoubt: true,
        line: first.line,
        text: `${quote(name)} takes something in (${quote(first.text)}) and says nothing of what happens when it is empty, wrong or too large`,
        remedy: write(`say in ${quote(name)} what happens on empty, wrong, repeated and too large input`),
      },
    ];
  });
  return {
    remarks,
    looked: sections.size,
    things: 'sections that take something in say what happens when it goes wrong',
  };
};
