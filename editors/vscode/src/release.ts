// Compares the versions of the server and the extension.

/** Returns the version in the output of `skills-ls version`: "skills-ls 0.1.0 (go1.26, linux/amd64)". A development build has none. */
export function versionIn(text: string | undefined): string | undefined {
  return /\bv?(\d+\.\d+\.\d+\S*)/.exec((text ?? '').replace(/\(.*$/, ''))?.[1];
}

/** Returns the major and minor version of a release. Builds between releases are named after the time and have none. */
function release(version: string): string | undefined {
  return /-\d{14}-|-0\./.test(version) ? undefined : /^\d+\.\d+/.exec(version)?.[0];
}

/** Reports whether a server of this version may not support the extension's requests. */
export function mayDiffer(server: string, extension: string): boolean {
  const made = release(server);
  return made !== undefined && made !== release(extension);
}
