/** The final report of a cross-check in the words of its reader: what we say in it is said again, what it quotes stays. */
import { WORDS as DOCUMENTS } from '@design-jury/contracts/said/documents/en';
import { WORDS as ENGLISH } from '@design-jury/contracts/said/en';
import { WORDS as LITERAL } from '@design-jury/contracts/said/final-report/literal';
import type { Catalogue, SaidLanguage } from '@design-jury/contracts/said/message';
import { SENTENCES } from '@design-jury/contracts/said/read';
import { translator } from '@design-jury/contracts/said/say';
import type {
  Report,
  ReportBlock,
  ReportCell,
  ReportForm,
  ReportTable,
} from '../protocols/convergence/report-parts.ts';

type Loaded = Promise<{ WORDS: Catalogue }>;

/** What is said of pages, of documents, and in this report. */
const LOADERS: Readonly<Record<SaidLanguage, readonly [() => Loaded, () => Loaded, () => Loaded]>> = {
  en: [
    async () => ({ WORDS: ENGLISH }),
    async () => ({ WORDS: DOCUMENTS }),
    () => import('@design-jury/contracts/said/final-report/en'),
  ],
  de: [
    () => import('@design-jury/contracts/said/de'),
    () => import('@design-jury/contracts/said/documents/de'),
    () => import('@design-jury/contracts/said/final-report/de'),
  ],
  ja: [
    () => import('@design-jury/contracts/said/ja'),
    () => import('@design-jury/contracts/said/documents/ja'),
    () => import('@design-jury/contracts/said/final-report/ja'),
  ],
  ko: [
    () => import('@design-jury/contracts/said/ko'),
    () => import('@design-jury/contracts/said/documents/ko'),
    () => import('@design-jury/contracts/said/final-report/ko'),
  ],
  'zh-CN': [
    () => import('@design-jury/contracts/said/zh-CN'),
    () => import('@design-jury/contracts/said/documents/zh-CN'),
    () => import('@design-jury/contracts/said/final-report/zh-CN'),
  ],
  'zh-TW': [
    () => import('@design-jury/contracts/said/zh-TW'),
    () => import('@design-jury/contracts/said/documents/zh-TW'),
    () => import('@design-jury/contracts/said/final-report/zh-TW'),
  ],
};

/** @param report in English, as its Markdown is */
export async function reportInWords(language: SaidLanguage, report: Report): Promise<Report> {
  const [pages, documents, own] = await Promise.all(
    LOADERS[language].map(async (load) => (await load()).WORDS),
  );
  return saidAgain(report, language, { ...pages, ...documents, ...own });
}

export function saidAgain(report: Report, language: string, words: Catalogue): Report {
  const english = { ...ENGLISH, ...DOCUMENTS, ...LITERAL };
  const say = translator(language, english, words, ['conv', ...SENTENCES]);
  return {
    ...report,
    language,
    title: say(report.title),
    outcome: { ...report.outcome, word: say(report.outcome.word) },
    summary: say(report.summary),
    sections: report.sections.map(({ title, blocks }) => ({
      title: say(title),
      blocks: blocks.map((block) => blockIn(block, say)),
    })),
  };
}

type Say = (text: string) => string;

function blockIn(block: ReportBlock, say: Say): ReportBlock {
  switch (block.kind) {
    case 'text':
      return { ...block, text: say(block.text) };
    case 'list':
      return { ...block, items: block.items.map(say) };
    case 'table':
      return tableIn(block, say);
    case 'form':
      return formIn(block, say);
  }
}

function tableIn(table: ReportTable, say: Say): ReportTable {
  return {
    ...table,
    head: table.head.map((name) => (name === '' ? name : say(name))),
    rows: table.rows.map((cells) => cells.map((cell) => cellIn(cell, say))),
  };
}

function cellIn(cell: ReportCell, say: Say): ReportCell {
  if (typeof cell === 'string') return cell === '' ? cell : say(cell);
  return cell.isCode ? cell : { ...cell, items: cell.items.map(say) };
}

/** The file that it makes holds the questions as they were asked. */
function formIn(form: ReportForm, say: Say): ReportForm {
  const { formLead, formMake, formSave, answer, expected } = form.words;
  return {
    ...form,
    words: {
      formLead: say(formLead),
      formMake: say(formMake),
      formSave: say(formSave),
      answer: say(answer),
      expected: say(expected),
    },
    shown: form.items.map(({ statement, expectedForm }) => ({
      statement: say(statement),
      expectedForm: say(expectedForm),
    })),
  };
}
