/**
 * Tells the boundaries rule where an import leads, in the form it asks for: `#/…` is src (package.json "imports"),
 * `./…` is a neighbour. Everything else is a package, and packages are not its business.
 */
const path = require("node:path");

const SRC = path.join(__dirname, "src");

exports.interfaceVersion = 2;

exports.resolve = (source, file) => {
  if (source.startsWith("#/")) return { found: true, path: path.join(SRC, source.slice(2)) };
  if (source.startsWith(".")) return { found: true, path: path.resolve(path.dirname(file), source) };
  return { found: false };
};
