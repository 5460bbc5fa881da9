// Compresses the built files once, at the highest level, so that the server only has to send them.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const built = fileURLToPath(new URL("../../dayshift/_web", import.meta.url));
const worthIt = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const leastBytes = 300;

async function compress(path) {
  const plain = await readFile(path);
  if (plain.length < leastBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
}

// In parallel: the work is done in Node's own threads.
const files = await readdir(built, { recursive: true, withFileTypes: true });
await Promise.all(files.filter((file) => file.isFile() && worthIt.test(file.name)).map((file) => compress(join(file.parentPath, file.name))));
