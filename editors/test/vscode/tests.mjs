// Runs tests without a browser and prints a line for each, which ../run collects.

/** Returns a function that runs a test. The process ends with status 1 if one fails. */
export function tests(name) {
  return (what, body) => {
    try {
      body();
      console.log(`ok   ${name}: ${what}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`FAIL ${name}: ${what}: ${error.message.replaceAll('\n', ' | ')}`);
    }
  };
}
