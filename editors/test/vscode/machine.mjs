// The settings of the machine that the server of VS Code runs on, which no project can set.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces them. */
export async function setOfMachine(settings) {
  const file = process.env.SKILLS_LS_MACHINE_SETTINGS;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings));
}
