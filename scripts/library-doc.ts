/**
 * `npm run docs:library`: the public declarations as a page, docs/library-api.md. `npm run check` holds the page to the code,
 * so that what programs rely on cannot change without a diff somebody reads.
 */
import { fileURLToPath } from 'node:url';
import { type GeneratedDoc, generatedMark, runGenerator } from './generated-doc.ts';
import { ENTRIES, libraryDeclarations } from './package/declarations.ts';

export const LIBRARY_DOC: GeneratedDoc = {
  file: 'docs/library-api.md',
  command: 'npm run docs:library',
  text: libraryDoc,
};

function libraryDoc(): string {
  const entries = new Map(Object.entries(ENTRIES).map(([name, path]) => [path, name]));
  const parts = [...libraryDeclarations()].map(([path, code]) => {
    const name = entries.get(path);
    const title =
      name === undefined ? (path.split('/').at(-1) ?? path) : `design-jury${name.replace(/^\./, '')}`;
    return `## ${title}\n\n\`\`\`ts\n${code.replaceAll('\t', '  ').trim()}\n\`\`\`\n`;
  });
  return `${generatedMark(LIBRARY_DOC.command, 'the modules of the library')}

# What programs can import

The declarations of the package, as they are published. How to use them: [library.md](library.md). A name that is not
exported by one of the first three modules is no part of the promise.

${parts.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runGenerator(LIBRARY_DOC, process.argv);
