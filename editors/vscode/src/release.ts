// What version numbers say of a server and an extension.

/** The version in what the program says of itself: "skills-ls 0.1.0 (go1.26, linux/amd64)". A development build has none. */
export function versionIn(text: string | undefined): string | undefined {
  return /\bv?(\d+\.\d+\.\d+\S*)/.exec((text ?? '').replace(/\(.*$/, ''))?.[1];
}

/** The two numbers of a release that say what it can do. What was built between releases, and is called after the time, is none. */
function release(version: string): string | undefined {
  return /-\d{14}-|-0\./.test(version) ? undefined : /^\d+\.\d+/.exec(version)?.[0];
}

/** Whether a server of a version may not know what an extension asks it. */
export function mayDiffer(server: string, extension: string): boolean {
  const made = release(server);
  return made !== undefined && made !== release(extension);
}
