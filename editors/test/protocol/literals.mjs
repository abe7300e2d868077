// Writes what was said as literals of TypeScript, of which each has the type that the protocol's own package gives it.

/** Members whose text or number is chosen from a list, and so is a part of the shape. */
const chosen = /^(kind|severity|tags?|type|change|insertText(Format|Mode)|method|positionEncoding|patternKind|triggerKind|reason|code)$/;

/** Members that may hold anything: whatever is in them is right. */
const anything = /^(data|arguments|experimental|settings|initializationOptions|registerOptions)$/;

/** Where the package's types allow what the protocol says nothing of, after the types and places. */
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

/** The value with one element of each shape in its lists, and no long texts. */
function brief(value, member = '') {
  if (Array.isArray(value)) {
    return [...new Map(value.map((one) => [shape(one, member), brief(one, member)])).values()];
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, brief(one, key)]));
  }
  return typeof value === 'string' && value.length > 40 ? `${value.slice(0, 39)}…`.toWellFormed() : value;
}

/** Every way to spoil a value by one thing that no type of the protocol allows, after the place of that. */
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

/** Values without those of the same shape as one before. */
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
 * holds them spoiled, and has no error if each of these is one.
 * @param {string} header what declares the types
 * @param {Iterable<[string, unknown]>} values each with its type
 */
export function programs(header, values) {
  const list = distinct(values);
  const right = list.map(([type, value], i) => `export const r${i}: ${type} = ${JSON.stringify(value)};\n`);
  const wrong = new Map();
  // The short ones first: an error in a long literal is no other error.
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
