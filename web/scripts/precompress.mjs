// Compresses the built files once, as small as they go, so that the server only has to send them.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const built = fileURLToPath(new URL("../../dayshift/_web", import.meta.url));
const worthIt = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const leastBytes = 300;

for (const name of readdirSync(built, { recursive: true })) {
  const path = join(built, name);
  if (!worthIt.test(name) || !statSync(path).isFile()) continue;
  const plain = readFileSync(path);
  if (plain.length < leastBytes) continue;
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
  writeFileSync(`${path}.br`, brotliCompressSync(plain, brotli));
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
}
