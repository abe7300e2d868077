// Checks the format of the Lua files against nvim/stylua.toml.
//
// usage: node stylua.mjs [--write] DIRECTORY...

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import stylua from '@johnnymorganz/stylua/stylua_lib_node.cjs';

const editors = fileURLToPath(new URL('../..', import.meta.url));

// The settings by their names in the file. The WebAssembly build does not read files.
const named = {
  syntax: stylua.LuaVersion,
  line_endings: stylua.LineEndings,
  indent_type: stylua.IndentType,
  quote_style: stylua.QuoteStyle,
  call_parentheses: stylua.CallParenType,
};

function readConfig() {
  const config = stylua.Config.new();
  for (const line of readFileSync(join(editors, 'nvim', 'stylua.toml'), 'utf8').split('\n')) {
    const match = /^(\w+) = (?:"(\w+)"|(\d+))$/.exec(line);
    if (match) {
      const [, key, name, number] = match;
      const value = name === undefined ? Number(number) : named[key]?.[name];
      if (value === undefined) {
        throw new Error(`stylua.toml: cannot read ${line}`);
      }
      config[key] = value;
    } else if (line !== '') {
      throw new Error(`stylua.toml: cannot read ${line}`);
    }
  }
  return config;
}

const [write, directories] =
  process.argv[2] === '--write' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)];
let failed = 0;
for (const directory of directories) {
  for (const file of readdirSync(directory, { recursive: true }).filter((name) => name.endsWith('.lua'))) {
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8');
    // Formatting consumes the configuration.
    const formatted = stylua.formatCode(text, readConfig(), undefined, stylua.OutputVerification.Full);
    const name = relative(editors, path);
    if (formatted === text) {
      console.log(`ok   ${name} is formatted`);
    } else if (write) {
      writeFileSync(path, formatted);
      console.log(`wrote ${name}`);
    } else {
      console.log(`FAIL ${name} is not formatted`);
      failed++;
    }
  }
}
process.exitCode = failed > 0 ? 1 : 0;
