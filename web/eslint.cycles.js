import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import resolver from "./eslint.resolver.cjs";

/** The files of ours that each file imports: statically, dynamically, or for types only. */
const imports = new Map();

function importsOf(file) {
  if (!imports.has(file)) {
    const found = ts.preProcessFile(readFileSync(file, "utf8"), true, true).importedFiles;
    const paths = found.flatMap(({ fileName }) => resolver.resolve(fileName, file).path ?? []);
    imports.set(
      file,
      paths.filter((path) => /\.tsx?$/.test(path) && existsSync(path)),
    );
  }
  return imports.get(file);
}

/** The shortest chain of imports from `file` back to itself, or null. */
function cycleThrough(file) {
  const importer = new Map();
  const queue = [file];
  for (const from of queue) {
    for (const to of importsOf(from)) {
      if (!importer.has(to)) {
        importer.set(to, from);
        queue.push(to);
      }
    }
  }
  if (!importer.has(file)) return null;
  const chain = [file];
  do chain.unshift(importer.get(chain[0]));
  while (chain[0] !== file);
  return chain;
}

/** Reports files that import themselves through others. Unlike the rules of import plugins it counts type-only imports. */
export const noCycle = {
  create: (context) => ({
    Program(node) {
      const chain = cycleThrough(context.filename);
      const names = chain?.map((path) => path.slice(path.indexOf("/src/") + 5));
      if (names) context.report({ node, message: `Circular import: ${names.join(" > ")}` });
    },
  }),
};
