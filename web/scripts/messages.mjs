// Compiles messages/LANGUAGE/*.json into functions. A build keeps one language only: see vite.config.ts.
import { fileURLToPath } from "node:url";
import { compile } from "@inlang/paraglide-js";
import { MESSAGES } from "./languages.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
await compile(MESSAGES);
