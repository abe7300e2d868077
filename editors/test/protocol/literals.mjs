// Writes messages as TypeScript literals, each with its type in the protocol's package.

/** Members with enumerated values, which are part of the shape. */
const chosen = /^(kind|severity|tags?|type|change|insertText(Format|Mode)|method|positionEncoding|patternKind|triggerKind|reason|code)$/;

/** Members of any type. */
const anything = /^(data|arguments|experimental|settings|initializationOptions|registerOptions)$/;

/** The places where the package's types allow more than the protocol, by type. */
const open = [
  /InitializedNotification\.type> $/,
  /Result<typeof lsp\.ExecuteCommandRequest\.type> /,
  /Result<typeof lsp\.InitializeRequest\.type> $/,
  /InitializeRequest\.type> \.capabilities\S*\.semanticTokens(Provider|\.requests)\.range$/,
  /^lsp\.\w+Message \.params$/,
];

function shape(value, member = '') {
  if (Array.isArray(value)) {
    return `[${[...new Set(value.map((one) => shape(one, member)))].sort()}]`;
  }
  if (value !== null && typeof value === 'object') {
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${/[^a-z_]/i.test(key) ? '*' : key}:${shape(value[key], key)}`)}}`;
  }
  if (typeof value === 'boolean' || value === null) {
    return String(value);
  }
  return chosen.test(member) && !/ /.test(value) ? JSON.stringify(value) : typeof value;
}

/** Returns the value with one element of each shape in its lists and without long strings. */
function brief(value, member = '') {
  if (Array.isArray(value)) {
    return [...new Map(value.map((one) => [shape(one, member), brief(one, member)])).values()];
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, brief(one, key)]));
  }
  return typeof value === 'string' && value.length > 40 ? `${value.slice(0, 39)}…`.toWellFormed() : value;
}

/** Returns variants of a value with one invalid member each, by the place of the mistake. */
function* spoiled(value, path = '') {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) {
      for (const [where, other] of spoiled(one, path)) {
        yield [where, value.with(i, other)];
      }
    }
  } else if (value !== null && typeof value === 'object') {
    yield [path, { ...value, nonsense: 1 }];
    for (const [key, one] of Object.entries(value).filter(([key]) => !anything.test(key))) {
      for (const [where, other] of spoiled(one, `${path}.${key}`)) {
        yield [where, { ...value, [key]: other }];
      }
    }
  } else if (value !== null) {
    yield [path, [[0]]];
  }
}

/** Removes values whose shape occurred before. */
function distinct(values) {
  const list = new Map();
  for (const [type, value] of values) {
    const key = `${type} ${shape(value)}`;
    if (!list.has(key)) {
      list.set(key, [type, brief(value)]);
    }
  }
  return [...list.values()];
}

/**
 * Returns two programs and the number of literals in the first. The first has no error if all values have their types. The second
 * has a mistake in each, and has no error if the compiler finds all of them.
 * @param {string} header declarations of the types
 * @param {Iterable<[string, unknown]>} values each with its type
 */
export function programs(header, values) {
  const list = distinct(values);
  const right = list.map(([type, value], i) => `export const r${i}: ${type} = ${JSON.stringify(value)};\n`);
  const wrong = new Map();
  // Short literals first, because errors in long literals hide others.
  for (const [type, value] of list.toSorted(([, a], [, b]) => JSON.stringify(a).length - JSON.stringify(b).length)) {
    for (const [where, other] of spoiled(value)) {
      const name = `${type} ${where}`;
      if (!wrong.has(name) && !open.some((allowed) => allowed.test(name))) {
        wrong.set(name, `// @ts-expect-error: ${where}\nexport const w${wrong.size}: ${type} = ${JSON.stringify(other)};\n`);
      }
    }
  }
  return { right: header + right.join(''), wrong: header + [...wrong.values()].join(''), count: list.length, spoiled: wrong.size };
}
