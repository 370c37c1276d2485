// Runs a program of WebAssembly that asks nothing of what is around it.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
process.exit(instance.exports.main(0, 0));
